// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// `hits` of a session and a controller, connected as long as this is held.
@MainActor
public final class HitsConnector<Record: Decodable & Sendable> {
    public let interactor: HitsInteractor<Record>
    /// What holds the controller to the widget.
    public let connection: ControllerConnection

    public init<Controller: HitsController>(session: SearchSession, widget: String, controller: Controller)
    where Controller.DataSource == HitsInteractor<Record> {
        interactor = HitsInteractor(session: session, widget: widget)
        connection = interactor.connectController(controller)
    }
}
