// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// The pages that a list of hits begins with in a case.
struct GivenPages {
    /// The hits of each page, from the first one on.
    let pages: [[JSON]]

    /// Reads the pages by their numbers.
    init(_ json: JSON) throws {
        let members = json["pages"]?.object?.members ?? []
        pages = try (0..<members.count).map { page in
            guard let items = json["pages"]?["\(page)"]?.array else { throw Missing("pages with a gap") }
            return items
        }
    }

    /// How many hits a page has.
    var size: Int { pages.first?.count ?? 0 }

    /// The answer that brings a page, of as many pages as are told or of more than anybody asks for.
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
        try pages.enumerated().map { try response(page: $0, items: $1, pageCount: pageCount) }
    }
}
