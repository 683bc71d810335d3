// SPDX-License-Identifier: MIT

import SearchModel

/// The newest request, and since when nothing but the page of what is searched has changed.
///
/// Answers to requests of one run are pages of one list.
struct SearchRun: Sendable, Hashable {
    /// The newest request, without what makes no other search of it; `nil` where none is known.
    private var newest: MemberRequest?
    private(set) var first = 0

    /// The number of the newest request; 0 where none is known.
    var number: Int { newest?.number ?? 0 }

    /// Notes the current request.
    ///
    /// - Parameters:
    ///   - request: The current request.
    ///   - isMeant: Tells of a request after an unknown one whether it is likely to be of the same run.
    /// - Returns: The number of the last request of the run that ends by it; `nil` where none does.
    mutating func take(_ request: MemberRequest, isMeant: (MemberRequest) -> Bool) -> Int? {
        guard request.number >= number else { return nil }
        let before = newest
        newest = Self.search(request)
        guard let before else {
            if isMeant(request) { return nil }
            first = request.number
            return request.number - 1
        }
        guard request.number > before.number else { return nil }
        if Self.isSame(before, request) { return nil }
        first = request.number
        return before.number
    }

    /// Brings back where the run began, where that was kept for the same newest request.
    mutating func restore(first: Int?, newest number: Int?) {
        guard let first, let number, first >= 0, first <= number, newest == nil || number == self.number else { return }
        self.first = first
    }

    private static func isSame(_ before: MemberRequest, _ after: MemberRequest) -> Bool {
        var after = search(after)
        (after.number, after.page) = (before.number, before.page)
        return before == after
    }

    /// The request without what does not change which records are found.
    private static func search(_ request: MemberRequest) -> MemberRequest {
        var search = request
        (search.since, search.cleared, search.client, search.edit) = (0, 0, nil, nil)
        (search.facets, search.stats, search.isIndexChosen) = ([], [], false)
        return search
    }
}
