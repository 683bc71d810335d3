// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The filters of one type on one attribute in one group of a filter state: all that a refining widget reads and writes.
///
/// Other widgets may have filters in the same group, filters of another type on the same attribute, and filters on it in other
/// groups; they are left alone.
struct AttributeFilters: Sendable {
    let filterState: String
    let group: FilterGroup.ID
    let attribute: String
    let type: FilterType

    /// The parameters that say where a widget's filters are.
    static func parameters(defaultOperator: FilterGroup.Kind) -> [Parameter] {
        [
            placeParameters[0],
            Parameter(
                "operator",
                .choice(["or", "and"]),
                default: .string(defaultOperator.rawValue),
                "Whether a record must meet one of the group's filters or all of them."
            ),
            placeParameters[1],
        ]
    }

    /// The same of a widget whose kind of group is not to be chosen.
    static let placeParameters = [
        Parameter("attribute", .attribute, isRequired: true, "The attribute that is refined."),
        Parameter("group", .text(maximum: 256), "The name of the filter group; without it, the attribute."),
    ]

    /// The widget's filters, in the order in which they were added.
    func filters(in state: FilterState) -> [Filter] {
        state.filters(in: group, attribute: attribute, type: type).filter { !$0.isNegated }
    }

    func set(_ filters: [Filter], _ session: inout SessionEdit) throws {
        try session.changeFilters(filterState) { state in
            let kept = state.filters(in: group, attribute: attribute, type: type).filter(\.isNegated)
            state.set(kept + filters, attribute: attribute, type: type, in: group)
        }
    }

    /// The negated filters, in the order in which they were added.
    func negatedFilters(in state: FilterState) -> [Filter] {
        state.filters(in: group, attribute: attribute, type: type).filter(\.isNegated)
    }

    func setNegated(_ filters: [Filter], _ session: inout SessionEdit) throws {
        try session.changeFilters(filterState) { state in
            state.set(self.filters(in: state) + filters, attribute: attribute, type: type, in: group)
        }
    }

    /// The same filters in the and-group of the same name.
    var inAndGroup: AttributeFilters {
        AttributeFilters(
            filterState: filterState,
            group: FilterGroup.ID(kind: .and, name: group.name),
            attribute: attribute,
            type: type
        )
    }

    /// Turns one of the widget's filters around: removes it where it is there, adds it otherwise.
    func toggle(_ filter: Filter, _ session: inout SessionEdit) throws {
        try session.changeFilters(filterState) { $0.toggle(filter, in: group) }
    }

    /// Adds or removes some filters, whatever else is there.
    func change(_ filters: [Filter], isOn: Bool, _ session: inout SessionEdit) throws {
        try session.changeFilters(filterState) { state in
            for filter in filters {
                if isOn { state.add(filter, to: group) } else { state.remove(filter, from: group) }
            }
        }
    }

    /// The filters as those that a session starts with.
    func initial(_ filters: [Filter]) -> [InitialFilter] {
        filters.map { InitialFilter(group: group, filter: $0) }
    }

    /// The name under which links have the widget's filters.
    var permalinkKey: PermalinkScheme.Key { permalinkKey(named: attribute) }

    func permalinkKey(named name: String) -> PermalinkScheme.Key {
        PermalinkScheme.Key(name: name, filterState: filterState, group: group, attribute: attribute)
    }
}

extension AttributeFilters {
    init(
        _ widget: WidgetConfiguration,
        _ values: ParameterValues,
        type: FilterType,
        kind: FilterGroup.Kind? = nil
    ) throws {
        filterState = try widget.requiredFilterState()
        attribute = values.text("attribute")
        let kind = kind ?? (values.text("operator") == "and" ? .and : .or)
        group = FilterGroup.ID(kind: kind, name: values.string("group") ?? attribute)
        self.type = type
    }
}
