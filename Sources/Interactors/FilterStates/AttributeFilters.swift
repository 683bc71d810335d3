// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
            Parameter("attribute", .attribute, isRequired: true, "The attribute that is refined."),
            Parameter(
                "operator",
                .choice(["or", "and"]),
                default: .string(defaultOperator.rawValue),
                "Whether a record must meet one of the group's filters or all of them."
            ),
            Parameter("group", .text(maximum: 256), "The name of the filter group; without it, the attribute."),
        ]
    }

    init(_ widget: WidgetConfiguration, _ values: ParameterValues, type: FilterType) throws {
        filterState = try widget.requiredFilterState()
        attribute = values.text("attribute")
        let kind: FilterGroup.Kind = values.text("operator") == "and" ? .and : .or
        group = FilterGroup.ID(kind: kind, name: values.string("group") ?? attribute)
        self.type = type
    }

    /// The widget's filters, in the order in which they were added.
    func filters(in state: FilterState) -> [Filter] {
        state.filters(in: group, attribute: attribute, type: type).filter { !$0.isNegated }
    }

    /// Makes these the widget's filters.
    func set(_ filters: [Filter], _ session: inout SessionEdit) throws {
        try session.changeFilters(filterState) { state in
            let kept = state.filters(in: group, attribute: attribute, type: type).filter(\.isNegated)
            state.set(kept + filters, attribute: attribute, type: type, in: group)
        }
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
    var permalinkKey: PermalinkScheme.Key {
        PermalinkScheme.Key(name: attribute, filterState: filterState, group: group, attribute: attribute)
    }
}
