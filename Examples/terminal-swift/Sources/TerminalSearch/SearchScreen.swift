// SPDX-License-Identifier: MIT

import SearchClient
import Wire

/// Holds the widgets of an app and their controllers together: what they show goes into the model, what keys ask for to them.
@MainActor
final class SearchScreen {
    let model: ScreenModel
    private let session: SearchSession
    private var box: ScreenBoxController?
    private var ranges: [ScreenRangeController] = []
    private var facets: [ScreenFacetController] = []
    private let clear = ScreenClearController()
    private var hits: HitsConnector<AnyRecord>?
    private var connectors: [AnyObject] = []
    private var listening: [Task<Void, Never>] = []

    /// Connects the widgets of an app: the first of each type, and all facets and ranges.
    init(_ app: AppDescription, session: SearchSession, model: ScreenModel) {
        self.session = session
        self.model = model
        model.screen.title = "\(app.title) · session \(session.id)"
        connectInput(app)
        connectOutput(app)
        listen()
    }

    private func connectInput(_ app: AppDescription) {
        if let widget = app.widgets(of: "search-box").first {
            let controller = ScreenBoxController(model)
            model.screen.placeholder = widget.parameters["placeholder"]?.string ?? "Search"
            connectors.append(SearchBoxConnector(session: session, widget: widget.name, controller: controller))
            box = controller
        }
        let rangeWidgets = app.widgets(of: "number-range")
        model.screen.ranges = rangeWidgets.map {
            Screen.Range(title: $0.title, precision: $0.parameters["precision"]?.int ?? 0)
        }
        for (index, widget) in rangeWidgets.enumerated() {
            let controller = ScreenRangeController(model, index: index)
            let connector = NumberRangeConnector(session: session, widget: widget.name, controller: controller)
            tellErrors(of: connector.interactor)
            connectors.append(connector)
            ranges.append(controller)
        }
        let facetWidgets = app.widgets(of: "refinement-list")
        model.screen.facets = facetWidgets.map { Screen.Facets(title: $0.title) }
        for (index, widget) in facetWidgets.enumerated() {
            let controller = ScreenFacetController(model, index: index)
            let connector = FacetListConnector(session: session, widget: widget.name, controller: controller)
            tellErrors(of: connector.interactor)
            connectors.append(connector)
            facets.append(controller)
        }
    }

    private func connectOutput(_ app: AppDescription) {
        if let widget = app.widgets(of: "hits").first {
            hits = HitsConnector(session: session, widget: widget.name, controller: ScreenHitsController(model))
        }
        if let widget = app.widgets(of: "stats").first {
            let controller = ScreenStatsController(model)
            connectors.append(StatsConnector(session: session, widget: widget.name, controller: controller))
        }
        if let widget = app.widgets(of: "loading").first {
            let controller = ScreenLoadingController(model)
            connectors.append(LoadingConnector(session: session, widget: widget.name, controller: controller))
        }
        if let widget = app.widgets(of: "current-filters").first {
            let controller = ScreenFiltersController(model)
            connectors.append(CurrentFiltersConnector(session: session, widget: widget.name, controller: controller))
        }
        if let widget = app.widgets(of: "clear-filters").first {
            connectors.append(FilterClearConnector(session: session, widget: widget.name, controller: clear))
        }
    }

    private func tellErrors<View>(of interactor: WidgetInteractor<View>) {
        interactor.onError.subscribe(with: model) { model, error in model.screen.notice = error.message }
    }

    private func listen() {
        let connection = session.connection
        let problems = session.problems
        let model = model
        listening = [
            Task {
                for await state in connection {
                    model.screen.connection = Self.words(for: state)
                    if state == .open { model.screen.notice = "" }
                }
            },
            Task { for await problem in problems { model.screen.notice = problem.message } },
        ]
    }

    /// What people read about the connection; nothing while all is well.
    nonisolated static func words(for state: SessionConnection) -> String {
        switch state {
        case .open, .closed: ""
        case .connecting: "connecting…"
        case .waiting: "no connection; trying again…"
        case .failed(let error): "\(error.message) \(error.remedy)"
        }
    }

    /// Carries out what a key asks for.
    ///
    /// Leaving is the caller's matter.
    func carryOut(_ action: Action) {
        switch action {
        case .changeQuery(let query): box?.onQueryChanged?(query)
        case .submit: box?.onQuerySubmitted?(model.screen.query)
        case .click(let index, let facet): facets[index].onClick?(facet)
        case .changeRange(let index, let range): ranges[index].onRangeChanged?(range)
        case .show(let row): hits?.interactor.present(row: row)
        case .clearFilters: clear.onClick?()
        case .leave: break
        }
    }

    /// Ends the session's stream; the session itself stays where it is.
    func close() {
        for task in listening { task.cancel() }
        session.close()
    }
}
