// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

extension Schema {
    /// A text with what was found in it marked: pairs of a stretch of text and whether it is marked.
    static let highlight = Schema.list(.list(.oneOf([.text, .boolean]), maximum: 2))

    /// A filter, as in a filter state.
    static let filter = Schema.object([Member("type", .text, isRequired: true, "Its type.")], isOpen: true)

    /// A filter that the app file gives.
    static let givenFilter = Schema.oneOf([
        .object([type("facet"), filterAttribute, Member("value", .value, isRequired: true, "The value."), negated]),
        .object([
            type("numeric"), filterAttribute,
            Member("operator", .choice(comparisons), isRequired: true, "How numbers are compared."),
            Member("value", .number, isRequired: true, "The number that they are compared with."), negated,
        ]),
        .object([
            type("numeric"), filterAttribute,
            Member("range", .range(isOpen: false), isRequired: true, "The two ends of a range."), negated,
        ]),
        .object([
            type("numeric"), filterAttribute,
            Member("date", .text(maximum: 64), isRequired: true, "A time in words, such as `last 7 days`."), negated,
        ]),
        .object([type("tag"), Member("value", .text, isRequired: true, "The tag."), negated]),
    ])

    /// The signs that compare numbers.
    static let comparisons = Filter.Operator.allCases.map(\.rawValue)

    private static let filterAttribute = Member("attribute", .attribute, isRequired: true, "The attribute.")
    private static let negated = Member("negated", .boolean, "Whether the other records are wanted.")

    private static func type(_ word: String) -> Member {
        Member("type", .choice([word]), isRequired: true, "The type of filter.")
    }

    /// What a filter group is known by.
    static let group = Schema.object(groupMembers)

    /// A filter group, or what it holds of one type.
    static let groupOfType = Schema.object(
        groupMembers + [
            Member("type", .choice(FilterType.allCases.map(\.rawValue)), "The type of filters; without it, all.")
        ]
    )

    private static let groupMembers = [
        Member(
            "kind",
            .choice(["and", "or", "hierarchical", "optional"]),
            isRequired: true,
            "How the group's filters combine."
        ),
        Member("name", .text, isRequired: true, "The group's name."),
    ]

    /// What is odd about an answer or could not be given, and what to do.
    static let warning = Schema.object([
        Member("code", .text, isRequired: true, "The word for programs."),
        Member("message", .text, isRequired: true, "What is wrong."),
        Member("remedy", .nullable(.text), "What to do about it."),
    ])

    /// A facet value in a list.
    static let facetItem = Schema.object(facetItemMembers)

    static let facetItemMembers = [
        Member("value", .value, isRequired: true, "The value."),
        Member("label", .text, isRequired: true, "The value as people read it."),
        Member("count", .count, isRequired: true, "How many results have it."),
        Member("selected", .boolean, isRequired: true, "Whether the filter state holds it."),
        Member("highlighted", .highlight, "The label with what was searched marked."),
        Member(
            "state",
            .choice(["none", "include", "exclude"]),
            "Where values can be excluded: what holds of this one."
        ),
    ]
}

extension Interactor {
    /// The schema of a view of this type: its own members, with those that every view may have; `nil` where the type does
    /// not say.
    public static var viewSchema: Schema? {
        viewMembers.map { own in
            .object(
                [
                    Schema.Member(
                        "phase",
                        .choice(["idle", "loading", "stalled", "ready", "failed"]),
                        isRequired: true,
                        "How far the newest search has got."
                    )
                ] + own + [
                    Schema.Member("stale", .boolean, "Whether the rest is from before a failure."),
                    Schema.Member("error", .warning, "Why the newest search failed."),
                    Schema.Member("warning", .warning, "What could not be given, while the rest stands."),
                ]
            )
        }
    }
}
