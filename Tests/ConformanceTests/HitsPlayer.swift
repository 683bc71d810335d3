// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

@testable import Interactors

/// Plays the cases of a list of hits.
struct HitsPlayer: CasePlayer {
    private var hits: PlayedWidget<HitsInteractor>
    private var events: [JSON] = []
    private let askedBefore: Int

    init(given: JSON) throws {
        guard given["record-schema"] == nil else { throw Missing("record schema") }
        let settings = given["settings"] ?? [:]
        var parameters = JSONObject()
        parameters["infiniteScrolling"] = settings["infinite-scrolling"]
        parameters["showItemsOnEmptyQuery"] = settings["show-items-on-empty-query"]
        hits = try PlayedWidget(given: given, parameters: .object(parameters))
        let pages = try GivenPages(given)
        for response in try pages.responses(pageCount: nil) { hits.answer(response) }
        for page in try given.list("pending-pages") {
            guard page == JSON(pages.pages.count) else { throw Missing("several pages at once") }
            try hits.send("load-more")
        }
        askedBefore = hits.asked.count
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "search-response":
            hits.answer(try .init(notation: try data.required("response")))
            events.append("results-updated")
        case "search-error":
            hits.tell(.serviceFailed)
        case "request-changed":
            hits.tell(.started)
            events.append("request-changed")
        case "present-row":
            try hits.send("present", ["row": try data.required("row")])
        default:
            throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        let shown = hits.view["hits"]?.array ?? []
        switch name {
        case "number-of-hits": return JSON(shown.count)
        case "hits": return .array(shown.map(SearchResponse.notation(ofHit:)))
        case "loaded-pages": return hits.view["pages"] ?? .null
        case "pending-pages": return .array(hits.state.wanted == nil ? [] : [JSON(hits.state.list.pages.count)])
        case "requested-pages":
            return .array(try hits.asked.dropFirst(askedBefore).joined().map { try $0.data.required("page") })
        case "invalidated": return .bool(["loading", "stalled"].contains(hits.view["phase"]))
        case "events": return .array(events)
        default: throw Missing.output(name)
        }
    }
}
