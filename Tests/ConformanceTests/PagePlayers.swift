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
        hits = try PlayedWidget(given: [:])
        for response in try given.responses(pageCount: nil) { try hits.answer(response) }
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        guard command == "insert-page" else { throw Missing.command(command) }
        let page = try data.requiredInt("page")
        guard page <= hits.shownPages.count else { throw Missing("pages with a gap") }
        try hits.answer(try given.response(page: page, items: try data.list("items"), pageCount: nil))
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        let pages = hits.shownPages.map { $0.map(SearchResponse.notation(ofHit:)) }
        switch name {
        case "loaded-pages": return .array(pages.enumerated().map { [JSON($0), .array($1)] })
        case "latest-page": return pages.isEmpty ? .null : JSON(pages.count - 1)
        case "loaded-page-count", "total-page-count": return hits.view["pages"] ?? .null
        case "count": return JSON(pages.joined().count)
        case "items": return .array(Array(pages.joined()))
        case "contains-page":
            let asked = expected.object?.keys ?? []
            return .object(JSONObject(asked.map { ($0, .bool(Int($0).map(pages.indices.contains) ?? false)) }))
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
        guard data["direction"] != "before" else { throw Missing("pages with a gap") }
        guard hits == nil else { throw Missing("several rows") }
        let settings: JSON = ["infiniteScrolling": ["offset": try data.required("offset")]]
        var hits = try PlayedWidget<HitsInteractor>(given: [:], parameters: settings)
        for response in try given.responses(pageCount: pageCount) { try hits.answer(response) }
        try hits.send("present", ["row": try data.required("row")])
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
