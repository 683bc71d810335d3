// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// One search that a program asks for which has no session: a searcher, and what it is to search.
struct OneOffSearch: Sendable, Hashable {
    /// How many searches one call holds.
    static let limit = 50
    /// What a call's JSON must not exceed.
    static let limits = JSONLimits(depth: 32, values: 10_000)

    /// The form of a call.
    static let shape = Shape.named("Searches", .oneOf([one, .object(["requests": .list(one, 1...limit)])]))
    private static let one = Shape.named("Search", members)
    private static let members = Shape.object([
        "searcher": .text, "query?": .text, "index?": .text,
        "page?": .integer.adding(["minimum": 0]), "hitsPerPage?": .integer(1...1000),
        "filters?": Shape(["type": ["object", "array"]]).described("A filter state, or its groups."),
        "baseFilters?": Shape(["type": ["object", "array"]]).described("The same; all is counted under them."),
        "facets?": .list(Shape(["type": ["string", "object"]])), "stats?": .list(.text),
        "attributesToRetrieve?": .list(.text), "parameters?": .object,
        "clickAnalytics?": .boolean.described("Whether the response has a `queryID`, by which clicks are reported."),
    ])
    private static let names = Set(members.memberNames)

    /// The searcher that answers.
    let searcher: String
    /// Whom the request is addressed to.
    let unit: String
    /// What is asked, numbered 1; a number of its session takes its place.
    let request: MemberRequest
    /// Whether the answer is to say what the search is known by, for clicks to be told apart.
    let wantsIdentifier: Bool

    init(searcher: String, unit: String, request: MemberRequest, wantsIdentifier: Bool = false) {
        (self.searcher, self.unit, self.request) = (searcher, unit, request)
        self.wantsIdentifier = wantsIdentifier
    }

    /// Reads the body of a call: one search, or `{"requests": […]}`.
    ///
    /// - Returns: The searches, and whether they came as a list.
    /// - Throws: `SearchBusError` that names the first search which is not in order; then none is made.
    static func parse(_ json: JSON, for searchers: SearcherTable) throws -> (searches: [OneOffSearch], isList: Bool) {
        guard let list = json["requests"] else {
            return ([try OneOffSearch(json, searchers, place: "The search")], false)
        }
        guard json.object?.count == 1, let elements = list.array, (1...limit).contains(elements.count) else {
            throw SearchBusError(.invalidArgument, "`requests` is not an array of 1 to \(limit) searches, and alone.")
        }
        let searches = try elements.enumerated().map { number, element in
            try OneOffSearch(element, searchers, place: "Search \(number + 1)")
        }
        return (searches, true)
    }

    private init(_ json: JSON, _ searchers: SearcherTable, place: String) throws {
        guard let members = json.object else {
            throw SearchBusError(.invalidArgument, "\(place) is not a JSON object.")
        }
        if let other = members.keys.first(where: { !Self.names.contains($0) }) {
            throw SearchBusError(
                .invalidArgument,
                "\(place) has a member `\(other.prefix(80))`, which is unknown.",
                remedy: "There are: \(Self.names.sorted().joined(separator: ", "))."
            )
        }
        guard let name = json["searcher"]?.string else {
            throw SearchBusError(
                .invalidArgument,
                "\(place) does not name its `searcher`.",
                remedy: "Use one of: \(searchers.names.joined(separator: ", "))."
            )
        }
        let entry = try searchers.entry(name)
        do {
            self.init(
                searcher: name,
                unit: entry.unit,
                request: try Self.request(json, of: entry, name),
                wantsIdentifier: try json.flag("clickAnalytics")
            )
        } catch let error as JSONError {
            throw SearchBusError(.invalidArgument, "\(place) is invalid: \(error).")
        }
    }

    private static func request(
        _ json: JSON,
        of entry: SearcherTable.Entry,
        _ searcher: String
    ) throws -> MemberRequest {
        let state = SearcherState(
            query: try json.text("query") ?? "",
            index: try json.text("index"),
            page: try json.integer("page") ?? 0,
            hitsPerPage: try json.integer("hitsPerPage"),
            parameters: try json.members("parameters")
        )
        try state.checkLimits(relativeTo: SearcherState())
        if let index = state.index { try entry.reach.check(index: index, of: searcher) }
        let facets = try json.list("facets", limit: 100).map(need)
        let stats = try json.list("stats", limit: 100).map { try name($0, "stats") }
        try entry.reach.check(counted: facets.map(\.attribute) + stats, of: searcher)
        let filters = try filters(json["filters"])
        try filters.checkLimits(relativeTo: FilterState())
        let baseFilters = try Self.filters(json["baseFilters"])
        try baseFilters.checkLimits(relativeTo: FilterState())
        return MemberRequest(
            number: 1,
            since: 1,
            query: state.query,
            index: state.index ?? entry.index,
            isIndexChosen: state.index != nil,
            page: state.page,
            hitsPerPage: state.hitsPerPage,
            filters: filters,
            parameters: state.parameters,
            facets: facets,
            stats: stats,
            baseFilters: baseFilters,
            attributesToRetrieve: try json["attributesToRetrieve"].map { _ in
                try json.list("attributesToRetrieve", limit: 1_000).map { try name($0, "attributesToRetrieve") }
            },
            isOnce: true
        )
    }

    /// A filter state, or the list of its groups alone.
    private static func filters(_ json: JSON?) throws -> FilterState {
        guard let json, !json.isNull else { return FilterState() }
        if json.array != nil { return try FilterState(json: ["groups": json]) }
        guard json.object?.keys.elementsEqual(["groups"]) == true else {
            throw JSONError("filters are neither a list of groups nor {\"groups\": [\u{2026}]}")
        }
        return try FilterState(json: json)
    }

    /// A facet as an attribute alone, or as an object that says how many values and which.
    private static func need(_ json: JSON) throws -> FacetNeed {
        try FacetNeed(json: json.string.map { ["attribute": .string($0)] } ?? json)
    }

    private static func name(_ json: JSON, _ list: String) throws -> String {
        guard let name = json.string, (1...256).contains(name.utf8.count) else {
            throw JSONError("`\(list)` contains a value that is not a text of 1 to 256 bytes")
        }
        return name
    }
}

extension JSON {
    fileprivate func text(_ key: String) throws -> String? {
        guard let value = self[key], !value.isNull else { return nil }
        return try requiredString(key)
    }

    fileprivate func flag(_ key: String) throws -> Bool {
        guard let value = self[key], !value.isNull else { return false }
        guard let flag = value.bool else { throw JSONError("`\(key)` is neither true nor false") }
        return flag
    }

    fileprivate func members(_ key: String) throws -> JSONObject {
        guard let value = self[key], !value.isNull else { return JSONObject() }
        guard let object = value.object else { throw JSONError("`\(key)` is not an object") }
        return object
    }

    fileprivate func list(_ key: String, limit: Int) throws -> [JSON] {
        let elements = try list(key)
        guard elements.count <= limit else { throw JSONError("`\(key)` has more than \(limit) elements") }
        return elements
    }
}
