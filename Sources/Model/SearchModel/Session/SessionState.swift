// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a session asks for: its filter states and, for each searcher, query, index, page and parameters.
public struct SessionState: Sendable, Hashable {
    /// The filters, by the name of their filter state; every filter state of the app has an entry.
    public var filters: [String: FilterState]
    /// What each searcher is asked, by its name; the members of a `multi` searcher have one each, it has none itself.
    public var searchers: [String: SearcherState]

    public init(filters: [String: FilterState] = [:], searchers: [String: SearcherState] = [:]) {
        self.filters = filters
        self.searchers = searchers
    }

    /// The same with every searcher on its first page.
    public var onFirstPages: SessionState {
        SessionState(
            filters: filters,
            searchers: searchers.mapValues { searcher in
                var searcher = searcher
                searcher.page = 0
                return searcher
            }
        )
    }
}

/// What a session asks of one searcher.
public struct SearcherState: Sendable, Hashable {
    public var query: String
    /// The index that is searched; `nil` for the app file's.
    public var index: String?
    public var page: Int
    /// How many records a page has; `nil` for the app file's.
    public var hitsPerPage: Int?
    /// Parameters that are passed to the engine unchanged.
    public var parameters: JSONObject

    public init(
        query: String = "",
        index: String? = nil,
        page: Int = 0,
        hitsPerPage: Int? = nil,
        parameters: JSONObject = JSONObject()
    ) {
        self.query = query
        self.index = index
        self.page = page
        self.hitsPerPage = hitsPerPage
        self.parameters = parameters
    }
}

extension SessionState {
    /// JSON that names only what differs from the state that a session starts with.
    ///
    /// `{"filters": {NAME: {"groups": […]}}, "searchers": {NAME: {"query", "index", "page", "hitsPerPage", "parameters"}}}`, each
    /// part and each member only where it differs; an `index` or `hitsPerPage` of `null` is the app file's. Names that the base does not have
    /// are left out.
    public func json(relativeTo base: SessionState) -> JSON {
        SessionPatch(of: self, differingFrom: base).json
    }

    /// Reads what `json(relativeTo:)` writes; names that the base does not have are passed over.
    ///
    /// - Throws: `JSONError` for data of the wrong form, and for a state beyond the limits.
    public init(json: JSON, relativeTo base: SessionState) throws {
        self = try SessionPatch(json: json, namesOf: base).applied(to: base)
        try checkLimits(relativeTo: base)
    }
}
