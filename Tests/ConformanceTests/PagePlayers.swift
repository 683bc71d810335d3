// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Wire

/// Plays the cases of the pages of a list.
struct PageMapPlayer: CasePlayer {
    private let given: GivenPages
    private var hits: PlayedWidget<HitsInteractor>

    init(given json: JSON) throws {
        given = try GivenPages(json)
        hits = try Self.hits(given, keepPages: "all")
    }

    private static func hits(_ given: GivenPages, keepPages: JSON) throws -> PlayedWidget<HitsInteractor> {
        var hits = try PlayedWidget<HitsInteractor>(given: [:], parameters: ["keepPages": keepPages])
        for response in try given.responses(pageCount: nil) { try hits.answer(response) }
        return hits
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "insert-page":
            let (page, items) = (try data.requiredInt("page"), try data.list("items"))
            try hits.answer(try given.response(page: page, items: items, pageCount: nil))
        case "evict":
            // A row of the page is in sight of a list that keeps so many.
            let page = try data.requiredInt("around")
            hits = try Self.hits(given, keepPages: try data.required("keep"))
            try hits.send("present", ["row": JSON(page * given.size)])
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

/// Plays the cases of pages that are asked for as rows come into sight, each of which comes before the next is asked for.
struct InfiniteScrollPlayer: CasePlayer {
    private let given: GivenPages
    private let pageCount: Int?
    private var hits: PlayedWidget<HitsInteractor>?

    init(given json: JSON) throws {
        given = try GivenPages(json)
        pageCount = try json.integer("last-page").map { $0 + 1 }
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        guard command == "present-row" else { throw Missing.command(command) }
        guard hits == nil else { throw Missing("several rows") }
        let settings: JSON = ["infiniteScrolling": ["offset": try data.required("offset")], "keepPages": "all"]
        var hits = try PlayedWidget<HitsInteractor>(given: [:], parameters: settings)
        for response in try given.responses(pageCount: pageCount) { try hits.answer(response) }
        var sight = JSONObject([("row", try data.required("row"))])
        sight["direction"] = data["direction"] == "both" ? nil : data["direction"]
        try hits.send("present", .object(sight))
        var answered = 0
        while answered < hits.asked.count {
            let page = try hits.asked[answered].data.requiredInt("page")
            let items = [JSON](repeating: .null, count: given.size)
            answered += 1
            try hits.answer(try given.response(page: page, items: items, pageCount: pageCount))
        }
        self.hits = hits
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        guard name == "requested-pages" else { throw Missing.output(name) }
        return .array(hits?.asked.compactMap { $0.data["page"] } ?? [])
    }
}
