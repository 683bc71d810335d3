// SPDX-License-Identifier: MIT

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

extension SessionState {
    /// The query of a link that leads to this state: `?q=lamp&brand=Acme~Globex&price=10..50`.
    ///
    /// It says only what differs from the state that a session starts with; where nothing does, it is `?`. Pages are not
    /// in it. A state may be too large for a link: beyond `SessionLimits.link` it is not read again.
    public func permalink(_ scheme: PermalinkScheme) -> String {
        var writer = PermalinkWriter(scheme)
        return writer.link(of: self)
    }

    /// Reads the state that a link leads to, from a query with or without its question mark, or from a whole address.
    ///
    /// Names that mean nothing to the app are passed over. What comes of it is `canonical` the state that the link was made
    /// of.
    ///
    /// - Throws: `JSONError` for a link that is too long or damaged, and for a state beyond the limits.
    public init(permalink: String, _ scheme: PermalinkScheme) throws {
        let (state, problems) = Self.readable(permalink: permalink, scheme)
        if let problem = problems.first { throw problem }
        self = state
    }

    /// Reads what can be read of a link, and says what cannot: a value, or a name with all of its values.
    public static func readable(
        permalink: String,
        _ scheme: PermalinkScheme
    ) -> (state: SessionState, problems: [JSONError]) {
        var reader = PermalinkReader(scheme)
        let state = reader.read(permalink)
        return (state, reader.problems)
    }

    /// The form that two states have in common where one link leads to both.
    ///
    /// First pages; groups by kind and name, and in them, but for hierarchical ones, the filters by attribute; those on one
    /// attribute keep their order. An index without a name is the app file's.
    public var canonical: SessionState {
        var state = onFirstPages
        state.filters = filters.mapValues { filters in
            let groups = filters.groups.sorted { $0.id.isOrdered(before: $1.id) }
            return FilterState(groups: groups.map(\.canonical))
        }
        for (name, searcher) in searchers where searcher.index?.isEmpty == true { state.searchers[name]?.index = nil }
        return state
    }
}

extension FilterGroup {
    fileprivate var canonical: FilterGroup {
        guard id.kind != .hierarchical else { return self }
        let lists = filters.byAttribute.sorted { $0[0].attribute < $1[0].attribute }
        return FilterGroup(id: id, filters: lists.flatMap { $0 })
    }
}

/// The state of a session as a whole, as published on the topic `view/session/`.
public struct SessionOverview: Sendable, Hashable {
    /// The filters of the key that began the session: all of its searches have them, and no intent changes them.
    public var filters: FilterState
    /// The session's link; `nil` for one that would be too long to be read.
    public var link: String?
    public var canUndo: Bool
    public var canRedo: Bool

    public init(
        link: String? = nil,
        canUndo: Bool = false,
        canRedo: Bool = false,
        filters: FilterState = FilterState()
    ) {
        self.filters = filters
        self.link = link
        self.canUndo = canUndo
        self.canRedo = canRedo
    }
}

extension SessionOverview: JSONConvertible {
    public init(json: JSON) throws {
        self.init(
            link: json["link"]?.string,
            canUndo: json["canUndo"]?.bool ?? false,
            canRedo: json["canRedo"]?.bool ?? false,
            filters: try json["filters"].map(FilterState.init(ofKey:)) ?? FilterState()
        )
    }

    /// `{"phase", "link", "canUndo", "canRedo"}`, and `filters` if the session has some of a key.
    public var json: JSON {
        var members = JSONObject([
            ("phase", "ready"), ("link", link.map(JSON.string) ?? .null), ("canUndo", .bool(canUndo)),
            ("canRedo", .bool(canRedo)),
        ])
        if !filters.isEmpty { members["filters"] = filters.json }
        return .object(members)
    }
}
