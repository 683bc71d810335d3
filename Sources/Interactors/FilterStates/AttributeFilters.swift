// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// The filters on one attribute in one group of a filter state: all that a refining widget reads and writes.
///
/// Other widgets may have filters in the same group, and on the same attribute in other groups; they are left alone.
struct AttributeFilters: Sendable {
    let filterState: String
    let group: FilterGroup.ID
    let attribute: String

    /// The parameters that say where a widget's filters are.
    static func parameters(defaultOperator: FilterGroup.Kind) -> [Parameter] {
        [
            Parameter("attribute", .string, isRequired: true, "The attribute that is refined."),
            Parameter(
                "operator",
                .choice(["or", "and"]),
                default: .string(defaultOperator.rawValue),
                "Whether a record must meet one of the group's filters or all of them."
            ),
            Parameter("group", .string, "The name of the filter group; without it, the attribute."),
        ]
    }

    init(_ widget: WidgetConfiguration, _ values: ParameterValues) throws {
        filterState = try widget.requiredFilterState()
        attribute = values.text("attribute")
        guard !attribute.isEmpty else { throw ParameterError("attribute", "is empty") }
        let kind: FilterGroup.Kind = values.text("operator") == "and" ? .and : .or
        group = FilterGroup.ID(kind: kind, name: values.string("group") ?? attribute)
    }

    /// The widget's filters, in the order in which they were added.
    func filters(in state: FilterState) -> [Filter] {
        state.filters(in: group, attribute: attribute)
    }

    /// Asks the filter state for exactly these filters.
    func set(_ filters: [Filter]) -> Effects {
        asks(.set(filters, attribute: attribute, in: group))
    }

    /// Asks the filter state to turn a filter around.
    func toggle(_ filter: Filter) -> Effects {
        asks(.toggle(filter, in: group))
    }

    /// Asks the filter state to add or to remove some filters, whatever else is there.
    func change(_ filters: [Filter], isOn: Bool) -> Effects {
        asks(.change(adding: isOn ? filters : [], removing: isOn ? [] : filters, in: group))
    }

    /// The filters as those that a session starts with.
    func initial(_ filters: [Filter]) -> [InitialFilter] {
        filters.map { InitialFilter(group: group, filter: $0) }
    }

    private func asks(_ intent: FilterIntent) -> Effects { .asks(filterState, intent.intent) }
}
