// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// `hits` of a session and a controller, connected as long as this is held.
public typealias HitsConnector<Record: Decodable & Sendable> = WidgetConnector<HitsInteractor<Record>>

extension WidgetConnector {
    /// Connects what draws hits.
    public convenience init<Record, Controller: HitsController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Interactor == HitsInteractor<Record>, Controller.DataSource == HitsInteractor<Record> {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
