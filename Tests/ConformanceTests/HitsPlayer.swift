// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Wire

/// Plays the cases of a list of hits.
struct HitsPlayer: CasePlayer {
    private var hits: PlayedWidget<HitsInteractor>
    private var events: [JSON] = []
    private let askedBefore: Int

    init(given: JSON) throws {
        guard given["record-schema"] == nil else { throw Missing("record schema") }
        guard given["page-clean-up-offset"] == nil else { throw Missing("pages that are cleaned up") }
        let settings = given["settings"] ?? [:]
        var parameters = JSONObject()
        parameters["infiniteScrolling"] = settings["infinite-scrolling"]
        parameters["showItemsOnEmptyQuery"] = settings["show-items-on-empty-query"]
        hits = try PlayedWidget(given: given, parameters: .object(parameters))
        let pages = try GivenPages(given)
        for response in try pages.responses(pageCount: nil) { try hits.answer(response) }
        for page in try given.list("pending-pages") {
            guard page == JSON(pages.pages.count) else { throw Missing("several pages at once") }
            try hits.send("load-more")
        }
        askedBefore = hits.asked.count
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "search-response":
            if try hits.answer(.init(notation: try data.required("response"))) { events.append("results-updated") }
        case "search-error":
            hits.tell(.serviceFailed)
        case "request-changed":
            try hits.ask(.search)
            hits.tell(.started)
            events.append("request-changed")
        case "present-row":
            try hits.send("present", ["row": try data.required("row")])
        default:
            throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        let shown = hits.shownPages.flatMap { $0 }
        switch name {
        case "number-of-hits": return JSON(shown.count)
        case "hits": return .array(shown.map(SearchResponse.notation(ofHit:)))
        case "loaded-pages": return .array(hits.shownPages.indices.map { JSON($0) })
        case "pending-pages": return .array(hits.view["loadingMore"] == true ? requestedPages.suffix(1) : [])
        case "requested-pages": return .array(requestedPages.suffix(hits.asked.count - askedBefore))
        case "invalidated": return .bool(["loading", "stalled"].contains(hits.view["phase"]))
        case "events": return .array(events)
        default: throw Missing.output(name)
        }
    }

    private var requestedPages: [JSON] { hits.asked.compactMap { $0.data["page"] } }
}
