// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// `loading` of a session and a controller, connected as long as this is held.
@MainActor
public final class LoadingConnector {
    public let interactor: LoadingInteractor
    /// What holds the controller to the widget.
    public let connection: ControllerConnection

    public init<Controller: ItemController>(session: SearchSession, widget: String, controller: Controller)
    where Controller.Item == Bool {
        interactor = LoadingInteractor(session: session, widget: widget)
        connection = interactor.connectController(controller)
    }
}
