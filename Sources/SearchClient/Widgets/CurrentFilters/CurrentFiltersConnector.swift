// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// `current-filters` of a session and a controller, connected as long as this is held.
@MainActor
public final class CurrentFiltersConnector {
    public let interactor: CurrentFiltersInteractor
    /// What holds the controller to the widget.
    public let connection: ControllerConnection

    public init(session: SearchSession, widget: String, controller: some CurrentFiltersController) {
        interactor = CurrentFiltersInteractor(session: session, widget: widget)
        connection = interactor.connectController(controller)
    }
}
