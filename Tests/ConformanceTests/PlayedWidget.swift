// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Wire

/// A widget of one session with the filter state that it is connected to.
struct PlayedWidget<Widget: Interactor> {
    private static var searcher: String { "products" }
    private static var filterState: String { "main" }

    let widget: Widget
    private(set) var state: Widget.State
    var filters: PlayedFilters
    /// Whether what the widget asks for reaches the filter state.
    private let isConnected: Bool
    /// What the widget asked its searcher for, one list a turn.
    private(set) var asked: [[Intent]] = []
    /// The last search of the searcher.
    private(set) var request = 0

    init(given: JSON, parameters: JSON = [:], preloaded: [JSON] = [], isConnected: Bool = true) throws {
        filters = try PlayedFilters(preloaded: try given.list("filter-state") + preloaded)
        self.isConnected = isConnected
        widget = try Widget(
            WidgetConfiguration(
                name: "widget",
                type: Widget.type,
                searcher: Self.searcher,
                filterState: Self.filterState,
                parameters: parameters
            )
        )
        state = widget.initialState
        _ = widget.fold(&state, .start)
        _ = widget.fold(&state, .filters(filters.state))
    }

    /// The whole of what a controller draws.
    var view: JSON { widget.view(state) }

    /// Sends an intent, and carries out what the widget asks of its filter state.
    mutating func send(_ type: String, _ data: JSON = [:]) throws {
        let effects = widget.fold(&state, .intent(Intent(type: type, data: data)))
        if case .rejected(let error) = effects.outcome { throw Missing("rejected: \(error.message)") }
        note(effects)
        guard isConnected else { return }
        let intents = effects.intents.filter { $0.to == Self.filterState }.map(\.intent)
        guard !intents.isEmpty else { return }
        try filters.take(intents)
        _ = widget.fold(&state, .filters(filters.state))
    }

    /// What the filter state would hold if the widget's request reached it; nothing changes.
    func computed(_ type: String, _ data: JSON) throws -> FilterState {
        var state = state
        var filters = filters
        let effects = widget.fold(&state, .intent(Intent(type: type, data: data)))
        try filters.take(effects.intents.filter { $0.to == Self.filterState }.map(\.intent))
        return filters.state
    }

    /// Changes the filter state from outside.
    mutating func change(_ commands: [JSON]) throws {
        try filters.play(commands)
        _ = widget.fold(&state, .filters(filters.state))
    }

    /// Answers a new search.
    mutating func answer(_ response: SearchResponse) {
        request += 1
        note(widget.fold(&state, .results(searcher: Self.searcher, request: request, response)))
    }

    /// Tells that a new search is getting on; a failure ends the one under way, if there is one.
    mutating func tell(_ progress: SearchProgress) {
        request += 1
        note(widget.fold(&state, .search(searcher: Self.searcher, request: request, progress)))
    }

    private mutating func note(_ effects: Effects) {
        let intents = effects.intents.filter { $0.to == Self.searcher }.map(\.intent)
        if !intents.isEmpty { asked.append(intents) }
    }
}

extension SearchProgress {
    /// A failure of the service.
    static let serviceFailed = SearchProgress.failed(code: "backend-failed", message: "The service failed.")
}
