// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Wire

/// Plays the cases of a list of hits.
struct HitsPlayer: CasePlayer {
    private let settings: JSONObject
    private var hits: PlayedWidget<HitsInteractor>
    private var events: [JSON] = []
    private let askedBefore: Int

    init(given: JSON) throws {
        var parameters = JSONObject()
        parameters["infiniteScrolling"] = given["settings"]?["infinite-scrolling"]
        parameters["showItemsOnEmptyQuery"] = given["settings"]?["show-items-on-empty-query"]
        parameters["schema"] = try given["record-schema"].map(SearchResponse.recordSchema(notation:))
        if let offset = given["page-clean-up-offset"] ?? given["settings"]?["page-clean-up-offset"] {
            parameters["keepPages"] = offset.isNull ? "all" : offset
        }
        settings = parameters
        hits = try PlayedWidget(given: given, parameters: .object(parameters))
        for response in try GivenPages(given).responses(pageCount: nil) { try hits.answer(response) }
        let pending = try given.list("pending-pages")
        guard pending.count < 2 else { throw Missing("several pages at once") }
        for page in pending {
            let isNext = try page.int == hits.list.pages.last.map { $0 + 1 }
            try hits.send(isNext ? "load-more" : "load-previous")
            guard hits.asked.last?.data["page"] == page else { throw Missing("a page that is not beside the others") }
        }
        askedBefore = hits.asked.count
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "search-response":
            let isShown = try hits.answer(.init(notation: try data.required("response")))
            if hits.view["phase"] == "failed" {
                events.append("error")
            } else if isShown {
                events.append("results-updated")
            }
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
        let list = try hits.list
        switch name {
        case "number-of-hits": return JSON(list.count)
        case "hits": return .array(hits.rows(of: list))
        case "hit-at":
            let rows = hits.rows(of: list)
            let asked = expected.object?.keys ?? []
            return .object(
                JSONObject(
                    asked.map { key in (key, Int(key).flatMap { rows.indices.contains($0) ? rows[$0] : nil } ?? .null) }
                )
            )
        case "loaded-pages": return .array(list.pages.map { JSON($0) })
        case "pending-pages": return .array(hits.view["awaited"].map { [$0] } ?? [])
        case "requested-pages": return .array(requestedPages.suffix(hits.asked.count - askedBefore))
        case "invalidated": return .bool(["loading", "stalled"].contains(hits.view["phase"]))
        case "events": return .array(events)
        case "settings":
            return [
                "infinite-scrolling": setting("infiniteScrolling"),
                "show-items-on-empty-query": setting("showItemsOnEmptyQuery"),
            ]
        case "page-clean-up-offset": return setting("keepPages") == "all" ? .null : setting("keepPages")
        default: throw Missing.output(name)
        }
    }

    private func setting(_ name: String) -> JSON {
        settings[name] ?? HitsInteractor.parameters.first { $0.name == name }?.defaultValue ?? .null
    }

    private var requestedPages: [JSON] { hits.asked.compactMap { $0.data["page"] } }
}
