// SPDX-License-Identifier: MIT

import Wire

/// The texts that were searched in a session, the newest first, each once.
struct RecentSearches: Sendable, Hashable {
    /// How many bytes all texts may take together.
    static let limit = 16_384

    private(set) var queries: [String] = []

    /// Puts a text in front of all; the oldest ones go where there are too many or they are too long together.
    ///
    /// White space around the text is not kept; an empty text is ignored.
    mutating func remember(_ query: String, atMost maximum: Int) {
        let words = Self.trimmed(query)
        guard maximum > 0, !words.isEmpty, words.utf8.count <= Self.limit else { return }
        queries = Self.bounded([words] + queries.filter { $0 != words }, atMost: maximum)
    }

    /// Forgets a text; answers whether it was there.
    mutating func forget(_ query: String) -> Bool {
        guard let place = queries.firstIndex(of: Self.trimmed(query)) else { return false }
        queries.remove(at: place)
        return true
    }

    /// Forgets everything; answers whether there was anything.
    mutating func clear() -> Bool {
        defer { queries = [] }
        return !queries.isEmpty
    }

    private static func bounded(_ queries: [String], atMost maximum: Int) -> [String] {
        var size = 0
        return Array(
            queries.prefix(maximum).prefix { query in
                size += query.utf8.count
                return size <= limit
            }
        )
    }

    private static func trimmed(_ query: String) -> String {
        guard let first = query.firstIndex(where: { !$0.isWhitespace }) else { return "" }
        let last = query.lastIndex { !$0.isWhitespace } ?? first
        return String(query[first...last])
    }
}

extension RecentSearches {
    /// What is kept for a restart; `nil` where nothing is.
    var saved: JSON? { queries.isEmpty ? nil : ["recent": JSON(queries)] }

    /// Reads what was kept; of anything else nothing.
    init(saved: JSON?, atMost maximum: Int) {
        for query in (saved?["recent"]?.array ?? []).prefix(maximum).reversed() {
            if let query = query.string { remember(query, atMost: maximum) }
        }
    }
}
