// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Wire

/// A widget of one session, with the state store that carries out what its intents mean.
struct PlayedWidget<Widget: Interactor> {
    private(set) var widget: Widget
    private(set) var state: Widget.State
    private(set) var session: PlayedSession
    /// Whether the widget follows its filter state.
    private let isConnected: Bool
    /// The widget's requests to its searcher.
    private(set) var asked: [Intent] = []
    /// The searches after the session's beginning.
    private(set) var searches: [MemberRequest] = []
    /// The further pages of the view, by their numbers.
    private(set) var pages: [Int: JSON] = [:]

    init(given: JSON, parameters: JSON = [:], preloaded: [JSON] = [], isConnected: Bool = true) throws {
        let configuration = Self.configuration(parameters)
        session = try PlayedSession(filters: try given.list("filter-state") + preloaded, widget: configuration)
        self.isConnected = isConnected
        widget = try Widget(configuration)
        state = widget.initialState
        tell(.start)
        tell(.filters(session.filters))
        if let request = session.request { tell(.request(searcher: PlayedSession.searcher, request)) }
    }

    private static func configuration(_ parameters: JSON) -> WidgetConfiguration {
        WidgetConfiguration(
            name: PlayedSession.widget,
            type: Widget.type,
            searcher: PlayedSession.searcher,
            filterState: PlayedSession.filterState,
            parameters: parameters
        )
    }

    /// Continues with other parameters, as after a change of the app file.
    mutating func configure(_ parameters: JSON) throws {
        widget = try Widget(Self.configuration(parameters))
    }

    /// The complete view that a controller draws.
    var view: JSON { widget.view(state) }

    /// The list of hits that a program draws.
    var list: ShownList { get throws { try ShownList(view, pages: pages) } }

    /// The hits of a list row by row, in the notation of cases; null for a row that is missing.
    func rows(of list: ShownList) -> [JSON] {
        (0..<list.count).map { list.record($0).map(SearchResponse.notation(ofRecord:)) ?? .null }
    }

    /// Sends an intent to the component that carries it out.
    mutating func send(_ type: String, _ data: JSON = [:]) throws {
        let intent = Intent(type: type, data: data)
        guard widget.ownIntents.contains(type) else {
            try session.send(intent, to: PlayedSession.widget)
            return try endTurn()
        }
        let effects = tell(.intent(intent))
        if case .rejected(let error) = effects.outcome { throw error }
        try carryOut(effects)
    }

    /// The session's request after an intent, without applying it.
    func computed(_ type: String, _ data: JSON) throws -> FilterState {
        var edit = session.edit
        try widget.change(&edit, for: Intent(type: type, data: data))
        return try edit.filters(PlayedSession.filterState)
    }

    /// Changes the filter state from outside.
    mutating func change(_ commands: [JSON]) throws {
        try session.play(commands)
        try endTurn()
    }

    /// Changes the search from outside.
    mutating func ask(_ intent: SearchIntent) throws {
        try session.send(intent)
        try endTurn()
    }

    /// Responds to the newest request; returns whether the widget shows the response.
    @discardableResult
    mutating func answer(_ response: SearchResponse) throws -> Bool {
        let before = view
        let effects = tell(.results(searcher: PlayedSession.searcher, request: newest, response))
        try carryOut(effects)
        return view != before || !effects.pages.isEmpty
    }

    /// Reports the progress of the search for the newest request.
    mutating func tell(_ progress: SearchProgress) {
        tell(.search(searcher: PlayedSession.searcher, request: newest, progress))
    }

    private var newest: Int { session.request?.number ?? 0 }

    private mutating func carryOut(_ effects: Effects) throws {
        asked += effects.intents.map(\.intent)
        for (to, intent) in effects.intents { try session.send(intent, to: to) }
        if !effects.intents.isEmpty { try endTurn() }
    }

    private mutating func endTurn() throws {
        let turn = try session.endTurn()
        if let request = turn.request {
            if request.isAdmitted { searches.append(request) }
            tell(.request(searcher: PlayedSession.searcher, request))
        }
        if let filters = turn.filters, isConnected { tell(.filters(filters)) }
    }

    @discardableResult
    private mutating func tell(_ input: Input) -> Effects {
        let effects = widget.fold(&state, input)
        for page in effects.pages { pages[page.number] = page.view }
        return effects
    }
}

extension SearchProgress {
    /// A failure of the service.
    static let serviceFailed = SearchProgress.failed(
        code: "backend-failed",
        message: "The service failed.",
        remedy: nil
    )
}
