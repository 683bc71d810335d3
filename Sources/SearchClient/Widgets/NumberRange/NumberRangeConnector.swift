// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A `number-range` of a session and a controller, connected as long as this is held.
@MainActor
public final class NumberRangeConnector {
    public let interactor: NumberRangeInteractor
    /// What holds the controller to the widget.
    public let connection: ControllerConnection

    public init(session: SearchSession, widget: String, controller: some NumberRangeController) {
        interactor = NumberRangeInteractor(session: session, widget: widget)
        connection = interactor.connectController(controller)
    }
}
