// SPDX-License-Identifier: MIT

import AlgoliaTesting
import Interactors
import SearchModel
import Wire

@testable import Backends

/// Plays the cases of a search box.
struct SearchBoxPlayer: CasePlayer {
    private var box: PlayedWidget<SearchBoxInteractor>
    private var events: [JSON] = []
    private let searchesBefore: Int

    init(given: JSON) throws {
        box = try PlayedWidget(given: given, parameters: ["mode": given["mode"] ?? "search-as-you-type"])
        if let query = given["query"]?.string { try box.send("set-query", ["query": .string(query)]) }
        searchesBefore = box.searches.count
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        guard ["set-query", "submit"].contains(command) else { throw Missing.command(command) }
        let query = data["query"].flatMap { $0.isNull ? nil : $0 }
        let before = box.view["query"]
        if command == "set-query" {
            try box.send("set-query", ["query": query ?? ""])
        } else {
            try box.send("submit", query.map { ["query": $0] } ?? [:])
        }
        let after = box.view["query"] ?? .null
        if after != before { events.append(["query-changed", after]) }
        if command == "submit" { events.append(["query-submitted", after]) }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "query": box.view["query"] ?? .null
        case "events": .array(events)
        case "searches": .array(box.searches.dropFirst(searchesBefore).map { .string($0.query) })
        default: throw Missing.output(name)
        }
    }
}

/// Plays the cases of the loading indicator.
struct LoadingPlayer: CasePlayer {
    private var loading: PlayedWidget<LoadingInteractor>
    private var events: [JSON] = []

    init(given: JSON) throws {
        loading = try PlayedWidget(given: given)
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        guard command == "loading" else { throw Missing.command(command) }
        if data["loading"]?.bool == true {
            try loading.ask(.search)
            loading.tell(.started)
        } else {
            try loading.answer(try .init(notation: ["hits": []]))
        }
        events.append(loading.view["loading"] ?? .null)
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "loading": loading.view["loading"] ?? .null
        case "events": .array(events)
        default: throw Missing.output(name)
        }
    }
}

/// Plays the cases of the line with the number of results.
struct StatsPlayer: CasePlayer {
    private static let members = [
        "totalHitsCount": "nbHits", "nbSortedHits": "nbSortedHits", "hitsPerPage": "hitsPerPage",
        "pagesCount": "nbPages", "page": "page", "processingTimeMS": "processingTimeMS", "query": "query",
        "queryID": "queryID",
    ]

    private var stats: PlayedWidget<StatsInteractor>
    private var changes = 0
    private var isTextTold = true

    init(given: JSON) throws {
        stats = try PlayedWidget(given: given)
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        let before = stats.view
        switch command {
        case "search-response":
            let response = try data.required("response")
            isTextTold = response["query"] != nil
            try stats.answer(response["nbHits"] == nil ? Self.bare(response) : .init(notation: response))
        case "search-error":
            try stats.ask(.search)
            stats.tell(.serviceFailed)
        default: throw Missing.command(command)
        }
        if stats.view != before { changes += 1 }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "stats": figures
        case "text": stats.view["text"] ?? .null
        case "item-changed-events": JSON(changes)
        default: throw Missing.output(name)
        }
    }

    /// An answer without its figures, as the edge reads it that speaks the service's protocol.
    private static func bare(_ response: JSON) throws -> SearchResponse {
        try AlgoliaExchange(SearchRequest(index: "index")).response(from: [response])
    }

    private var figures: JSON {
        let view = stats.view
        guard view["phase"] != "idle" else { return .null }
        return .object(
            JSONObject(
                Self.members.sorted { $0.key < $1.key }.map { name, member in
                    // A response without its query text has none in the notation, and an empty one in a view.
                    (name, member == "query" && !isTextTold ? .null : view[member] ?? .null)
                }
            )
        )
    }
}
