// SPDX-License-Identifier: MIT

import Wire

/// What one member of a request is to search.
public struct MemberRequest: Sendable, Hashable {
    /// The number of the request at which something of this member last changed.
    public var number: Int
    /// The oldest request whose answer may still be shown: answers to earlier ones are wrong by now (the text was emptied, the
    /// index is another one).
    public var since: Int
    /// The newest request without a search: what was shown before it is not shown any longer.
    public var cleared: Int
    /// Whether the searcher's rule admits a search; without it, what was shown is no longer right to show.
    public var isAdmitted: Bool
    public var query: String
    public var index: String
    /// Whether the session has chosen the index; else it is the app file's, and follows it.
    public var isIndexChosen: Bool
    public var page: Int
    /// How many records a page has, where the session has chosen it; else as many as the app file says.
    public var hitsPerPage: Int?
    public var filters: FilterState
    /// Parameters that are passed to the engine unchanged.
    public var parameters: JSONObject
    /// The values that widgets of one's own want counted, beside those that the app file's want.
    public var facets: [FacetNeed]
    /// The attributes whose lowest and highest number they want.
    public var stats: [String]
    /// Filters that hold beside the app file's, and under which everything is counted.
    public var baseFilters: FilterState
    /// The attributes of records that the answer is to hold, of those that the app file lets out; `nil` for all of these.
    public var attributesToRetrieve: [String]?
    /// Whether it is answered once and for all: not tried again where it fails, nor searched again when the index changes.
    public var isOnce: Bool
    /// Whether hits say why they are where they are, as far as the engine can tell.
    public var isExplained: Bool
    /// The client that typed the text, if one did.
    public var client: String?
    /// Which edit of that client the text is.
    public var edit: Int?

    public init(
        number: Int,
        since: Int = 0,
        cleared: Int = 0,
        isAdmitted: Bool = true,
        query: String = "",
        index: String,
        isIndexChosen: Bool = false,
        page: Int = 0,
        hitsPerPage: Int? = nil,
        filters: FilterState = FilterState(),
        parameters: JSONObject = JSONObject(),
        facets: [FacetNeed] = [],
        stats: [String] = [],
        baseFilters: FilterState = FilterState(),
        attributesToRetrieve: [String]? = nil,
        isOnce: Bool = false,
        isExplained: Bool = false,
        client: String? = nil,
        edit: Int? = nil
    ) {
        self.number = number
        self.since = since
        self.cleared = cleared
        self.isAdmitted = isAdmitted
        self.query = query
        self.index = index
        self.isIndexChosen = isIndexChosen
        self.page = page
        self.hitsPerPage = hitsPerPage
        self.filters = filters
        self.parameters = parameters
        self.facets = facets
        self.stats = stats
        self.baseFilters = baseFilters
        self.attributesToRetrieve = attributesToRetrieve
        self.isOnce = isOnce
        self.isExplained = isExplained
        self.client = client
        self.edit = edit
    }
}

extension MemberRequest: JSONConvertible {
    public init(json: JSON) throws {
        let page = try json.requiredInt("page")
        guard page >= 0 else { throw JSONError("`page` is negative") }
        guard let parameters = (json["parameters"] ?? [:]).object else {
            throw JSONError("`parameters` is not an object")
        }
        self.init(
            number: try json.requiredNumber(),
            since: max(try json.integer("since") ?? 0, 0),
            cleared: max(try json.integer("cleared") ?? 0, 0),
            isAdmitted: try json.truth("search") ?? true,
            query: try json.requiredString("query"),
            index: try json.requiredString("index"),
            isIndexChosen: try json.truth("chosen") ?? false,
            page: page,
            hitsPerPage: try json.integer("hitsPerPage").map(SessionLimits.checkedHitsPerPage),
            filters: try FilterState(json: try json.required("filters")),
            parameters: parameters,
            facets: try json.list("facets").map(FacetNeed.init(json:)),
            stats: try json.strings("stats"),
            baseFilters: try json["baseFilters"].map(FilterState.init(json:)) ?? FilterState(),
            attributesToRetrieve: try json["attributesToRetrieve"].map { _ in
                try json.strings("attributesToRetrieve")
            },
            isOnce: try json.truth("once") ?? false,
            isExplained: try json.truth("explain") ?? false,
            client: try json["client"].map { _ in try json.requiredString("client") },
            edit: try json.integer("edit")
        )
    }

    /// The members as they travel; `search` is whether a search is admitted.
    public var json: JSON {
        var object = JSONObject([
            ("number", JSON(number)), ("since", JSON(since)), ("search", .bool(isAdmitted)), ("query", .string(query)),
            ("index", .string(index)), ("page", JSON(page)), ("filters", filters.json),
            ("parameters", .object(parameters)),
        ])
        if isIndexChosen { object["chosen"] = true }
        if let hitsPerPage { object["hitsPerPage"] = JSON(hitsPerPage) }
        if !facets.isEmpty { object["facets"] = .array(facets.map(\.json)) }
        if !stats.isEmpty { object["stats"] = JSON(stats) }
        if !baseFilters.isEmpty { object["baseFilters"] = baseFilters.json }
        if let attributesToRetrieve { object["attributesToRetrieve"] = JSON(attributesToRetrieve) }
        if isOnce { object["once"] = true }
        if isExplained { object["explain"] = true }
        if cleared > 0 { object["cleared"] = JSON(cleared) }
        if let client { object["client"] = .string(client) }
        if let edit { object["edit"] = JSON(edit) }
        return .object(object)
    }
}

extension JSON {
    /// The `number` of a request, which is not negative.
    func requiredNumber() throws -> Int {
        let number = try requiredInt("number")
        guard number >= 0 else { throw JSONError("`number` is negative") }
        return number
    }
}

/// What a searcher is to search now, complete: the data of a `request/` event.
public struct UnitRequest: Sendable, Hashable {
    /// The searcher: one of type `multi`, or one that is in no such searcher.
    public var searcher: String
    public var number: Int
    /// What each member is to search; a searcher that is not of type `multi` is its only member.
    public var members: [String: MemberRequest]

    public init(searcher: String, number: Int, members: [String: MemberRequest]) {
        self.searcher = searcher
        self.number = number
        self.members = members
    }
}

extension UnitRequest: JSONConvertible {
    public init(json: JSON) throws {
        guard let members = try json.required("members").object else { throw JSONError("`members` is not an object") }
        self.init(
            searcher: try json.requiredString("searcher"),
            number: try json.requiredNumber(),
            members: Dictionary(
                uniqueKeysWithValues: try members.members.map { ($0.key, try MemberRequest(json: $0.value)) }
            )
        )
    }

    /// `{"searcher", "number", "members": {NAME: …}}`, the members in the order of their names.
    public var json: JSON {
        [
            "searcher": .string(searcher), "number": JSON(number),
            "members": .object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })),
        ]
    }
}
