// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// What choosing an entry of a section does.
enum SectionChoice: Sendable, Hashable {
    /// Search a text: that of an attribute of the record; without one, what names the entry.
    case query(attribute: String?)
    /// Filter by the value that was chosen, or by that of an attribute of the record.
    case filter(filterState: String, group: FilterGroup.ID, attribute: String)
    /// Open an address that an attribute of the record has; the controller does.
    case url(attribute: String)

    static let member = Schema.Member(
        "choose",
        .oneOf([
            .object([Schema.Member("query", .attribute, isRequired: true, "The attribute whose text is searched.")]),
            .object([Schema.Member("filter", .object(filterMembers), isRequired: true, "What is filtered.")]),
            .object([Schema.Member("url", .attribute, isRequired: true, "The attribute with the address to open.")]),
        ]),
        "What a choice does: search the text of an attribute, filter by the value, or open an address; without it, search what names the entry."
    )

    private static let filterMembers = [
        Schema.Member(
            "filterState",
            .part(Schema.Part(.filterState, .asked)),
            isRequired: true,
            "The filter state that is changed."
        ),
        Schema.Member("attribute", .attribute, isRequired: true, "The attribute that is filtered."),
        Schema.Member("operator", .choice(["or", "and"]), "How the group's filters combine; `or`."),
        Schema.Member("group", .text(maximum: 256), "The name of the filter group; without it, the attribute."),
    ]

    static let viewMember = Schema.Member(
        "choose",
        .object(
            "SuggestionChoice",
            "What choosing an entry of a section does.",
            [
                Schema.Member("does", effect, isRequired: true, "What happens when an entry is selected."),
                Schema.Member("attribute", .attribute, "The attribute of the record that it does it with."),
            ]
        ),
        isRequired: true,
        "What choosing an entry does."
    )

    private static let effect = Schema.choice(
        ["query", "filter", "url"],
        "SuggestionChoice.Effect",
        "What choosing an entry does.",
        words: [
            "query": "The entry's text is searched.",
            "filter": "The entry's value is filtered.",
            "url": "The entry's address is opened, by the controller.",
        ]
    )

    /// Reads what the app file says of a section.
    init(_ json: JSON?, title: String?) {
        if let filter = json?["filter"], let state = filter["filterState"]?.string,
            let attribute = filter["attribute"]?.string
        {
            let kind = filter["operator"]?.string == "and" ? FilterGroup.Kind.and : .or
            let group = FilterGroup.ID(kind: kind, name: filter["group"]?.string ?? attribute)
            self = .filter(filterState: state, group: group, attribute: attribute)
        } else if let attribute = json?["url"]?.string {
            self = .url(attribute: attribute)
        } else {
            self = .query(attribute: json?["query"]?.string ?? title)
        }
    }

    var view: JSON {
        let (word, attribute): (JSON, String?) =
            switch self {
            case .query(let attribute): ("query", attribute)
            case .filter(_, _, let attribute): ("filter", attribute)
            case .url(let attribute): ("url", attribute)
            }
        return .object(JSONObject([("does", word)] + (attribute.map { [("attribute", .string($0))] } ?? [])))
    }
}
