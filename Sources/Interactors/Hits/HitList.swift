// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// The pages of one list of hits, from the one that it begins with on without a gap.
///
/// Only the first page stands in the widget's view; each further one is a view of its own, written once, when it comes. So
/// of those only their lengths are kept.
struct HitList: Sendable, Hashable {
    /// More than any backend answers with; it keeps positions within reason whatever an answer says.
    private static let maximumHitsPerPage = 10_000

    /// More than a widget's `maxPages` may say.
    private static let maximumPages = 1_000

    /// The request whose answer began the list; zero for a list without any page.
    private(set) var number = 0
    /// The page that the list begins with, from 0.
    private(set) var start = 0
    /// The text that was searched.
    private(set) var query = ""
    /// How many records match in all.
    private(set) var totalCount = 0
    /// How many pages there are to load.
    private(set) var totalPages = 0
    /// How many hits a full page has.
    private(set) var hitsPerPage = 0
    /// The hits of the page that it begins with, as they stand in the view.
    private(set) var firstPage = JSONText([])
    /// How many hits each loaded page has.
    private(set) var counts: [Int] = []

    /// A list without any page.
    init() {}

    /// Whether a list can begin with the page; whatever an answer says, positions stay within reason.
    static func canBegin(with hits: SearchResponse.Hits) -> Bool { (0...1_000_000).contains(hits.page) }

    /// A list that begins with a page.
    init(_ hits: SearchResponse.Hits, query: String, number: Int) {
        self.number = number
        self.query = query
        start = hits.page
        hitsPerPage = min(max(hits.hitsPerPage, 0), HitList.maximumHitsPerPage)
        let items = items(hits)
        firstPage = JSONText(array: items)
        counts = [items.count]
        totalCount = hits.totalCount
        totalPages = hits.pageCount
    }

    /// Whether no page is loaded.
    var isEmpty: Bool { counts.isEmpty }

    /// How many hits are loaded.
    var count: Int { counts.reduce(0, +) }

    /// The page that goes on with the list.
    var nextPage: Int { start + counts.count }

    /// Whether a page goes on with the list, or is one of its further pages.
    func includes(_ hits: SearchResponse.Hits, query: String) -> Bool {
        query == self.query && hits.hitsPerPage == hitsPerPage && hits.page > start && hits.page <= nextPage
    }

    /// Adds the next page, or replaces one of the further pages that is there; answers with the view of that page, `nil` where
    /// it does not belong to this list.
    mutating func insert(_ hits: SearchResponse.Hits, query: String) -> Effects.Page? {
        guard includes(hits, query: query) else { return nil }
        let items = items(hits)
        let place = hits.page - start
        if place < counts.count {
            counts[place] = items.count
        } else {
            counts.append(items.count)
        }
        totalCount = hits.totalCount
        totalPages = hits.pageCount
        return page(place, items)
    }

    /// The further pages as they are when the list is no more: empty, so that nobody keeps what nobody draws.
    var emptiedPages: [Effects.Page] {
        counts.indices.dropFirst().map { Effects.Page(number: $0, view: HitList().page($0, []).view) }
    }

    private func page(_ number: Int, _ items: [JSONText]) -> Effects.Page {
        let view: JSON = [
            "list": JSON(self.number), "page": JSON(start + number), "hits": .text(JSONText(array: items)),
        ]
        return Effects.Page(number: number, view: view)
    }

    private func items(_ hits: SearchResponse.Hits) -> [JSONText] {
        // A page that is longer than it says would take the positions of the next one.
        hits.hits.prefix(hitsPerPage).enumerated().map { index, hit in
            hit.text.adding("position", JSON(hits.page * hitsPerPage + index)) ?? hit.text
        }
    }
}

extension HitList {
    /// The list as members of a view.
    static let viewMembers = [
        Schema.Member("query", .text, isRequired: true, "The text that was searched."),
        Schema.Member("nbHits", .count, isRequired: true, "How many records match."),
        Schema.Member("nbPages", .count, isRequired: true, "How many pages can be asked for."),
        Schema.Member("hitsPerPage", .count, isRequired: true, "How many records a page has."),
        Schema.Member(
            "list",
            .count,
            isRequired: true,
            "The request that the list began with; another one is a new list."
        ),
        Schema.Member(
            "page",
            .count,
            isRequired: true,
            "The page that the list begins with, from 0."
        ),
        Schema.Member(
            "pages",
            .count,
            isRequired: true,
            "How many pages are here; those after the first are views too."
        ),
        Schema.Member("hits", .list(.any), isRequired: true, "The records of the first page."),
    ]

    /// What a view says of the list.
    var members: [(String, JSON)] {
        [
            ("query", .string(query)),
            ("nbHits", JSON(totalCount)),
            ("nbPages", JSON(totalPages)),
            ("hitsPerPage", JSON(hitsPerPage)),
            ("list", JSON(number)),
            ("page", JSON(start)),
            ("pages", JSON(counts.count)),
            ("hits", .text(firstPage)),
        ]
    }

    /// The list that a view shows, with the lengths of its pages; `nil` for lengths that are none.
    init?(view: JSON, counts saved: [JSON]) {
        let counts = saved.compactMap(\.int)
        guard !counts.isEmpty, counts.count == saved.count, counts.count <= HitList.maximumPages,
            counts.allSatisfy({ (0...HitList.maximumHitsPerPage).contains($0) })
        else { return nil }
        number = view["list"]?.int ?? 0
        start = min(max(view["page"]?.int ?? 0, 0), 1_000_000)
        query = view["query"]?.string ?? ""
        totalCount = view["nbHits"]?.int ?? 0
        totalPages = view["nbPages"]?.int ?? 0
        hitsPerPage = min(max(view["hitsPerPage"]?.int ?? 0, 0), HitList.maximumHitsPerPage)
        firstPage = JSONText(view["hits"]?.array.map(JSON.array) ?? [])
        self.counts = counts
    }
}
