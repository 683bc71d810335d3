// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import Wire

extension BackendType {
    public static let typesense = BackendType(
        "typesense",
        .remote,
        "Typesense, from version 0.25 on; a record's objectID is the document's id.",
        parameters: network(isURLRequired: false) + [
            Parameter("apiKey", .text, "A key that permits searching, and best reading the collection."),
            Parameter(
                "searchFields",
                .list(.text),
                "The fields that are searched; all texts, where the key may read them."
            ),
            Parameter("geoField", .text, default: "_geoloc", "The field of type geopoint."),
            Parameter("parameters", .object([], isOpen: true), "Further members of each search, such as num_typos."),
            sorts,
        ],
        needsOneOf: ["url", "hosts"]
    )
}
