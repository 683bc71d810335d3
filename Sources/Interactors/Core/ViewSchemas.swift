// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

extension Schema {
    /// A text with what was found in it marked: pairs of a stretch of text and whether it is marked.
    static let highlight = Schema.list(.oneOf([.list(.oneOf([.text, .boolean]), maximum: 2)]))

    /// A filter, as in a filter state.
    static let filter = Schema.object([Member("type", .text, isRequired: true, "Its type.")], isOpen: true)

    /// What a filter group is known by.
    static let group = Schema.object([
        Member("kind", .choice(["and", "or", "hierarchical"]), isRequired: true, "How the group's filters combine."),
        Member("name", .text, isRequired: true, "The group's name."),
    ])

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
