// SPDX-License-Identifier: MIT

import Backends
import SearchModel

extension FilterState {
    /// A state of groups, each with its filters.
    public static func of(_ groups: (FilterGroup.Kind, String, [Filter])...) -> FilterState {
        FilterState(groups: groups.map { FilterGroup(id: .init(kind: $0.0, name: $0.1), filters: $0.2) })
    }
}

extension SearchService {
    /// The answers, or the first failure.
    public func responses(to requests: [SearchRequest]) async throws -> [SearchResponse] {
        try await search(requests).map { try $0.get() }
    }
}

extension Result {
    /// The reason for a missing value.
    public var failure: Failure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}
