// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A `search-box` of a session and a controller, connected as long as this is held.
public typealias SearchBoxConnector = WidgetConnector<SearchBoxInteractor>

extension WidgetConnector where Interactor == SearchBoxInteractor {
    /// Connects what draws the box.
    public convenience init(session: SearchSession, widget: String, controller: some SearchBoxController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
