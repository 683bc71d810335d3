// SPDX-License-Identifier: MIT

/// Draws one value.
@MainActor
public protocol ItemController<Item>: AnyObject {
    associatedtype Item
    func setItem(_ item: Item)
    /// The value was removed. By default nothing happens.
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
    /// Connects a controller that draws whole views, such as those of a custom widget type; it is not retained.
    @discardableResult
    public func connectController(_ controller: some ItemController<View>) -> ControllerConnection {
        onViewChanged.connect(controller) { controller, view in controller.setItem(view) }
    }
}

extension WidgetConnector {
    /// Connects a controller that draws whole views.
    public convenience init<View: WidgetView>(
        session: SearchSession,
        widget: String,
        controller: some ItemController<View>
    ) where Interactor == WidgetInteractor<View> {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
