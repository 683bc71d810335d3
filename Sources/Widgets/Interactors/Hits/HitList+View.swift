// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

extension HitList {
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
        Schema.Member("page", .count, isRequired: true, "The page that the list began with, from 0."),
        Schema.Member("pages", .count, isRequired: true, "How many pages are here; all but `page` are views too."),
        Schema.Member(
            "loaded",
            .list(.count, maximum: HitList.maximumPages),
            isRequired: true,
            "The pages that are here, in order; what is missing between them is a gap."
        ),
        Schema.Member(
            "firstPage",
            .count,
            isRequired: true,
            "The lowest page that the list has had; what is missing from there on is a gap."
        ),
        Schema.Member("remaining", .count, isRequired: true, "How many rows come after the last page that is here."),
        Schema.Member("hits", .list(.hit), isRequired: true, "The records of `page`; none while it is a gap."),
    ]

    var members: [(String, JSON)] {
        [
            ("query", .string(query)),
            ("nbHits", JSON(totalCount)),
            ("nbPages", JSON(totalPages)),
            ("hitsPerPage", JSON(hitsPerPage)),
            ("list", JSON(number)),
            ("page", JSON(start)),
            ("pages", JSON(count)),
            ("loaded", .array(pages.map { JSON($0) })),
            ("firstPage", JSON(lowest)),
            ("remaining", JSON(remaining)),
            ("hits", .text(firstPage)),
        ]
    }
}
