// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A `search-box` of a session and a controller, connected as long as this is held.
@MainActor
public final class SearchBoxConnector {
    public let interactor: SearchBoxInteractor
    /// What holds the controller to the widget.
    public let connection: ControllerConnection

    public init(session: SearchSession, widget: String, controller: some SearchBoxController) {
        interactor = SearchBoxInteractor(session: session, widget: widget)
        connection = interactor.connectController(controller)
    }
}
