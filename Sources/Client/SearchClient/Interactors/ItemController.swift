// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws one value.
@MainActor
public protocol ItemController<Item>: AnyObject {
    associatedtype Item
    func setItem(_ item: Item)
    /// There is no value any more. Unless the controller does something else, nothing happens.
    func invalidate()
}

extension ItemController {
    public func invalidate() {}
}

/// A controller that redraws a whole view.
@MainActor
public protocol Reloadable: AnyObject {
    func reload()
}

extension WidgetInteractor {
    /// Connects what draws whole views, such as those of a widget type without a controller of its own; it is not held.
    @discardableResult
    public func connectController(_ controller: some ItemController<View>) -> ControllerConnection {
        onViewChanged.connect(controller) { controller, view in controller.setItem(view) }
    }
}

extension WidgetConnector {
    /// Connects what draws whole views.
    public convenience init<View: WidgetView>(
        session: SearchSession,
        widget: String,
        controller: some ItemController<View>
    ) where Interactor == WidgetInteractor<View> {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
