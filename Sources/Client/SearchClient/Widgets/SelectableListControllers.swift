// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Draws the values of a facet, to select from.
@MainActor
public protocol FacetListController: SelectableListController where Item == Facet {}

/// Draws filters, to select from.
@MainActor
public protocol FilterListController: SelectableListController where Item == ListedFilter {}

/// Draws ranges of numbers, to select from.
@MainActor
public protocol NumericMenuController: SelectableListController where Item == NumericMenuItem {}

/// Draws periods of time, to select from.
@MainActor
public protocol DatePresetController: SelectableListController where Item == DatePreset {}

extension FilterListView: SelectableListView {
    public func selecting(_ item: ListedFilter) -> JSON { WidgetIntent<Self>.select(filter: item.filter).data }
}

extension NumericMenuView: SelectableListView {
    public func selecting(_ item: NumericMenuItem) -> JSON { WidgetIntent<Self>.select(range: item.range).data }
}

extension RefinementListView: SelectableListView, FacetSearchingView {
    public func selecting(_ item: Facet) -> JSON { WidgetIntent<Self>.select(value: item.json).data }
}

extension MenuView: SelectableListView, FacetSearchingView {
    /// The value, or none if it is the selected one.
    public func selecting(_ item: Facet) -> JSON {
        WidgetIntent<Self>.select(value: item.json == selected ? nil : item.json).data
    }
}

extension DateRangeView: SelectableListView {
    /// The period, or none if it is the selected one.
    public func selecting(_ item: DatePreset) -> JSON {
        WidgetIntent<Self>.select(period: item.period == period ? nil : item.period).data
    }
}

extension RatingMenuView: SelectableListView {
    /// The rating, or none if it is the selected one.
    public func selecting(_ item: Rating) -> JSON {
        let value = Double(item.value)
        return WidgetIntent<Self>.select(value: selected == value ? nil : value).data
    }
}

extension WidgetInteractor where View == RefinementListView {
    /// Switches values on or off in one change.
    public func select(_ facets: [Facet], on isOn: Bool) { send(.select(values: facets.map(\.json), on: isOn)) }

    /// Includes or excludes a value, or neither; excluding is for lists whose `exclusion` is on.
    public func set(_ facet: Facet, to state: FacetState) { send(.set(value: facet.json, state: state)) }

    /// Shows more values, or fewer.
    public func showMore(_ isOn: Bool) { send(.showMore(on: isOn)) }
}

extension WidgetInteractor where View == MenuView {
    /// Shows more values, or fewer.
    public func showMore(_ isOn: Bool) { send(.showMore(on: isOn)) }
}
