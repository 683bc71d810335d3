// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws whether an answer is awaited.
@MainActor
public protocol LoadingController: ItemController where Item == Bool {}

extension WidgetInteractor where View == LoadingView {
    /// Connects what draws it; it is not held.
    @discardableResult
    public func connectController<Controller: ItemController>(_ controller: Controller) -> ControllerConnection
    where Controller.Item == Bool {
        onViewChanged.connect(controller) { controller, view in controller.setItem(view.loading) }
    }
}

extension WidgetConnector where Interactor == LoadingInteractor {
    /// Connects what draws it.
    public convenience init<Controller: ItemController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Controller.Item == Bool {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
