// SPDX-License-Identifier: MIT

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
        "explain?": .boolean.described(
            "Whether each hit has `ranking`, which tells why it is where it is; for callers who may read the log."
        ),
        "clickAnalytics?": .boolean.described("Whether the response has a `queryID`, by which clicks are reported."),
    ])
    private static let names = Set(members.memberNames)

    /// The searcher that answers.
    let searcher: String
    /// Whom the request is addressed to.
    let unit: String
    /// What is asked, numbered 1; a number of its session takes its place.
    let request: MemberRequest
    /// Whether the answer has the identifier of the search, so that clicks can be attributed to it.
    let wantsIdentifier: Bool

    init(searcher: String, unit: String, request: MemberRequest, wantsIdentifier: Bool = false) {
        (self.searcher, self.unit, self.request) = (searcher, unit, request)
        self.wantsIdentifier = wantsIdentifier
    }

    /// The same search among the records that filters let through.
    func restricted(to filters: FilterState) -> OneOffSearch {
        var request = request
        request.baseFilters = request.baseFilters.joined(with: filters)
        return OneOffSearch(searcher: searcher, unit: unit, request: request, wantsIdentifier: wantsIdentifier)
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
        let (searcher, index) = try searchers.entry(name)
        do {
            self.init(
                searcher: name,
                unit: searchers.unit(of: searcher),
                request: try Self.request(json, of: name, index, searchers.reach(of: searcher)),
                wantsIdentifier: try json.truth("clickAnalytics") ?? false
            )
        } catch let error as JSONError {
            throw SearchBusError(.invalidArgument, "\(place) is invalid: \(error).")
        }
    }

    /// The request, read as a request on the log is, where a call may leave out or shorten members.
    private static func request(
        _ json: JSON,
        of searcher: String,
        _ index: String,
        _ reach: SearcherReach
    ) throws -> MemberRequest {
        var members = JSONObject([
            ("number", 1), ("since", 1), ("once", true), ("query", ""), ("index", .string(index)), ("page", 0),
            ("filters", []),
        ])
        for member in json.object?.members ?? [] where !member.value.isNull { members[member.key] = member.value }
        if let index = json["index"], !index.isNull { members["chosen"] = true }
        for name in ["filters", "baseFilters"] { members[name] = try members[name].map(filters) }
        // A facet may be an attribute alone.
        let facets = try json.list("facets").map { $0.string.map { ["attribute": .string($0)] } ?? $0 }
        members["facets"] = .array(facets)
        let request = try MemberRequest(json: .object(members))
        let state = SearcherState(
            query: request.query,
            index: request.isIndexChosen ? request.index : nil,
            page: request.page,
            hitsPerPage: request.hitsPerPage,
            parameters: request.parameters
        )
        try state.checkLimits(relativeTo: SearcherState())
        if request.isIndexChosen { try reach.check(index: request.index, of: searcher) }
        guard facets.count <= 100 else { throw JSONError("`facets` has more than 100 elements") }
        for (name, list, limit) in [
            ("stats", request.stats, 100), ("attributesToRetrieve", request.attributesToRetrieve ?? [], 1_000),
        ] {
            guard list.count <= limit else { throw JSONError("`\(name)` has more than \(limit) elements") }
            guard list.allSatisfy({ (1...256).contains($0.utf8.count) }) else {
                throw JSONError("`\(name)` contains a value that is not a text of 1 to 256 bytes")
            }
        }
        try reach.check(counted: request.facets.map(\.attribute) + request.stats, of: searcher)
        try request.filters.checkLimits(relativeTo: FilterState())
        try request.baseFilters.checkLimits(relativeTo: FilterState())
        return request
    }

    /// A filter state, or the list of its groups alone, as a filter state.
    private static func filters(_ json: JSON) throws -> JSON {
        if json.array != nil { return ["groups": json] }
        guard json.object?.keys.elementsEqual(["groups"]) == true else {
            throw JSONError("filters are neither a list of groups nor {\"groups\": [\u{2026}]}")
        }
        return json
    }
}
