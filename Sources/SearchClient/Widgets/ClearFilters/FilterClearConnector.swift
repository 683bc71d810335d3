// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// `clear-filters` of a session and a controller, connected as long as this is held.
@MainActor
public final class FilterClearConnector {
    public let interactor: FilterClearInteractor
    /// What holds the controller to the widget.
    public let connection: ControllerConnection

    public init(session: SearchSession, widget: String, controller: some FilterClearController) {
        interactor = FilterClearInteractor(session: session, widget: widget)
        connection = interactor.connectController(controller)
    }
}
