// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Wire

/// Plays the cases of a choice among indexes.
struct SortByPlayer: CasePlayer {
    private let indices: [String]
    private var sort: PlayedWidget<SortByInteractor>
    private let searchesBefore: Int

    init(given: JSON) throws {
        indices = try given.strings("indices")
        let searcher = given["searcher"] ?? [:]
        guard searcher["index"]?.string != nil, let selected = try given.integer("selected") else {
            throw Missing("a choice without an index")
        }
        guard indices.indices.contains(selected) else { throw Missing("a selection outside of the indices") }
        let items = indices.map { JSON.object(JSONObject([("index", .string($0))])) }
        sort = try PlayedWidget(given: given, parameters: ["items": .array(items)])
        try sort.send("select", ["index": .string(indices[selected])])
        if let page = try searcher.integer("page"), page > 0 { try sort.ask(.loadPage(page, of: 0)) }
        searchesBefore = sort.searches.count
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "select-segment":
            let key = try data.requiredInt("key")
            guard indices.indices.contains(key) else { throw Missing("an index outside of the items") }
            try sort.send("select", ["index": .string(indices[key])])
        case "set-selected-name": try sort.send("select", ["index": .string(try data.requiredString("name"))])
        default: throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "selected-name": sort.view["selected"] ?? .null
        case "selected": JSON(sort.view["selected"]?.string.flatMap(indices.firstIndex))
        case "searcher-index": JSON(sort.session.request?.index)
        case "searcher-page": JSON(sort.session.request?.page)
        case "searches": JSON(sort.searches.count - searchesBefore)
        default: throw Missing.output(name)
        }
    }
}

/// Plays the cases of whether results that match little are left out.
struct RelevantSortPlayer: CasePlayer {
    private static let strictness = ["relevancy": 100, "hits-count": 0]

    private var sort: PlayedWidget<RelevantSortInteractor>
    private let searchesBefore: Int

    init(given: JSON) throws {
        sort = try PlayedWidget(given: given)
        if let priority = given["priority"]?.string {
            try sort.answer(
                .init(
                    notation: [
                        "hits": [], "appliedRelevancyStrictness": JSON(Self.strictness[priority]),
                    ]
                )
            )
        }
        searchesBefore = sort.searches.count
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "toggle": try sort.send("toggle")
        case "search-response": try sort.answer(.init(notation: try data.required("response")))
        default: throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "priority": sort.view["priority"] ?? .null
        case "relevancyStrictness": sort.session.request?.parameters["relevancyStrictness"] ?? .null
        case "searches": JSON(sort.searches.count - searchesBefore)
        default: throw Missing.output(name)
        }
    }
}
