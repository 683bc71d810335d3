// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// `loading`: whether an answer is awaited.
public typealias LoadingInteractor = WidgetInteractor<LoadingView>

/// `loading` of a session and a controller, connected as long as this is held.
public typealias LoadingConnector = WidgetConnector<LoadingInteractor>

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
