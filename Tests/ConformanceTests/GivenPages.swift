// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The pages that a list of hits begins with in a case.
struct GivenPages {
    /// The hits of each page, by its number.
    let pages: [(page: Int, items: [JSON])]

    /// Reads the pages by their numbers.
    init(_ json: JSON) throws {
        pages = try (json["pages"]?.object?.members ?? []).map { member in
            guard let page = Int(member.key), let items = member.value.array else { throw Missing("odd pages") }
            return (page, items)
        }.sorted { $0.page < $1.page }
    }

    /// How many hits a page has.
    var size: Int { pages.first?.items.count ?? 0 }

    /// The response with a page, of the given number of pages or of more than any case requests.
    func response(page: Int, items: [JSON], pageCount: Int?) throws -> SearchResponse {
        try .init(
            notation: [
                "hits": .array(items), "page": JSON(page), "hitsPerPage": JSON(size),
                "nbHits": JSON(size * (pageCount ?? 1_000)),
            ]
        )
    }

    /// The answers that bring the pages.
    func responses(pageCount: Int?) throws -> [SearchResponse] {
        try pages.map { try response(page: $0.page, items: $0.items, pageCount: pageCount) }
    }
}
