// SPDX-License-Identifier: MIT

/// Draws whether a response is pending.
@MainActor
public protocol LoadingController: ItemController where Item == Bool {}

extension WidgetInteractor where View == LoadingView {
    /// Connects a controller that draws it; it is not retained.
    @discardableResult
    public func connectController<Controller: ItemController>(_ controller: Controller) -> ControllerConnection
    where Controller.Item == Bool {
        onViewChanged.connect(controller) { controller, view in controller.setItem(view.loading) }
    }
}

extension WidgetConnector where Interactor == LoadingInteractor {
    /// Connects a controller that draws it.
    public convenience init<Controller: ItemController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Controller.Item == Bool {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
