// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A `hierarchical-menu`: categories with their subcategories, along the path that is chosen.
public typealias HierarchicalInteractor = WidgetInteractor<HierarchicalMenuView>

/// A `hierarchical-menu` of a session and a controller, connected as long as this is held.
public typealias HierarchicalConnector = WidgetConnector<HierarchicalInteractor>

extension WidgetInteractor where View == HierarchicalMenuView {
    /// Leads the path to a value; where it leads there already, one level up.
    public func computeSelection(key: String) { send("select", ["value": .string(key)]) }

    /// Removes the path.
    public func clear() { send("clear") }

    /// Shows more values, or fewer.
    public func showMore(_ isOn: Bool) { send("show-more", ["on": .bool(isOn)]) }

    /// Connects what draws the categories in a form of its own; it is not held.
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

    /// Connects what draws the categories as a list; it is not held.
    @discardableResult
    public func connectController<Controller: HierarchicalController>(
        _ controller: Controller
    ) -> ControllerConnection where Controller.Item == [HierarchicalFacet] {
        connectController(controller) { $0 }
    }
}

extension WidgetConnector where Interactor == HierarchicalInteractor {
    /// Connects what draws the categories in a form of its own.
    public convenience init<Controller: HierarchicalController>(
        session: SearchSession,
        widget: String,
        controller: Controller,
        presenter: @escaping ([HierarchicalFacet]) -> Controller.Item
    ) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller, presenter: presenter))
    }

    /// Connects what draws the categories as a list.
    public convenience init<Controller: HierarchicalController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Controller.Item == [HierarchicalFacet] {
        self.init(session: session, widget: widget, controller: controller) { $0 }
    }
}
