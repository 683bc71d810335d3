// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Wire

/// Plays the cases of several lists of hits in one.
struct MultiHitsPlayer: CasePlayer {
    private let searchers: [String]
    private let widget: MultiHitsInteractor
    private var state: MultiHitsInteractor.State
    private var request = 0
    private var updates = 0
    private var errors = 0

    init(given: JSON) throws {
        let given = try given.list("sections")
        searchers = given.indices.map { "searcher\($0)" }
        let sections = try zip(searchers, given).map { searcher, section -> JSON in
            var parameters = JSONObject([("searcher", .string(searcher))])
            parameters["schema"] = try section["record-schema"].map(SearchResponse.recordSchema(notation:))
            return .object(parameters)
        }
        widget = try MultiHitsInteractor(
            WidgetConfiguration(
                name: PlayedSession.widget,
                type: MultiHitsInteractor.type,
                searcher: "all",
                searcherMembers: searchers,
                parameters: ["sections": .array(sections), "hitsPerSection": 100, "showEmpty": true]
            )
        )
        state = widget.initialState
        _ = widget.fold(&state, .start)
    }

    /// The answers of one search, of which the widget publishes one view.
    mutating func play(_ command: String, _ data: JSON) throws {
        guard command == "search-responses" else { throw Missing.command(command) }
        let before = widget.view(state)
        request += 1
        for (searcher, response) in zip(searchers, try data.list("responses")) {
            let asked = MemberRequest(number: request, index: searcher)
            _ = widget.fold(&state, .request(searcher: searcher, asked))
            let answer = try SearchResponse(notation: response)
            _ = widget.fold(&state, .results(searcher: searcher, request: request, answer))
        }
        if widget.view(state) != before { updates += 1 }
        errors += sections.count { $0["phase"] == "failed" }
    }

    private var sections: [JSON] { widget.view(state)["sections"]?.array ?? [] }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "section-hits": .array(sections.map { JSON($0["hits"]?.array?.count ?? 0) })
        case "event-counts": ["results-updated": JSON(updates), "error": JSON(errors)]
        default: throw Missing.output(name)
        }
    }
}
