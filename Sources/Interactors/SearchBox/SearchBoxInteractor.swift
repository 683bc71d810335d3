// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// The box that people type in.
///
/// The text travels on to the searcher with each change, or on submission only (`mode`). `client` and `edit` say whose
/// edit the text is, so that the browser that typed it can tell an echo of its own from another's text.
public struct SearchBoxInteractor: Interactor {
    /// What the box knows about one session.
    public struct State: Sendable, Hashable {
        var search = SearchPhase()
        /// The text in the box.
        var query = ""
        /// The text that the searcher was told.
        var sent = ""
        /// Whose edit the text is, and which one.
        var client: String?
        var edit: Int?
    }

    public static let type = "search-box"
    public static let intents = ["set-query", "submit", "clear"]
    public static let connections: WidgetConnections = [.searcher, .facetsSearcher, .multiSearcher]
    public static let asks: WidgetConnections = .searcher
    public static let parts: ResponseParts = []
    public static let parameters = [
        Parameter("placeholder", .string, default: "Search", "What the empty box says."),
        Parameter(
            "mode",
            .choice(["search-as-you-type", "search-on-submit"]),
            default: "search-as-you-type",
            "Whether each change of the text is searched, or only what is submitted."
        ),
    ]

    /// The longest text that is taken, in bytes of UTF-8; far more than anybody types.
    static let maximumLength = 2_048

    private let searcher: String
    private let placeholder: String
    private let searchesAsYouType: Bool

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        searcher = try widget.requiredSearcher()
        placeholder = values.text("placeholder")
        searchesAsYouType = values.text("mode") == "search-as-you-type"
    }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch input {
        case .intent(let intent):
            return .answering { try answer(intent, &state) }
        case .results(_, let request, _):
            _ = state.search.accepts(request)
        case .search(_, let request, let progress):
            state.search.note(progress, of: request)
        case .start, .filters:
            break
        }
        return .none
    }

    private func answer(_ intent: Intent, _ state: inout State) throws -> Effects {
        switch intent.type {
        case "set-query":
            let didChange = try edit(&state, intent.data, query: intent.data.requiredString("query"))
            let asked = searchesAsYouType ? send(&state) : []
            return Effects(outcome: didChange ? .applied : .unchanged, intents: asked)
        case "submit":
            let query = try intent.data.optional("query") { try $0.requiredString("query") }
            _ = try edit(&state, intent.data, query: query ?? state.query)
            return Effects(outcome: .applied, intents: send(&state) + [(searcher, SearchIntent.search.intent)])
        case "clear":
            let didChange = try edit(&state, intent.data, query: "")
            return Effects(outcome: didChange ? .applied : .unchanged, intents: send(&state))
        default:
            return .unknown(intent, to: Self.self)
        }
    }

    /// Takes a text in, and whose edit it is; answers whether the text is another one now.
    private func edit(_ state: inout State, _ data: JSON, query: String) throws -> Bool {
        guard query.utf8.count <= Self.maximumLength else {
            throw JSONError("`query` is longer than \(Self.maximumLength) bytes")
        }
        let client = try data.optional("client") { try $0.requiredString("client") }
        let edit = try data.optional("edit") { try $0.requiredInt("edit") }
        let didChange = query != state.query
        if didChange || client != nil {
            state.client = client
            state.edit = edit
        }
        state.query = query
        return didChange
    }

    /// The request that makes the searcher's text the box's text, if it is not.
    private func send(_ state: inout State) -> [(to: String, intent: Intent)] {
        guard state.sent != state.query else { return [] }
        state.sent = state.query
        return [(searcher, SearchIntent.setQuery(state.query).intent)]
    }

    public func view(_ state: State) -> JSON {
        var members: [(String, JSON)] = [("query", .string(state.query)), ("placeholder", .string(placeholder))]
        if let client = state.client { members.append(("client", .string(client))) }
        if let edit = state.edit { members.append(("edit", JSON(edit))) }
        return state.search.view(members)
    }

    public func save(_ state: State) -> JSON? {
        // As one types, the two texts are always the same.
        let isSent = searchesAsYouType || (state.sent.isEmpty && state.query.isEmpty)
        return JSON.saved(isSent ? [] : [("sent", .string(state.sent))])
    }

    public func restore(saved: JSON?, view: JSON?) -> State {
        let query = view?["query"]?.string ?? ""
        return State(
            search: SearchPhase(saved: saved, view: view),
            query: query,
            sent: saved?["sent"]?.string ?? query,
            client: view?["client"]?.string,
            edit: view?["edit"]?.int
        )
    }
}
