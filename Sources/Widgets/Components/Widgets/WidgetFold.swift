// SPDX-License-Identifier: MIT

import Bus
import Interactors
import SearchModel
import Wire

/// What an interactor shows, on the bus: events in, views, outcomes and intents out.
public struct WidgetFold<Logic: Interactor>: SessionFold {
    /// A session as the host holds it: the interactor's own state, and what was said of it last.
    public struct State: Sendable {
        var logic: Logic.State
        /// How large the last view was, in bytes.
        var viewSize = 0
        var view = Published()
        var saved = Published()
        /// Since when an answer is awaited.
        var waitingSince: ContinuousClock.Instant?
        /// Why the last answer could not be taken in; until the next one can.
        var fault: SearchBusError?
    }

    /// Who carries out the widget's intents.
    public enum Home: Sendable {
        /// The state store, but for the widget's own: the type comes with SearchBus.
        case builtIn
        /// The widget itself, all of them: the type is custom.
        case custom
    }

    /// After how long an answer that has not come is called slow, whatever process is ill.
    static var patience: Duration { .milliseconds(200) }

    public let name: String
    public let inputs: [TopicPrefix]
    public let lateInputs: Set<TopicPrefix>
    public let memories: [TopicPrefix]
    public let roster: [TopicPrefix]
    public let configuration: String
    public let interest: EventInterest
    private let logic: Logic
    private let ownIntents: Set<String>?
    private let widget: WidgetConfiguration

    /// Makes the fold of a widget.
    ///
    /// - Parameters:
    ///   - widget: The widget's configuration.
    ///   - home: Who carries out its intents.
    ///   - program: A text that differs after each change of the program; all sessions are then reviewed.
    /// - Throws: `ParameterError` for parameters that make no sense.
    public init(_ widget: WidgetConfiguration, home: Home = .builtIn, program: String = "") throws {
        name = widget.name
        logic = try Logic(widget)
        ownIntents = home == .custom ? nil : logic.ownIntents
        self.widget = widget
        let attributes = logic.countedAttributes.map { own in
            widget.heardSearchers.reduce(into: Set<String>()) { names, searcher in
                names.formUnion(own.compactMap(widget.attributeMap(of: searcher).name))
            }
        }
        interest = EventInterest(parts: Logic.parts, attributes: attributes, searchers: Set(widget.heardSearchers))
        let own = home == .custom || !logic.ownIntents.isEmpty ? [TopicPrefix(.intent, widget.name)] : []
        let requests = widget.heardUnits.map { TopicPrefix(.request, $0) }
        let filters = widget.filterState.map { [TopicPrefix(.filters, $0)] } ?? []
        let answers = widget.heardSearchers.flatMap { [TopicPrefix(.results, $0), TopicPrefix(.search, $0)] }
        let overview = [TopicPrefix(.view, StateStoreFold.sessionName)]
        let session = Logic.connections.contains(.session) ? overview : []
        let context = requests + filters + answers + session
        inputs = [TopicPrefix(.intent, StateStoreFold.sessionName)] + own + context
        lateInputs = logic.showsRequests ? [] : Set(requests)
        memories = [TopicPrefix(.view, widget.name), TopicPrefix(.state, widget.name)] + context
        roster = [Array(requests.prefix(1)), filters, overview].first { !$0.isEmpty } ?? []
        configuration = Digest.text(of: "\(Logic.type) \(widget)\(program)")
    }

    public var source: String { "/interactor/\(name)" }

    public func restore(
        session: String,
        from events: [Incoming],
        at now: ContinuousClock.Instant
    ) throws -> State {
        let view = events.last { $0.event.topic.kind == .view && $0.event.topic.component == name }
        let saved = events.last { $0.event.topic.kind == .state }
        let inputs = events.sorted { $0.event.sequence < $1.event.sequence }
            .filter { $0.event.topic.kind != .intent }
            .flatMap { (try? self.inputs(of: $0)) ?? [] }
        var state = State(logic: logic.restored(from: inputs, saved: try saved?.data(), view: try view?.data()))
        if let view {
            state.view = Published(view.event.dataBytes)
            state.viewSize = view.event.dataBytes.count
        }
        if let saved { state.saved = Published(saved.event.dataBytes) }
        state.waitingSince = logic.isWaiting(state.logic) ? now : nil
        return state
    }

    public func fold(_ state: inout State, _ event: Incoming, at now: ContinuousClock.Instant) throws -> [Output] {
        var outputs: [Output] = []
        for input in try inputs(of: event) {
            let effects = logic.take(input, into: &state.logic)
            if let outcome = effects.outcome { outputs.append(.outcome(outcome, of: event.event, by: name)) }
            outputs += effects.intents.map { Output.intent($0.intent, to: $0.to) }
            outputs += effects.pages.map(page)
            if case .results = input { state.fault = nil }
            if case .start = input { outputs += wantedCounts }
        }
        noteWaiting(&state, now)
        return outputs
    }

    public func revisit(
        _ state: inout State,
        _ event: Incoming?,
        at now: ContinuousClock.Instant
    ) throws -> [Output] {
        // Other parameters may need other counts.
        wantedCounts
    }

    /// What a widget of one's own wants counted; of a type that comes with SearchBus the searcher knows it from the app file.
    private var wantedCounts: [Output] {
        guard ownIntents == nil, let searcher = widget.searcher else { return [] }
        let needs = logic.needs.named(by: widget.attributeMap(of: searcher))
        return needs.isEmpty ? [] : [.intent(SearchIntent.addNeeds(needs).intent, to: searcher)]
    }

    public func setAside(_ state: inout State, _ event: Incoming, for error: SearchBusError) -> [Output] {
        if event.event.topic.kind != .intent { state.fault = error }
        return [.outcome(.rejected(error), of: event.event, by: name)]
    }

    public func upkeep(of state: State) -> SessionUpkeep {
        // A view's text becomes some four times as much in memory; records stay text, and are most of a view that has any.
        var upkeep = SessionUpkeep(size: 2_048 + state.viewSize * (Logic.parts.contains(.hits) ? 2 : 4))
        upkeep.deadline = state.waitingSince?.advanced(by: Self.patience)
        return upkeep
    }

    public func pass(_ state: inout State, at now: ContinuousClock.Instant) -> [Output] {
        _ = logic.fold(&state.logic, .overdue)
        state.waitingSince = nil
        return []
    }

    private func noteWaiting(_ state: inout State, _ now: ContinuousClock.Instant) {
        state.waitingSince = logic.isWaiting(state.logic) ? state.waitingSince ?? now : nil
    }

    public func conclude(_ state: inout State, session: String) -> [Output] {
        var outputs: [Output] = []
        // Nothing to keep is said once something was kept, so that a restart does not find what is no longer so.
        let saved = logic.save(state.logic)?.bytes ?? (state.saved.isEmpty ? nil : JSON.null.bytes)
        if let saved, state.saved.update(saved) {
            outputs.append(Output(.state, name, type: "searchbus.state.\(Logic.type)", data: saved))
        }
        let view = view(of: state).bytes
        state.viewSize = view.count
        if state.view.update(view) {
            outputs.append(Output(.view, name, type: "searchbus.view.\(Logic.type)", data: view))
        }
        return outputs
    }

    private func view(of state: State) -> JSON {
        guard let fault = state.fault else { return logic.view(state.logic) }
        var view = logic.view(state.logic).object ?? JSONObject()
        view["phase"] = "failed"
        view["error"] = fault.json
        view["stale"] = true
        return .object(view)
    }

    private func page(_ page: Effects.Page) -> Output {
        Output(.view, "\(name).\(page.number)", type: "searchbus.view.\(Logic.type)-page", data: page.view.bytes)
    }

    public func substitute(for output: Output, refusedFor error: SearchBusError) -> Output? {
        guard output.kind == .view else { return nil }
        let failure = SearchBusError(
            error.code,
            "The view of `\(name)` cannot be published: \(error.message)",
            remedy: "Let the searcher retrieve fewer attributes (`attributesToRetrieve`) or fewer hits (`hitsPerPage`)."
        )
        let view: JSON = ["phase": "failed", "error": failure.json]
        return Output(output.kind, output.component, type: output.type, data: view.bytes, cause: output.cause)
    }
}

// MARK: - Inputs

extension WidgetFold {
    /// The input for a widget of an intent to the session.
    private static func input(ofSessionIntent name: String) -> [Input] {
        switch name {
        case "start": [.start]
        case "reset": [.reset]
        default: []
        }
    }

    private func inputs(of event: Incoming) throws -> [Input] {
        let topic = event.event.topic
        switch topic.kind {
        case .intent:
            let intent = try event.intent()
            if topic.component == StateStoreFold.sessionName { return Self.input(ofSessionIntent: intent.type) }
            return ownIntents?.contains(intent.type) ?? true ? [.intent(intent)] : []
        case .filters:
            return [.filters(try event.filterState())]
        case .view where topic.component == StateStoreFold.sessionName:
            return [.session(try SessionOverview(json: try event.data()))]
        case .request:
            let request = try event.request()
            return request.members.sorted { $0.key < $1.key }.compactMap { name, member in
                memories.contains(TopicPrefix(.results, name)) ? .request(searcher: name, member) : nil
            }
        case .search:
            guard let notice = SearchNotice(record: try event.data()), let request = notice.request else {
                throw JSONError("`request` is not a whole number")
            }
            guard let progress = notice.progress(type: event.event.typeSuffix) else { return [] }
            return [.search(searcher: topic.component, request: request, progress)]
        case .results:
            let answer = try event.answer()
            let response = answer.response.named(by: widget.attributeMap(of: topic.component))
            return [.results(searcher: topic.component, request: answer.request, response)]
        default:
            return []
        }
    }
}
