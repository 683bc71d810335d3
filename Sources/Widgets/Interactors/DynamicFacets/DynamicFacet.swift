// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// One attribute that may be among the facets shown, with the place of its filters.
struct DynamicFacet: Sendable {
    /// What the app file may say of one attribute, beside its name alone.
    static let schema = Schema.oneOf([
        .attribute,
        .object([
            Schema.Member("attribute", .attribute, isRequired: true, "The attribute."),
            Schema.Member("title", .text(maximum: 256), "The displayed title; the attribute by default."),
            Schema.Member("selectionMode", .choice(["single", "multiple"]), "Whether several values can be selected."),
            Schema.Member("operator", .choice(["or", "and"]), "How several values combine."),
            Schema.Member("group", .text(maximum: 256), "The name of the filter group; without it, the attribute."),
        ]),
    ])

    let title: String
    let isSingle: Bool
    let filters: AttributeFilters

    var attribute: String { filters.attribute }

    /// Reads what the schema admits; what is not said of the attribute is as the whole widget has it.
    init(_ json: JSON, filterState: String, isSingle: Bool, kind: FilterGroup.Kind) {
        let attribute = json.string ?? json["attribute"]?.string ?? ""
        let kind = json["operator"]?.string.flatMap(FilterGroup.Kind.init) ?? kind
        title = json["title"]?.string ?? attribute
        self.isSingle = json["selectionMode"]?.string.map { $0 == "single" } ?? isSingle
        filters = AttributeFilters(
            filterState: filterState,
            group: FilterGroup.ID(kind: kind, name: json["group"]?.string ?? attribute),
            attribute: attribute,
            type: attribute == Filter.tagAttribute ? .tag : .facet
        )
    }

    func filter(_ value: FacetValue) -> Filter { .facet(attribute, value) }

    /// Turns one value around; where one at a time can be selected it takes the place of the others.
    func toggle(_ value: FacetValue, _ session: inout SessionEdit) throws {
        guard isSingle else { return try filters.toggle(filter(value), &session) }
        let isSelected = filters.filters(in: try session.filters(filters.filterState)).contains(filter(value))
        try filters.set(isSelected ? [] : [filter(value)], &session)
    }
}

extension FacetOrdering.Rule {
    /// What the app file may say of the order of an attribute's values.
    static let schema = Schema.object([
        Schema.Member("order", .list(.text, maximum: 1_000), "The values that come first."),
        Schema.Member("hide", .list(.text, maximum: 1_000), "The values that are not shown."),
        Schema.Member(
            "sortRemainingBy",
            .choice(FacetOrdering.Rest.allCases.map(\.rawValue)),
            "How the others stand: by count, by name, or not at all."
        ),
    ])

    init(parameter json: JSON) {
        self.init(
            order: json["order"]?.array?.compactMap(\.string) ?? [],
            hide: json["hide"]?.array?.compactMap(\.string) ?? [],
            rest: json["sortRemainingBy"]?.string.flatMap(FacetOrdering.Rest.init) ?? .count
        )
    }

    /// The values in the rule's order; a single value is shown whatever the rule says.
    func ordered(_ facets: [FacetCount]) -> [FacetCount] {
        guard facets.count > 1 else { return facets }
        let hidden = Set(hide)
        let shown = facets.filter { !hidden.contains($0.value.label) }
        let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        let pinned = shown.filter { places[$0.value.label] != nil }
            .sorted { places[$0.value.label] ?? 0 < places[$1.value.label] ?? 0 }
        let others = shown.filter { places[$0.value.label] == nil }
        switch rest {
        case .hidden: return pinned
        case .count: return pinned + others.sorted(by: FacetCount.isCommoner)
        case .alpha:
            return pinned
                + others.sorted { left, right in
                    left.value.label != right.value.label
                        ? left.value.label < right.value.label : left.value.json.text < right.value.json.text
                }
        }
    }
}
