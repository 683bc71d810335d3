// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import AppModel
import Interactors
import SearchModel
import Wire

@testable import Backends

/// Plays the cases of a searcher of hits.
struct HitsSearcherPlayer: CasePlayer {
    private var searcher: PlayedSearcher
    private let launchedBefore: Int
    private let requestsBefore: Int

    init(given: JSON) throws {
        searcher = try PlayedSearcher(
            filters: try given.list("filter-state"),
            index: given["index"]?.string ?? "index",
            rule: try given["search-guard"].map { _ in try Self.rule(of: given) } ?? .always
        )
        if let query = given["query"]?.string { try searcher.send(.setQuery(query)) }
        if let page = try given.integer("page") { try searcher.send(.loadPage(page, of: 0)) }
        while let request = searcher.running.first, searcher.end(request) {}
        for _ in 0..<(try given.integer("in-flight") ?? 0) { try searcher.send(.search) }
        launchedBefore = searcher.launched.count
        requestsBefore = searcher.requests.count
    }

    private static func rule(of given: JSON) throws -> SearchRule {
        guard try given.requiredString("search-guard") == "non-empty-query" else { throw Missing("search guard") }
        return .nonEmpty
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "update-request", "set-query", "set-index":
            guard data["page"] == nil else { throw Missing("a page without a search") }
            if data["query"] != nil { try searcher.send(.setQuery(data["query"]?.string ?? "")) }
            if let index = data["index"]?.string { try searcher.send(.setIndex(index)) }
        case "search":
            try searcher.send(.search)
        case "load-page":
            try searcher.send(.loadPage(try data.requiredInt("page"), of: 0))
        case "filter-state":
            try searcher.change(try data.list("do"))
        default:
            throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "event-counts":
            let events = expected.object?.keys ?? []
            return .object(JSONObject(try events.map { ($0, JSON(try count($0))) }))
        case "request":
            return searcher.session.request.map(notation) ?? .null
        case "searches":
            return .array(launched.map(notation))
        case "cancelled-requests":
            return JSON(searcher.givenUp)
        default:
            throw Missing.output(name)
        }
    }

    private var launched: ArraySlice<MemberRequest> { searcher.launched.dropFirst(launchedBefore) }

    private func notation(_ request: MemberRequest) -> JSON {
        [
            "query": .string(request.query), "page": JSON(request.page), "index": .string(request.index),
            "filters": JSON(FilterText.text(of: request.filters)),
        ]
    }

    /// How often something happened: a new request is the event, whatever has changed in it.
    private func count(_ event: String) throws -> Int {
        let requests = searcher.requests.dropFirst(requestsBefore - 1)
        let changes = zip(requests, requests.dropFirst())
        switch event {
        case "search": return launched.count
        case "request-changed": return changes.count { $0 != $1 }
        case "query-changed": return changes.count { $0.query != $1.query }
        case "index-changed": return changes.count { $0.index != $1.index }
        default: throw Missing("event \(event)")
        }
    }
}
