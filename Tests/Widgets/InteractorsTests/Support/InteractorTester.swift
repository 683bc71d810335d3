// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

/// Gives inputs to an interactor and requires that a test asserts all their effects.
///
/// Each input returns the next outputs to assert; an outcome, an intent or a page that is not asserted before the next
/// input, or before the tester is released, fails the test. Intents to the state store change the tester's session.
final class InteractorTester<Widget: Interactor> {
    let widget: Widget
    var state: Widget.State
    /// The session's requests, as in the state store.
    private(set) var session: SessionEdit
    private let members: [String]
    private var number = 0
    private var outcome: Outcome?
    private var intents: [(to: String, intent: Intent)] = []
    private var pages: [Effects.Page] = []
    private var lastInput = "nothing"

    init(
        _ type: Widget.Type,
        searcher: String? = "products",
        members: [String] = ["products"],
        others: [String] = [],
        filterState: String? = "main",
        title: String? = nil,
        _ parameters: JSON = [:]
    ) throws {
        widget = try Widget(
            WidgetConfiguration(
                name: "widget",
                type: Widget.type,
                searcher: searcher,
                searcherMembers: members,
                filterState: filterState,
                title: title,
                parameters: parameters
            )
        )
        self.members = members + others
        state = widget.initialState
        var session = SessionEdit(
            SessionState(
                filters: ["main": FilterState()],
                searchers: Dictionary(uniqueKeysWithValues: self.members.map { ($0, SearcherState()) })
            )
        )
        widget.prepare(&session)
        self.session = session
    }

    deinit { expectNothing() }

    var view: JSON { widget.view(state) }

    /// The last request of the session as a whole.
    private(set) var step: Intent?

    /// The session's filters.
    var filters: FilterState { session.state.filters["main"] ?? FilterState() }

    /// Replaces the session's filters.
    func keep(_ filters: FilterState) {
        var state = session.state
        state.filters["main"] = filters
        session = SessionEdit(state, editors: session.editors)
    }

    /// Gives an input whose effects are asserted next.
    func give(_ input: Input, at location: SourceLocation = #_sourceLocation) {
        expectNothing(at: location)
        let effects = widget.take(input, into: &state)
        outcome = effects.outcome
        intents = effects.intents
        pages = effects.pages
        lastInput =
            switch input {
            case .start: "the start"
            case .intent(let intent): "the intent \(intent.type)"
            case .request(_, let request): "request \(request.number)"
            case .results(_, let request, _): "the answer of search \(request)"
            case .search(_, let request, let progress): "search \(request) \(progress)"
            case .filters: "a change of the filters"
            case .overdue: "a long wait"
            case .session: "news of the session"
            case .reset: "a reset"
            }
    }

    // MARK: Intents

    /// Sends an intent and asserts its outcome; the state store carries it out unless it is the widget's own.
    func send(
        _ type: String,
        _ data: JSON = [:],
        _ expected: Outcome = .applied,
        at location: SourceLocation = #_sourceLocation
    ) {
        let intent = Intent(type: type, data: data)
        if widget.ownIntents.contains(type) {
            give(.intent(intent), at: location)
        } else {
            change(intent, at: location)
        }
        #expect(outcome == expected, sourceLocation: location)
        outcome = nil
    }

    /// Acts as the state store: carries out the rule, and notifies the widget of the changes.
    private func change(_ intent: Intent, at location: SourceLocation) {
        expectNothing(at: location)
        var edit = SessionEdit(session.state, editors: session.editors)
        do {
            try widget.carryOut(intent, in: &edit)
        } catch {
            outcome = Outcome(rejectedFor: error)
            return
        }
        let before = session
        step = edit.step
        session = SessionEdit(edit.state, editors: edit.editors)
        if edit.state.filters != before.state.filters { _ = widget.fold(&state, .filters(filters)) }
        if edit.state.searchers != before.state.searchers || edit.editors != before.editors || !edit.again.isEmpty {
            number += 1
            for name in members { give(.request(searcher: name, request(of: name)), at: location) }
        }
        outcome = edit.state == before.state && edit.again.isEmpty && step == nil ? .unchanged : .applied
    }

    private func request(of name: String) -> MemberRequest {
        MemberRequest(
            number: number,
            query: session.state.searchers[name]?.query ?? "",
            index: session.state.searchers[name]?.index ?? "products",
            page: session.state.searchers[name]?.page ?? 0,
            hitsPerPage: session.state.searchers[name]?.hitsPerPage,
            parameters: session.state.searchers[name]?.parameters ?? JSONObject(),
            client: session.editors[name]?.client,
            edit: session.editors[name]?.edit
        )
    }

    /// Sends an intent that must be rejected, for a reason that contains the words.
    func sendRejected(
        _ type: String,
        _ data: JSON = [:],
        _ words: String,
        _ code: ErrorCode = .invalidIntent,
        at location: SourceLocation = #_sourceLocation
    ) {
        let before = (view, session)
        let intent = Intent(type: type, data: data)
        // Unknown intents are refused by both.
        if widget.ownIntents.contains(type) || !Widget.intents.contains(where: { $0.name == type }) {
            give(.intent(intent), at: location)
        }
        let own = outcome
        outcome = nil
        if !widget.ownIntents.contains(type) { change(intent, at: location) }
        for outcome in [own, outcome].compactMap({ $0 }) {
            if case .rejected(let error) = outcome {
                #expect(error.code == code, sourceLocation: location)
                #expect(error.message.contains(words), sourceLocation: location)
            } else {
                Issue.record("\(outcome) is not a rejection", sourceLocation: location)
            }
        }
        if outcome == nil, own == nil { Issue.record("no outcome of `\(type)`", sourceLocation: location) }
        #expect(view == before.0, "a rejected intent changes nothing", sourceLocation: location)
        #expect(session == before.1, "a rejected intent changes nothing", sourceLocation: location)
        outcome = nil
    }

    // MARK: Assertions

    /// Asserts the next intent.
    func expect(_ type: String, to component: String, _ data: JSON, at location: SourceLocation = #_sourceLocation) {
        guard !intents.isEmpty else {
            Issue.record("no `\(type)` followed from \(lastInput)", sourceLocation: location)
            return
        }
        let next = intents.removeFirst()
        #expect(next.to == component, sourceLocation: location)
        #expect(next.intent == Intent(type: type, data: data), sourceLocation: location)
    }

    /// Asserts the next further page, with the positions of its hits.
    func expectPage(
        _ number: Int,
        of list: Int,
        _ positions: [Int],
        page shown: Int? = nil,
        at location: SourceLocation = #_sourceLocation
    ) {
        guard !pages.isEmpty else {
            Issue.record("no page followed from \(lastInput)", sourceLocation: location)
            return
        }
        let page = pages.removeFirst()
        #expect(page.number == number, sourceLocation: location)
        #expect(page.view["page"] == JSON(shown ?? number) && page.view["list"] == JSON(list), sourceLocation: location)
        let found = (page.view["hits"]?.array ?? []).compactMap { $0["position"]?.int }
        #expect(found == positions, sourceLocation: location)
    }

    /// Asserts members of the view.
    func expectView(_ members: JSON, at location: SourceLocation = #_sourceLocation) {
        for member in members.object?.members ?? [] {
            let (key, value) = (member.key, member.value)
            #expect(view[key] ?? .null == value, "the view's `\(key)`", sourceLocation: location)
        }
    }

    /// Asserts that nothing else followed.
    func expectNothing(at location: SourceLocation = #_sourceLocation) {
        if let outcome { Issue.record("not asserted: \(outcome) of \(lastInput)", sourceLocation: location) }
        for (component, intent) in intents {
            Issue.record("not asserted: \(intent) to \(component) after \(lastInput)", sourceLocation: location)
        }
        for page in pages {
            Issue.record("not asserted: page \(page.number) after \(lastInput)", sourceLocation: location)
        }
        (outcome, intents, pages) = (nil, [], [])
    }
}
