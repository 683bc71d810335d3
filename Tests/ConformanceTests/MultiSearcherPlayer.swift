// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Searchers
import Wire

@testable import HTTPBackend

/// Plays the cases of several searchers in one request.
struct MultiSearcherPlayer: CasePlayer {
    private let names: [String]
    /// What is asked for each; `nil` for a child that a case gives as bare requests.
    private let plans: [QueryPlan?]
    private var failed: [String] = []

    init(given: JSON) throws {
        let children = try given.list("children")
        names = try children.map { try $0.requiredString("id") }
        plans = try children.map { $0["type"] == nil ? nil : QueryPlan(try Self.request(of: $0)) }
    }

    private static func request(of child: JSON) throws -> SearchRequest {
        let groups = try child.list("groups").map(FilterGroup.init(notation:))
        let index = child["index"]?.string ?? "index"
        if child["type"] == "facets" {
            let facet = try child.requiredString("facet")
            let query = child["facet-query"]?.string ?? ""
            return SearchRequest(index: index, kind: .facetValues(attribute: facet, limit: 10), query: query)
        }
        let attributes = groups.filter { $0.id.kind == .or }.flatMap(\.filters).filter { $0.facetValue != nil }
        return SearchRequest(
            index: index,
            query: child["query"]?["query"]?.string ?? "",
            filters: FilterState(groups: groups),
            facets: attributes.map(\.attribute).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        )
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        guard command != "responses" else { throw Self.bareRequests }
        guard command == "search-error" else { throw Missing.command(command) }
        var searcher = try PlayedSearcher(names.map { .init(name: $0, template: SearchRequest(index: $0)) })
        searcher.send(.search)
        searcher.settle()
        failed = searcher.running.flatMap { searcher.end($0, isSuccess: false) } ?? []
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "ranges": return .array(try ranges())
        case "requests": return .array(try asked().flatMap { try $0.queries() })
        case "children":
            let error: JSON = ["error": ["kind": "service-error"]]
            return .object(JSONObject(failed.map { ($0, error) }))
        default: throw Missing.output(name)
        }
    }

    private static let bareRequests = Missing("requests without a searcher")

    private func asked() throws -> [QueryPlan] {
        try plans.map { plan in
            guard let plan else { throw Self.bareRequests }
            return plan
        }
    }

    /// The places of each searcher's queries in the one request.
    private func ranges() throws -> [JSON] {
        var start = 0
        return try asked().map { plan in
            defer { start += plan.count }
            return [JSON(start), JSON(start + plan.count)]
        }
    }
}
