// SPDX-License-Identifier: MIT

import SearchModel
import Wire

extension Schema {
    /// A text with what was found in it marked: pairs of a stretch of text and whether it is marked.
    static let highlight = Schema.named(
        TypeName("Highlight", "A text cut into spans, each with whether it matches."),
        .list(
            .tuple([
                Member("text", .text, isRequired: true, "A stretch of the text."),
                Member("matches", .boolean, isRequired: true, "Whether it matches."),
            ])
        )
    )

    static let phase = Schema.choice(
        ["idle", "loading", "stalled", "ready", "failed"],
        "ViewPhase",
        "The state of a search.",
        words: [
            "idle": "Nothing was searched yet.",
            "loading": "An answer is awaited.",
            "stalled": "An answer is awaited, and has been for long.",
            "ready": "The answer is here.",
            "failed": "There was no answer; `error` says why.",
        ]
    )

    static let hit = hit(
        record: .named(
            TypeName("Record", "A record.", isParameter: true),
            .object([], isOpen: true)
        )
    )

    /// A record that was found among others of several indexes.
    static let anyHit = hit(record: .object([], isOpen: true))

    private static func hit(record: Schema) -> Schema {
        let members = [
            Member("objectID", .text, isRequired: true, "The ID of the record."),
            Member("record", record, isRequired: true, "The record."),
            Member("highlights", .map(highlight), "What matched, by attribute."),
            Member("position", .count, "The position in the list, from 0."),
        ]
        return .named(TypeName("Hit", "A record that was found."), .object(members, isOpen: true))
    }

    static let geoPoint = Schema.named(
        TypeName("GeoPoint", "A point on the earth: its latitude and longitude in degrees."),
        .tuple([
            Member("latitude", .number(-90...90), isRequired: true, "From the south pole to the north pole."),
            Member("longitude", .number(-180...180), isRequired: true, "From west to east."),
        ])
    )

    static let geoBox = Schema.named(
        TypeName("GeoBox", "What is between two points: the south-west and the north-east corner."),
        .tuple([
            Member("southWest", geoPoint, isRequired: true, "The corner in the south-west."),
            Member("northEast", geoPoint, isRequired: true, "The corner in the north-east."),
        ])
    )

    static let filter = Schema.named(
        TypeName("Filter", "A filter, as in a filter state."),
        .object([Member("type", .text, isRequired: true, "Its type.")], isOpen: true)
    )

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

    static let comparisons = Filter.Operator.allCases.map(\.rawValue)

    private static let filterAttribute = Member("attribute", .attribute, isRequired: true, "The attribute.")
    private static let negated = Member("negated", .boolean, "Whether the filter is negated.")

    private static func type(_ word: String) -> Member {
        Member("type", .choice([word]), isRequired: true, "The type of filter.")
    }

    static let group = Schema.object("FilterGroup", "What a filter group is known by.", groupMembers)

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

    static let warning = Schema.object(
        "ViewWarning",
        "What is odd about a view, or could not be given.",
        problemMembers
    )

    static let error = Schema.object("SearchBusError", "Why a search failed.", problemMembers)

    private static let problemMembers = [
        Member("code", .text, isRequired: true, "The word for programs."),
        Member("message", .text, isRequired: true, "What is wrong."),
        Member("remedy", .text, "What to do about it."),
    ]

    static let facetState = Schema.choice(
        ["none", "include", "exclude"],
        "FacetState",
        "Whether a facet value is included, excluded or neither, in a list where values can be excluded."
    )

    static let facetItem = Schema.object(
        "Facet",
        "A value of a facet, with how many records have it.",
        [
            Member("value", .value, isRequired: true, "The value."),
            Member("label", .text, isRequired: true, "The value as displayed."),
            Member("count", .count, isRequired: true, "How many results have it."),
            Member("selected", .boolean, isRequired: true, "Whether the filter state holds it."),
            Member("highlighted", .highlight, "The label with what was searched marked."),
            Member("state", facetState, "Where values can be excluded: what holds of this one."),
        ]
    )
}

extension Schema {
    static func viewMembers(_ own: [Member]) -> [Member] {
        [Member("phase", .phase, isRequired: true, "The state of the newest search.")] + own + [
            Member("stale", .boolean, "Whether the other members are from before a failure."),
            Member("error", .error, "Why the newest search failed."),
            Member("warning", .warning, "What could not be given, while the rest stands."),
        ]
    }
}

extension Interactor {
    /// The schema of a view of this type; `nil` where the type does not say.
    public static var viewSchema: Schema? { viewMembers.map { .object(Schema.viewMembers($0)) } }
}

extension Schema.Member {
    /// The list of what a view shows: objects, which typed clients have a type for.
    static func list(
        _ name: String,
        of type: String,
        _ typeSummary: String,
        _ members: [Schema.Member],
        property: String? = nil,
        _ summary: String
    ) -> Schema.Member {
        Schema.Member(name, .list(.object(type, typeSummary, members)), isRequired: true, property: property, summary)
    }
}

extension SearchResponse.Hits {
    /// The warning about the whole answer; `nil` if nothing is missing.
    var warning: SearchWarning? {
        warnings.first { $0.code == .answerIncomplete } ?? warnings.first { $0.code == .indexBehind }
    }

    /// The first warning about an attribute, except those of codes that do not concern the widget.
    func warning(about attribute: String, besides others: Set<SearchWarning.Code>) -> SearchWarning? {
        // A parameter may have an attribute's name.
        warnings.first {
            $0.attribute == attribute && $0.code != .parameterIgnored && !others.contains($0.code)
        }
    }
}

extension SearchWarning {
    var view: JSON {
        ["code": .string(code.rawValue), "message": .string(message), "remedy": .string(remedy)]
    }
}
