// SPDX-License-Identifier: MIT

import SearchModel
import Wire

@testable import Interactors

/// Plays the cases of the pages of a list.
struct PageMapPlayer: CasePlayer {
    private let given: GivenPages
    private var hits: PlayedWidget<HitsInteractor>

    init(given json: JSON) throws {
        given = try GivenPages(json)
        hits = try PlayedWidget(given: [:], parameters: ["keepPages": "all"])
        for response in try given.responses(pageCount: nil) { try hits.answer(response) }
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "insert-page":
            let (page, items) = (try data.requiredInt("page"), try data.list("items"))
            try hits.answer(try given.response(page: page, items: items, pageCount: nil))
        case "evict":
            // A row of the page is in sight of a list that keeps so many.
            try hits.configure(["keepPages": try data.required("keep")])
            try hits.send("present", ["row": JSON(try data.requiredInt("around") * given.size)])
            try hits.configure(["keepPages": "all"])
        default:
            throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        let list = try hits.list
        switch name {
        case "loaded-pages":
            return .array(
                list.pages.map { page in
                    let rows = page * list.size..<min((page + 1) * list.size, list.count)
                    return [
                        JSON(page), .array(rows.compactMap { list.record($0).map(SearchResponse.notation(ofRecord:)) }),
                    ]
                }
            )
        case "latest-page": return list.pages.last.map { JSON($0) } ?? .null
        case "loaded-page-count": return JSON(list.pages.count)
        case "total-page-count": return JSON(list.pages.last.map { $0 + 1 } ?? 0)
        case "count": return JSON(list.count)
        case "items": return .array(hits.rows(of: list))
        case "contains-page":
            let asked = expected.object?.keys ?? []
            return .object(JSONObject(asked.map { ($0, .bool(Int($0).map(list.has) ?? false)) }))
        default: throw Missing.output(name)
        }
    }
}

/// Plays the cases of pages that are requested one after another as rows come into sight.
struct InfiniteScrollPlayer: CasePlayer {
    private let given: GivenPages
    private let pageCount: Int?
    private var hits: PlayedWidget<HitsInteractor>

    init(given json: JSON) throws {
        given = try GivenPages(json)
        pageCount = try json.integer("last-page").map { $0 + 1 }
        hits = try PlayedWidget(given: [:], parameters: ["keepPages": "all"])
        for response in try given.responses(pageCount: pageCount) { try hits.answer(response) }
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "present-row":
            try hits.configure(["infiniteScrolling": ["offset": try data.required("offset")], "keepPages": "all"])
            var sight = JSONObject([("row", try data.required("row"))])
            sight["direction"] = data["direction"] == "both" ? nil : data["direction"]
            try hits.send("present", .object(sight))
        case "page-settled":
            guard try data.integer("page") == hits.view["awaited"]?.int else {
                throw Missing("a page that is not asked for")
            }
            hits.tell(.serviceFailed)
        case "request-changed":
            try hits.ask(.search)
            hits.tell(.started)
        default: throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "requested-pages": return .array(try hits.requestedPages())
        case "loaded-or-pending":
            let (list, pending) = (try hits.list, hits.pendingPages)
            let pages = (expected.object?.keys ?? []).map { key in
                (key, JSON.bool(Int(key).map { list.has($0) || pending.contains($0) } ?? false))
            }
            return .object(JSONObject(pages))
        default: throw Missing.output(name)
        }
    }
}

extension PlayedWidget<HitsInteractor> {
    /// The pending pages.
    var pendingPages: [Int] {
        guard let wish = state.wish else { return [] }
        return wish.pages.filter { !state.list.has($0) }
    }

    /// The pages that are requested, one after another.
    func requestedPages(after asked: Int = 0) throws -> [JSON] {
        var played = self
        let (size, total, query) = (try list.size, view["nbHits"] ?? 0, view["query"] ?? "")
        var answered = asked
        while answered < played.asked.count {
            let page = try played.asked[answered].data.requiredInt("page")
            answered += 1
            try played.answer(
                try .init(
                    notation: [
                        "hits": .array([JSON](repeating: .null, count: size)), "page": JSON(page),
                        "hitsPerPage": JSON(size), "nbHits": total, "query": query,
                    ]
                )
            )
        }
        return played.asked.dropFirst(asked).compactMap { $0.data["page"] }
    }
}
