// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A `refinement-list` of a session and a controller, connected as long as this is held.
@MainActor
public final class FacetListConnector {
    public let interactor: FacetListInteractor
    /// What holds the controller to the widget.
    public let connection: ControllerConnection

    public init(session: SearchSession, widget: String, controller: some FacetListController) {
        interactor = FacetListInteractor(session: session, widget: widget)
        connection = interactor.connectController(controller)
    }
}
