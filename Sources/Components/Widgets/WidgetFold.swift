// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Interactors
import SearchModel
import Wire

/// An interactor on the bus: events in, views, outcomes and intents out.
public struct WidgetFold<Logic: Interactor>: SessionFold {
    /// A session as the host holds it: the interactor's own state, and what was said of it last.
    public struct State: Sendable {
        var logic: Logic.State
        var view: Published
        var saved: Published
    }

    public let name: String
    public let inputs: [TopicPrefix]
    public let memories: [TopicPrefix]
    private let logic: Logic
    private let widget: WidgetConfiguration

    /// Makes the fold of a widget.
    ///
    /// - Throws: `ParameterError` for parameters that make no sense.
    public init(_ widget: WidgetConfiguration) throws {
        self.widget = widget
        name = widget.name
        logic = try Logic(widget)
        var inputs = [TopicPrefix(.intent, widget.name)]
        for searcher in widget.searcherMembers {
            inputs += [TopicPrefix(.results, searcher), TopicPrefix(.search, searcher)]
        }
        if let filterState = widget.filterState { inputs.append(TopicPrefix(.filters, filterState)) }
        self.inputs = inputs
        memories =
            [TopicPrefix(.view, widget.name), TopicPrefix(.state, widget.name)]
            + widget.searcherMembers.flatMap { [TopicPrefix(.results, $0), TopicPrefix(.search, $0)] }
    }

    public var source: String { "/interactor/\(name)" }

    public func restore(session: String, from events: [Event]) throws -> State {
        let view = events.last { $0.topic.kind == .view }
        let saved = events.last { $0.topic.kind == .state }
        guard view != nil || saved != nil else {
            return State(logic: logic.initialState, view: Published(), saved: Published())
        }
        var known = try saved?.data().object ?? JSONObject()
        for (key, value) in try searches(in: events) { known[key] = value }
        return State(
            logic: logic.restore(saved: known.isEmpty ? nil : .object(known), view: try view?.data()),
            view: view.map { Published($0.dataBytes) } ?? Published(),
            saved: saved.map { Published($0.dataBytes) } ?? Published()
        )
    }

    /// What the log says of the session's searches that the widget has folded.
    private func searches(in events: [Event]) throws -> [(String, JSON)] {
        var (newest, shown): (Int, Int?) = (0, nil)
        for event in events where event.topic.kind == .results || event.topic.kind == .search {
            let data = try JSON(parsing: event.dataBytes, emptying: ResponseParts().unwanted)
            let isAnswer = event.topic.kind == .results
            // What makes no sense was set aside when it came.
            guard let request = data["request"]?.int, !isAnswer || (try? SearchResponse(json: data)) != nil else {
                continue
            }
            newest = max(newest, request)
            if isAnswer { shown = max(shown ?? 0, request) }
        }
        return SearchPhase.members(newest: newest, shown: shown)
    }

    public func fold(_ state: inout State, _ event: Event) throws -> [Output] {
        guard let input = try input(of: event) else { return [] }
        let effects = logic.fold(&state.logic, input)
        var outputs = effects.intents.map { Output.intent($0.intent, to: $0.to) }
        if let outcome = effects.outcome { outputs.insert(.outcome(outcome, of: event, by: name), at: 0) }
        return outputs
    }

    public func conclude(_ state: inout State, session: String) -> [Output] {
        var outputs: [Output] = []
        // Nothing to keep is said once something was kept, so that a restart does not find what is no longer so.
        let saved = logic.save(state.logic)?.bytes ?? (state.saved.isEmpty ? nil : JSON.null.bytes)
        if let saved, state.saved.isNew(saved) {
            outputs.append(Output(.state, name, type: "searchbus.state.\(Logic.type)", data: saved))
        }
        let view = logic.view(state.logic).bytes
        if state.view.isNew(view) {
            outputs.append(Output(.view, name, type: "searchbus.view.\(Logic.type)", data: view))
        }
        return outputs
    }

    private func input(of event: Event) throws -> Input? {
        switch event.topic.kind {
        case .intent:
            let intent = try event.intent()
            return intent.type == "start" ? .start : .intent(intent)
        case .results:
            let data = try JSON(parsing: event.dataBytes, emptying: Logic.parts.unwanted)
            return .results(
                searcher: event.topic.component,
                request: try data.requiredInt("request"),
                try SearchResponse(json: data)
            )
        case .search:
            let data = try event.data()
            guard let progress = SearchProgress(type: event.typeSuffix, data: data) else { return nil }
            return .search(searcher: event.topic.component, request: try data.requiredInt("request"), progress)
        case .filters:
            return .filters(try FilterState(json: try event.data()))
        default:
            return nil
        }
    }
}

extension SearchProgress {
    /// Reads the progress from a `search/` event; `nil` for a word that a newer version may have.
    init?(type: Substring, data: JSON) {
        switch type {
        case "started": self = .started
        case "stalled": self = .stalled
        case "superseded": self = .superseded
        case "failed":
            self = .failed(
                code: data["code"]?.string ?? ErrorCode.backendFailed.rawValue,
                message: data["message"]?.string ?? "The search failed."
            )
        default: return nil
        }
    }

    /// The word for the progress in event types.
    package var name: String {
        switch self {
        case .started: "started"
        case .stalled: "stalled"
        case .superseded: "superseded"
        case .failed: "failed"
        }
    }
}
