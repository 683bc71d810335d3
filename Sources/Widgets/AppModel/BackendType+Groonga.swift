// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import Wire

extension BackendType {
    public static let groonga = BackendType(
        "groonga",
        .remote,
        "Tables of a Groonga server.",
        parameters: network() + [
            Parameter("searchColumns", .list(.text), "The columns that are searched; all columns of texts otherwise."),
            Parameter(
                "matching",
                .choice(["prefix", "tokens"]),
                "How a word is found: as a beginning, or as the tokenizer cuts it."
            ),
            Parameter("present", .text, "A column that lists the attributes which a record has."),
            Parameter("place", .text, "The column of places, which is the attribute `_geoloc`."),
        ]
    )
}
