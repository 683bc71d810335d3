// SPDX-License-Identifier: MIT

/// Draws categories with their subcategories, as a list of `HierarchicalFacet` or in a form of its own.
@MainActor
public protocol HierarchicalController: ItemController {
    /// Called by the controller when a category is clicked, with its whole value.
    var onClick: ((String) -> Void)? { get set }
}

extension WidgetInteractor where View == HierarchicalMenuView {
    /// Selects the path to a value; if it is selected already, one level up.
    public func computeSelection(key: String) { send(.select(value: key)) }

    /// Removes the path.
    public func clear() { send(.clear()) }

    /// Shows more values, or fewer.
    public func showMore(_ isOn: Bool) { send(.showMore(on: isOn)) }

    /// Connects a controller that draws the categories in its own form; it is not retained.
    @discardableResult
    public func connectController<Controller: HierarchicalController>(
        _ controller: Controller,
        presenter: @escaping ([HierarchicalFacet]) -> Controller.Item
    ) -> ControllerConnection {
        controller.onClick = { [weak self] in self?.computeSelection(key: $0) }
        return onViewChanged.connect(controller, ending: { controller.onClick = nil }) { controller, view in
            controller.setItem(presenter(view.facets))
        }
    }

    /// Connects a controller that draws the categories as a list; it is not retained.
    @discardableResult
    public func connectController<Controller: HierarchicalController>(
        _ controller: Controller
    ) -> ControllerConnection where Controller.Item == [HierarchicalFacet] {
        connectController(controller) { $0 }
    }
}

extension WidgetConnector where Interactor == HierarchicalInteractor {
    /// Connects a controller that draws the categories in its own form.
    public convenience init<Controller: HierarchicalController>(
        session: SearchSession,
        widget: String,
        controller: Controller,
        presenter: @escaping ([HierarchicalFacet]) -> Controller.Item
    ) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller, presenter: presenter))
    }

    /// Connects a controller that draws the categories as a list.
    public convenience init<Controller: HierarchicalController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Controller.Item == [HierarchicalFacet] {
        self.init(session: session, widget: widget, controller: controller) { $0 }
    }
}

/// A row of a hierarchy that is drawn as a list: a category, its level, and whether it is on the selected path.
public struct HierarchicalFacet: Sendable, Hashable {
    /// The category; its `value` is the whole one, such as `Audio > Headphones`.
    public let facet: Facet
    /// The last part of the value, as displayed.
    public let label: String
    /// The level, from 0.
    public let level: Int
    public let isSelected: Bool

    public init(facet: Facet, label: String, level: Int, isSelected: Bool) {
        self.facet = facet
        self.label = label
        self.level = level
        self.isSelected = isSelected
    }
}

extension HierarchicalMenuView {
    /// All categories in the order of a list: each is followed by those below it.
    public var facets: [HierarchicalFacet] { Self.rows(items, level: 0) }

    private static func rows(_ items: [HierarchicalItem], level: Int) -> [HierarchicalFacet] {
        items.flatMap { item in
            let facet = Facet(value: item.value, count: item.count)
            let row = HierarchicalFacet(facet: facet, label: item.label, level: level, isSelected: item.isSelected)
            return [row] + rows(item.items, level: level + 1)
        }
    }
}
