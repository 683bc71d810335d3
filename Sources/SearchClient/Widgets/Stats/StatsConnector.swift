// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// `stats` of a session and a controller, connected as long as this is held.
@MainActor
public final class StatsConnector {
    public let interactor: StatsInteractor
    /// What holds the controller to the widget.
    public let connection: ControllerConnection

    /// Connects what draws the figures in a form of its own.
    public init<Controller: ItemController>(
        session: SearchSession,
        widget: String,
        controller: Controller,
        presenter: @escaping (StatsView?) -> Controller.Item
    ) {
        interactor = StatsInteractor(session: session, widget: widget)
        connection = interactor.connectController(controller, presenter: presenter)
    }

    /// Connects what draws the line of the app file.
    public convenience init<Controller: ItemController>(session: SearchSession, widget: String, controller: Controller)
    where Controller.Item == String? {
        self.init(session: session, widget: widget, controller: controller) { $0?.text }
    }
}
