// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import AlgoliaTesting
import SearchModel
import Wire

@testable import Backends

/// Plays the cases of the queries that bring disjunctive counts, and of the one response that is made of their answers.
struct QueryBuilderPlayer: CasePlayer {
    private let plan: AlgoliaExchange
    private let hierarchy: [String]
    private let answers: [JSON]

    init(given: JSON) throws {
        let query = given["query"] ?? [:]
        hierarchy = try given.strings("hierarchical-attributes")
        answers = try given.list("responses")
        let groups = try given.list("groups").map(FilterGroup.init(notation:))
        let path = try given.list("hierarchical-path").map(Filter.init(notation:))
        let filters = Self.filters(groups, path: path, levels: hierarchy)
        let statistics = answers.flatMap { $0["facets_stats"]?.object?.keys ?? [] }
        let counted =
            try query.strings("facets") + given.strings("disjunctive-attributes") + hierarchy
            + filters.disjunctiveAttributes.sorted() + answers.flatMap { $0["facets"]?.object?.keys ?? [] }
        plan = AlgoliaExchange(
            SearchRequest(
                index: "index",
                query: query["query"]?.string ?? "",
                page: try query.integer("page") ?? 0,
                hitsPerPage: try query.integer("hitsPerPage") ?? 20,
                filters: filters,
                facets: counted.reduce(into: []) { if !$0.contains(FacetNeed($1)) { $0.append(FacetNeed($1)) } },
                stats: Set(statistics).sorted()
            ),
            syntax: .text
        )
    }

    /// The filters, with the path into a hierarchy as one group instead of its last filter.
    private static func filters(_ groups: [FilterGroup], path: [Filter], levels: [String]) -> FilterState {
        let others = groups.map { group in
            FilterGroup(id: group.id, filters: group.filters.filter { group.id.kind != .and || $0 != path.last })
        }
        let id = FilterGroup.ID(kind: .hierarchical, name: "_hierarchical")
        return FilterState(groups: others + [FilterGroup(id: id, filters: path, attributes: levels)])
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        guard ["build-queries", "merge-responses"].contains(command) else { throw Missing.command(command) }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        let queries = try plan.queries()
        switch name {
        case "query-count": return JSON(queries.count)
        case "disjunctive-query-count": return JSON(queries.dropFirst().filter { !isHierarchical($0) }.count)
        case "hierarchical-query-count": return JSON(queries.dropFirst().filter(isHierarchical).count)
        case "main-query": return queries[0]
        case "faceting-queries": return .array(Array(queries.dropFirst()))
        case "response": return try response(to: queries)
        default: throw Missing.output(name)
        }
    }

    private func isHierarchical(_ query: JSON) -> Bool {
        (query["facets"]?.array ?? []).contains { hierarchy.contains($0.string ?? "") }
    }

    /// The response made of the answers of a service for these queries.
    private func response(to queries: [JSON]) throws -> JSON {
        guard let first = answers.first else { throw Missing("no answer") }
        let others = queries.dropFirst().map { query in
            let attributes = (query["facets"]?.array ?? []).compactMap(\.string)
            // What the service counts under these filters; of an attribute that no further answer has, as the first one has it.
            func told(_ member: String) -> JSON {
                let values = attributes.compactMap { attribute in
                    (answers.dropFirst().compactMap { $0[member]?[attribute] }.last ?? first[member]?[attribute])
                        .map { (attribute, $0) }
                }
                return .object(JSONObject(values))
            }
            let source = answers.dropFirst().last { answer in attributes.contains { answer["facets"]?[$0] != nil } }
            return [
                "hits": [], "nbHits": 0, "facets": told("facets"), "facets_stats": told("facets_stats"),
                "exhaustive": source?["exhaustive"] ?? [:],
            ] as JSON
        }
        var main = first.object ?? JSONObject()
        main["nbHits"] = first["nbHits"] ?? 0
        guard let hits = try plan.response(from: [.object(main)] + others).hits else { throw Missing("no hits") }
        let tables = hits.facets.sorted { $0.key < $1.key }.map { attribute, counts in
            let table = counts.map { ($0.value.label, JSON($0.count)) }
            return (attribute, JSON.object(JSONObject(table)))
        }
        let stats = hits.stats.sorted { $0.key < $1.key }.map { attribute, range in
            (attribute, ["min": .number(range.lowerBound), "max": .number(range.upperBound)] as JSON)
        }
        return [
            "nbHits": JSON(hits.totalCount), "page": JSON(hits.page), "hits": .array(hits.hits.map(\.record)),
            "query": first["query"] ?? .null, "facets": .object(JSONObject(tables)),
            "facets_stats": .object(JSONObject(stats)), "exhaustive": ["facetsCount": .bool(hits.isExhaustive)],
        ]
    }
}
