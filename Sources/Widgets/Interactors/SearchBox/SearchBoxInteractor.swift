// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The box that people type in.
///
/// As one types, the text is the searcher's query, which the state store owns: so the box follows a query that others set.
/// In the mode `search-on-submit` the box keeps what is typed to itself until it is submitted. `client` and `edit` say whose
/// edit the text is, so that the browser that typed it can tell an echo of its own from another's text.
public struct SearchBoxInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        /// The searcher's query, and whose edit it is.
        var query = ""
        var editor: SessionEdit.Editor?
        /// What was typed and not submitted yet.
        var draft: Draft?
    }

    /// A text that is not the searcher's query yet, and whose edit it is.
    struct Draft: Sendable, Hashable {
        var text: String
        var editor: SessionEdit.Editor?
    }

    public static let type = "search-box"
    public static let summary = "A text field whose text is the query."
    public static let place = WidgetPlace.top
    public static let intents = [
        IntentDeclaration(
            "set-query",
            "The text changed.",
            data: [Schema.Member("query", .text, isRequired: true, "The whole text.")] + SessionEdit.Editor.members
        ),
        IntentDeclaration(
            "submit",
            "Searches the text, even if it was searched last.",
            data: [Schema.Member("query", .text, "The whole text; without it, what was typed.")]
                + SessionEdit.Editor.members
        ),
        IntentDeclaration("clear", "Empties the text.", data: SessionEdit.Editor.members),
    ]
    public static let viewMembers: [Schema.Member]? =
        [
            Schema.Member("query", .text, isRequired: true, "The text to show."),
            Schema.Member("placeholder", .text, isRequired: true, "The placeholder of the box."),
            Schema.Member(
                "autofocus",
                .boolean,
                isRequired: true,
                "Whether the box has the focus when the page opens."
            ),
            Schema.Member("mode", modes, isRequired: true, "Whether what is typed is searched at once."),
            VoiceInput.viewMember,
        ] + SessionEdit.Editor.members
    public static let connections: WidgetConnections = [.searcher, .facetsSearcher, .multiSearcher]
    public static let asks: WidgetConnections = .searcher
    public static let parts: ResponseParts = []
    public static let parameters = [
        Parameter("placeholder", .text, default: "Search", "The placeholder of the box."),
        Parameter(
            "mode",
            modes,
            default: "search-as-you-type",
            "Whether each change of the text is searched, or only what is submitted."
        ),
        Parameter("autofocus", .boolean, default: false, "Whether the box has the focus when the page opens."),
        VoiceInput.parameter,
    ]

    private static let modes = Schema.choice(
        ["search-as-you-type", "search-on-submit"],
        "SearchTriggeringMode",
        "When what is typed is searched."
    )

    private let searcher: String
    private let members: [String]
    private let placeholder: String
    private let mode: String
    private let isFocused: Bool
    private let voice: JSON?

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        searcher = try widget.requiredSearcher()
        members = widget.searcherMembers
        placeholder = values.text("placeholder")
        mode = values.text("mode")
        isFocused = values.flag("autofocus")
        voice = try VoiceInput.view(values)
    }

    public var ownIntents: Set<String> { mode == "search-as-you-type" ? [] : Set(Self.intents.map(\.name)) }

    public var initialState: State { State() }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        let editor = try SessionEdit.Editor(in: intent.data)
        switch intent.type {
        case "set-query":
            try session.setQuery(try intent.data.requiredString("query"), of: members, by: editor)
        case "submit":
            if let query = try intent.data.optional("query", { try $0.requiredString("query") }) {
                try session.setQuery(query, of: members, by: editor)
            }
            session.searchAgain(members)
        case "clear":
            try session.setQuery("", of: members, by: editor)
        default:
            throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    public var showsRequests: Bool { true }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        // Typed text that is the searcher's query by now is not a draft any longer.
        defer { if state.draft == Draft(text: state.query, editor: state.editor) { state.draft = nil } }
        switch input {
        case .intent(let intent):
            return .answering { try answer(intent, &state) }
        case .request(let searcher, let request):
            state.search.note(request, of: searcher)
            guard searcher == members.first, request.number >= state.search.newest(of: searcher) else { break }
            // A query that others set takes the place of what was being typed.
            if request.query != state.query { state.draft = nil }
            state.query = request.query
            state.editor = request.client.map { SessionEdit.Editor(client: $0, edit: request.edit) }
        case .results(let searcher, let request, _):
            _ = state.search.accepts(request, of: searcher)
        case .search(let searcher, let request, let progress):
            state.search.note(progress, of: request, of: searcher)
        case .overdue:
            state.search.noteOverdue()
        case .start, .filters, .session, .reset:
            break
        }
        return .none
    }

    public func view(_ state: State) -> JSON {
        let shown = state.draft ?? Draft(text: state.query, editor: state.editor)
        var members: [(String, JSON)] = [
            ("query", .string(shown.text)), ("placeholder", .string(placeholder)), ("autofocus", .bool(isFocused)),
            ("mode", .string(mode)),
        ]
        if let voice { members.append(("voice", voice)) }
        return state.search.view(members + (shown.editor?.json ?? []))
    }
}

// MARK: - Searching on submission

extension SearchBoxInteractor {
    private func answer(_ intent: Intent, _ state: inout State) throws -> Effects {
        let typed = state.draft?.text ?? state.query
        let editor = try SessionEdit.Editor(in: intent.data)
        switch intent.type {
        case "set-query":
            let text = try checked(intent.data.requiredString("query"))
            state.draft = Draft(text: text, editor: editor)
            return text == typed ? .unchanged : .applied
        case "submit":
            let given = try intent.data.optional("query") { try checked($0.requiredString("query")) }
            state.draft = Draft(text: given ?? typed, editor: editor ?? state.draft?.editor)
            let query = SearchIntent.setQuery(given ?? typed, by: state.draft?.editor)
            return .asks(searcher, query.intent, SearchIntent.search.intent)
        case "clear":
            guard !typed.isEmpty || !state.query.isEmpty else { return .unchanged }
            state.draft = Draft(text: "", editor: editor)
            return .asks(searcher, SearchIntent.setQuery("", by: editor).intent)
        default:
            return .unknown(intent, to: Self.self)
        }
    }

    private func checked(_ text: String) throws -> String {
        try SessionEdit.check(text)
        return text
    }

    public func save(_ state: State) -> JSON? {
        guard let draft = state.draft else { return nil }
        let members: [(String, JSON)] = [("draft", .string(draft.text)), ("over", .string(state.query))]
        return .object(JSONObject(members + (draft.editor?.json ?? [])))
    }

    public func restore(_ state: inout State, saved: JSON?, view: JSON?) {
        state.search.restore(from: view)
        guard let saved, let text = saved["draft"]?.string, saved["over"]?.string == state.query else { return }
        state.draft = Draft(text: text, editor: (try? SessionEdit.Editor(in: saved)) ?? nil)
    }
}
