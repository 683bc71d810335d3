// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Filters that the app file gives, in one group of a filter state: all that a widget made of them reads and writes.
///
/// What else the group holds is left alone, also filters on the same attributes.
struct GivenFilters: Sendable, Hashable {
    let filterState: String
    let group: FilterGroup.ID
    let filters: [Filter]

    static func parameters(defaultOperator: FilterGroup.Kind) -> [Parameter] {
        [
            Parameter(
                "operator",
                .choice(["or", "and"]),
                default: .string(defaultOperator.rawValue),
                "Whether a record must meet one of the group's filters or all of them."
            ),
            Parameter(
                "group",
                .text(maximum: 256),
                "The name of the filter group; without it, the attribute of the first filter."
            ),
        ]
    }

    init(_ widget: WidgetConfiguration, _ values: ParameterValues, _ filters: [Filter]) throws {
        filterState = try widget.requiredFilterState()
        let name = values.string("group") ?? filters.first?.attribute ?? ""
        group = FilterGroup.ID(kind: values.text("operator") == "and" ? .and : .or, name: name)
        self.filters = filters
    }

    /// Those of the filters that a filter state holds.
    func inForce(in state: FilterState) -> Set<Filter> {
        Set(filters).intersection(state.filters(in: group))
    }

    /// Makes these of the filters hold, and the others not.
    func set(_ wanted: [Filter], _ session: inout SessionEdit) throws {
        try session.changeFilters(filterState) { state in
            state.remove(filters.filter { !wanted.contains($0) }, from: group)
            state.add(wanted, to: group)
        }
    }

    func set(_ filter: Filter, isOn: Bool, _ session: inout SessionEdit) throws {
        try session.changeFilters(filterState) { state in
            if isOn { state.add(filter, to: group) } else { state.remove(filter, from: group) }
        }
    }

    /// The filters as those that a session starts with.
    func initial(_ filters: [Filter]) -> [InitialFilter] {
        filters.map { InitialFilter(group: group, filter: $0) }
    }

    /// The names under which links have the filters: their attributes.
    var permalinkKeys: [PermalinkScheme.Key] {
        var known: Set<String> = []
        return filters.map(\.attribute).filter { known.insert($0).inserted }.map {
            PermalinkScheme.Key(name: $0, filterState: filterState, group: group, attribute: $0)
        }
    }
}

extension ParameterError {
    /// Reads what is within a parameter, and tells what is wrong with it as a mistake in the parameter.
    static func reading<Value>(_ parameter: String, _ read: () throws -> Value) throws -> Value {
        do { return try read() } catch { throw ParameterError(parameter, "makes no sense: \(error)") }
    }
}
