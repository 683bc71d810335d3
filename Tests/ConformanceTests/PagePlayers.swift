// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

@testable import Interactors

/// Plays the cases of the pages of a list.
struct PageMapPlayer: CasePlayer {
    private let given: GivenPages
    private var list = HitList()

    init(given json: JSON) throws {
        given = try GivenPages(json)
        for (page, items) in given.pages.enumerated() { try insert(page, items) }
    }

    private mutating func insert(_ page: Int, _ items: [JSON]) throws {
        guard let hits = try given.response(page: page, items: items, pageCount: nil).hits else { return }
        if page == 0 {
            list = HitList(query: "", firstPage: hits)
        } else if !list.insert(hits, query: "") {
            throw Missing("pages with a gap")
        }
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        guard command == "insert-page" else { throw Missing.command(command) }
        try insert(try data.requiredInt("page"), try data.list("items"))
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        let pages = list.pages.map { JSON.array($0.map(SearchResponse.notation(ofHit:))) }
        switch name {
        case "loaded-pages": return .array(pages.enumerated().map { [JSON($0), $1] })
        case "latest-page": return pages.isEmpty ? .null : JSON(pages.count - 1)
        case "loaded-page-count", "total-page-count": return JSON(pages.count)
        case "count": return JSON(list.count)
        case "items": return .array(pages.flatMap { $0.array ?? [] })
        case "contains-page":
            let asked = expected.object?.keys ?? []
            return .object(JSONObject(asked.map { ($0, .bool(Int($0).map(pages.indices.contains) ?? false)) }))
        default: throw Missing.output(name)
        }
    }
}

/// Plays the cases of pages that are asked for as rows come into sight.
struct InfiniteScrollPlayer: CasePlayer {
    private let given: GivenPages
    private let pageCount: Int?
    private var rows: [(row: Int, offset: Int)] = []

    init(given json: JSON) throws {
        given = try GivenPages(json)
        pageCount = try json.integer("last-page").map { $0 + 1 }
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        guard command == "present-row" else { throw Missing.command(command) }
        guard data["direction"] != "before" else { throw Missing("pages with a gap") }
        rows.append((try data.requiredInt("row"), try data.requiredInt("offset")))
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        if name == "loaded-or-pending" { throw Missing("pages with a gap") }
        guard name == "requested-pages" else { throw Missing.output(name) }
        return .array(try requestedPages().map { JSON($0) })
    }

    /// The pages that are asked for one after another, each once the one before is there.
    private func requestedPages() throws -> [Int] {
        guard let offset = rows.first?.offset else { return [] }
        guard rows.allSatisfy({ $0.offset == offset }) else { throw Missing("several offsets") }
        let settings: JSON = ["infiniteScrolling": ["offset": JSON(offset)]]
        var hits = try PlayedWidget<HitsInteractor>(given: [:], parameters: settings)
        for response in try given.responses(pageCount: pageCount) { hits.answer(response) }
        var answered = 0
        for (row, _) in rows { try hits.send("present", ["row": JSON(row)]) }
        while answered < hits.asked.count {
            let items = [JSON](repeating: .null, count: given.size)
            for intent in hits.asked[answered] {
                let page = try intent.data.requiredInt("page")
                hits.answer(try given.response(page: page, items: items, pageCount: pageCount))
            }
            answered += 1
        }
        return try hits.asked.joined().map { try $0.data.requiredInt("page") }
    }
}
