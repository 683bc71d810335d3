// SPDX-License-Identifier: MIT

import Wire

// What the type declares.
extension HitsInteractor {
    public static let intents =
        [
            IntentDeclaration(
                "present",
                "A row is on the screen; a page that is missing near it is fetched.",
                data: [
                    Schema.Member("row", .count, isRequired: true, "The row, from 0 in the whole list."),
                    Schema.Member("direction", .choice(["before", "after"]), "The side of the rows; by default both."),
                ]
            ),
            IntentDeclaration("load-more", "Loads the page after the last one."),
            IntentDeclaration("load-previous", "Loads the page before the first one."),
        ] + HitSelection.intents

    public static let viewMembers: [Schema.Member]? =
        HitList.viewMembers + [
            Schema.Member("hasMore", .boolean, isRequired: true, "Whether a further page can be asked for."),
            Schema.Member("loadingMore", .boolean, isRequired: true, "Whether a further page is awaited."),
            Schema.Member("hasPrevious", .boolean, isRequired: true, "Whether an earlier page can be asked for."),
            Schema.Member("loadingPrevious", .boolean, isRequired: true, "Whether an earlier page is awaited."),
            Schema.Member("awaited", .count, "The page that is awaited, from 0."),
        ] + HitSelection.viewMembers + [
            Schema.Member("empty", .text, "The message for no results."),
            Schema.Member(
                "highlighting",
                HighlightStyle.schema,
                "How what matched is marked; spans are inverted already."
            ),
            Schema.Member("template", HitTemplate.schema, isRequired: true, "Which attributes are shown, and how."),
        ]

    public static let parameters = [
        Parameter(
            "infiniteScrolling",
            .oneOf([
                .choice(["off"]), .boolean,
                .object([Schema.Member("offset", .integer(0...1_000), isRequired: true, "How many rows before.")]),
            ]),
            default: ["offset": 5],
            "How many rows before a missing page it is asked for: {offset: 5}; or `off`."
        ),
        Parameter("loadMore", .boolean, default: true, "Whether further pages are appended to those shown."),
        Parameter("showItemsOnEmptyQuery", .boolean, default: true, "Whether an empty text lists anything."),
        Parameter(
            "keepPages",
            .oneOf([.integer(1...1_000), .choice(["all"])]),
            default: 3,
            "With infinite scrolling: how many pages on either side of the one in sight stay; or `all`."
        ),
        Parameter("maxPages", .integer(1...1_000), default: 50, "How many pages may be loaded at a time."),
        Parameter("template", HitTemplate.schema, "Which attributes a controller shows, and how."),
        Parameter("schema", RecordSchema.schema, "The attributes that records must have, each with its kind."),
        Parameter(
            "selection",
            HitSelection.schema,
            "Whether records can be selected, and which component is sent `show` with them."
        ),
        Parameter(
            "empty",
            .text(maximum: 512),
            "The message for no results; `{query}` is replaced by the searched text."
        ),
        Parameter("highlighting", HighlightStyle.schema, "How what matched is marked."),
    ]

    static func offset(_ value: JSON) throws -> Int? {
        // YAML's word `off` may arrive as a boolean.
        if value == "off" || value == false { return nil }
        guard value.object?.keys == ["offset"], let offset = value["offset"]?.int, (0...1_000).contains(offset) else {
            throw ParameterError("infiniteScrolling", "is neither `off` nor a mapping {offset: N} with N up to 1000")
        }
        return offset
    }
}
