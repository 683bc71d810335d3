// SPDX-License-Identifier: MIT

import Wire

/// A view with a list of selectable items.
public protocol SelectableListView: PhasedView {
    associatedtype Item: Sendable & Hashable

    /// The items, in order, and whether they are selected.
    var items: [SelectableItem<Item>] { get }

    /// The data of the intent `select` that toggles an item.
    func selecting(_ item: Item) -> JSON
}

/// Draws a list with a selection.
@MainActor
public protocol SelectableListController<Item>: Reloadable {
    associatedtype Item: Sendable & Hashable

    /// Called by the controller when an item is clicked.
    var onClick: ((Item) -> Void)? { get set }
    /// Shows these items; `reload` follows.
    func setSelectableItems(selectableItems: [SelectableItem<Item>])
}

extension WidgetInteractor where View: SelectableListView {
    /// The items of the last view, and whether they are selected.
    public var items: [SelectableItem<View.Item>] { view?.items ?? [] }

    /// Toggles an item.
    ///
    /// Nothing happens before there is a view.
    public func computeSelections(selectingItemForKey item: View.Item) {
        if let view { send("select", view.selecting(item)) }
    }

    /// Removes the widget's own selection.
    public func clear() { send("clear") }

    /// Connects a controller that draws the list; it is not retained.
    @discardableResult
    public func connectController(_ controller: some SelectableListController<View.Item>) -> ControllerConnection {
        controller.onClick = { [weak self] in self?.computeSelections(selectingItemForKey: $0) }
        return onViewChanged.connect(controller, ending: { controller.onClick = nil }) { controller, view in
            controller.setSelectableItems(selectableItems: view.items)
            controller.reload()
        }
    }
}

extension WidgetConnector {
    /// Connects a controller that draws a list.
    public convenience init<View: SelectableListView>(
        session: SearchSession,
        widget: String,
        controller: some SelectableListController<View.Item>
    ) where Interactor == WidgetInteractor<View> {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// A selectable item of a list, and whether it is selected.
public struct SelectableItem<Item: Sendable & Hashable>: Sendable, Hashable {
    public let item: Item
    public let isSelected: Bool

    public init(item: Item, isSelected: Bool) {
        self.item = item
        self.isSelected = isSelected
    }
}

extension SelectableItem: ViewValue where Item: ViewValue {
    public static func read(_ json: JSON, named name: String) throws -> SelectableItem {
        SelectableItem(item: try Item.read(json, named: name), isSelected: try json.member("selected"))
    }
}

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
