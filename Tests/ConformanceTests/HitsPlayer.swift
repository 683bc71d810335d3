// SPDX-License-Identifier: MIT

import SearchModel
import Wire

@testable import Interactors

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
        var keepingAll = parameters
        keepingAll["keepPages"] = "all"
        hits = try PlayedWidget(given: given, parameters: .object(keepingAll))
        let pages = try GivenPages(given)
        for response in try pages.responses(pageCount: nil) { try hits.answer(response) }
        try hits.configure(.object(parameters))
        let pending = try given.list("pending-pages").compactMap(\.int).sorted()
        if pending.count == 1 {
            try hits.send(pending[0] > (try hits.list.pages.last ?? 0) ? "load-more" : "load-previous")
        } else if !pending.isEmpty {
            try hits.send("present", ["row": JSON((pages.pages.first?.page ?? 0) * pages.size)])
        }
        guard pending.allSatisfy(hits.pendingPages.contains) else {
            throw Missing("pages that are not beside the others")
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
        case "pending-pages": return .array(hits.pendingPages.map { JSON($0) })
        case "requested-pages": return .array(try hits.requestedPages(after: askedBefore))
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
}
