// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// The pages of one list of hits, from the first one on without a gap.
struct HitList: Sendable, Hashable {
    /// More than any backend answers with; it keeps positions within reason whatever an answer says.
    private static let maximumHitsPerPage = 10_000

    /// The text that was searched.
    private(set) var query: String
    /// How many records match in all.
    private(set) var totalCount = 0
    /// How many pages there are to load.
    private(set) var totalPages = 0
    /// How many hits a full page has.
    private(set) var hitsPerPage = 0
    /// The hits of each page, as they stand in the view.
    private(set) var pages: [[JSON]] = []

    /// A list without any page.
    init(query: String = "") {
        self.query = query
    }

    /// A list that begins with a page.
    init(query: String, firstPage: SearchResponse.Hits) {
        self.query = query
        hitsPerPage = min(max(firstPage.hitsPerPage, 0), HitList.maximumHitsPerPage)
        pages = [items(firstPage)]
        totalCount = firstPage.totalCount
        totalPages = firstPage.pageCount
    }

    /// How many hits are loaded.
    var count: Int { pages.reduce(0) { $0 + $1.count } }

    /// Adds the next page or replaces one that is there; answers whether the page belongs to this list.
    mutating func insert(_ hits: SearchResponse.Hits, query: String) -> Bool {
        guard query == self.query, hits.hitsPerPage == hitsPerPage, hits.page >= 0, hits.page <= pages.count,
            !pages.isEmpty
        else { return false }
        if hits.page < pages.count {
            pages[hits.page] = items(hits)
        } else {
            pages.append(items(hits))
        }
        totalCount = hits.totalCount
        totalPages = hits.pageCount
        return true
    }

    private func items(_ hits: SearchResponse.Hits) -> [JSON] {
        // A page that is longer than it says would take the positions of the next one.
        hits.hits.prefix(hitsPerPage).enumerated().map { index, hit in
            var item = hit.json.object ?? JSONObject()
            item["position"] = JSON(hits.page * hitsPerPage + index)
            return .object(item)
        }
    }
}

extension HitList {
    /// The list as members of a view.
    var members: [(String, JSON)] {
        [
            ("query", .string(query)),
            ("nbHits", JSON(totalCount)),
            ("nbPages", JSON(totalPages)),
            ("hitsPerPage", JSON(hitsPerPage)),
            ("pages", .array(pages.indices.map { JSON($0) })),
            ("hits", .array(pages.flatMap { $0 })),
        ]
    }

    /// The list that a view shows.
    init(view: JSON) {
        query = view["query"]?.string ?? ""
        totalCount = view["nbHits"]?.int ?? 0
        totalPages = view["nbPages"]?.int ?? 0
        hitsPerPage = view["hitsPerPage"]?.int ?? 0
        pages = Array(repeating: [], count: view["pages"]?.array?.count ?? 0)
        for hit in view["hits"]?.array ?? [] {
            guard hitsPerPage > 0, let position = hit["position"]?.int, pages.indices.contains(position / hitsPerPage)
            else { continue }
            pages[position / hitsPerPage].append(hit)
        }
    }
}
