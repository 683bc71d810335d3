// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Interactors
import SearchModel
import Searchers
import Wire

/// Plays the cases of a searcher of hits.
struct HitsSearcherPlayer: CasePlayer {
    private static let name = "products"
    private static let filterState = "main"

    private var searcher: PlayedSearcher
    private var filters: PlayedFilters
    private let launchedBefore: Int
    private let supersededBefore: Int
    private var queryChanges = 0

    init(given: JSON) throws {
        filters = try PlayedFilters(preloaded: try given.list("filter-state"))
        let rule = try given["search-guard"].map { _ in try Self.rule(of: given) } ?? .always
        let member = SearcherUnit.Member(
            name: Self.name,
            template: SearchRequest(index: given["index"]?.string ?? "index"),
            searchWhen: rule,
            filterState: Self.filterState
        )
        searcher = try PlayedSearcher([member], initialFilters: [Self.filterState: filters.state])
        for _ in 0..<(try given.integer("in-flight") ?? 0) {
            searcher.send(.search)
            searcher.settle()
        }
        searcher.prepare(
            Self.name,
            query: given["query"]?.string ?? "",
            page: try given.integer("page") ?? 0
        )
        launchedBefore = searcher.launched.count
        supersededBefore = searcher.supersededCount
    }

    private static func rule(of given: JSON) throws -> SearchRule {
        guard try given.requiredString("search-guard") == "non-empty-query" else { throw Missing("search guard") }
        return .nonEmpty
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "update-request", "set-query":
            guard data["index"] == nil else { throw Missing("another index") }
            guard data["page"] == nil else { throw Missing("a page without a search") }
            if searcher.send(.setQuery(data["query"]?.string ?? "")) { queryChanges += 1 }
        case "search":
            searcher.send(.search)
            searcher.settle()
        case "load-page":
            searcher.send(.loadPage(try data.requiredInt("page"), of: 0))
            searcher.settle()
        case "filter-state":
            try filters.play(try data.list("do"))
            searcher.tell(filters.state, named: Self.filterState)
            searcher.settle()
        default:
            throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "event-counts":
            return try counts(of: expected)
        case "request":
            return searcher.request(of: Self.name)
        case "searches":
            return .array(
                launched.map { request in
                    [
                        "query": .string(request.query), "page": JSON(request.page), "index": .string(request.index),
                        "filters": request.filters.sortedAsInCases.notation,
                    ]
                }
            )
        case "cancelled-requests":
            return JSON(searcher.supersededCount - supersededBefore)
        default:
            throw Missing.output(name)
        }
    }

    private var launched: [SearchRequest] { Array(searcher.launched.dropFirst(launchedBefore).joined()) }

    private func counts(of events: JSON) throws -> JSON {
        .object(
            JSONObject(
                try (events.object?.keys ?? []).map { event in
                    switch event {
                    case "search": (event, JSON(launched.count))
                    case "query-changed": (event, JSON(queryChanges))
                    default: throw Missing("event \(event)")
                    }
                }
            )
        )
    }
}
