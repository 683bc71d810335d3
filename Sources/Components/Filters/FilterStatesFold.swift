// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Bus
import Interactors
import SearchModel
import Wire

/// The filter states of an app on the bus: filter intents in, whole filter states out.
public struct FilterStatesFold: SessionFold {
    /// The filter states of one session, by name.
    public struct State: Sendable {
        struct One: Sendable {
            var filters: FilterState
            var revision: Int
            var published: Published
        }

        var states: [String: One]
    }

    /// The name of the cursor; no widget or searcher may have it.
    public static let cursorName = "filters"

    public let name = FilterStatesFold.cursorName
    public let source = "/filters"
    public let inputs: [TopicPrefix]
    public let memories: [TopicPrefix]
    private let initial: [String: FilterState]

    /// Makes the fold of an app's filter states.
    public init(_ app: App) {
        inputs = app.filterStates.map { TopicPrefix(.intent, $0.name) }
        memories = app.filterStates.map { TopicPrefix(.filters, $0.name) }
        initial = Dictionary(
            app.filterStates.map { ($0.name, app.initialFilterState($0.name)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    public func restore(session: String, from events: [Event]) throws -> State {
        var state = State(
            states: initial.mapValues { State.One(filters: $0, revision: 0, published: Published()) }
        )
        for event in events {
            let data = try event.data()
            state.states[event.topic.component] = State.One(
                filters: try FilterState(json: data),
                revision: data["revision"]?.int ?? 0,
                published: Published(event.dataBytes)
            )
        }
        return state
    }

    public func fold(_ state: inout State, _ event: Event) throws -> [Output] {
        let addressee = event.topic.component
        guard var one = state.states[addressee] else { return [] }
        let intent = try event.intent()
        if intent.type == "start" {
            // The first state is an event too, so that whoever listens to filters need not know the app file.
            one.revision = max(one.revision, 1)
            state.states[addressee] = one
            return []
        }
        let outcome = FilterStateFold.fold(&one.filters, intent)
        if outcome == .applied { one.revision += 1 }
        state.states[addressee] = one
        return [.outcome(outcome, of: event, by: addressee)]
    }

    public func conclude(_ state: inout State, session: String) -> [Output] {
        state.states.keys.sorted().compactMap { name in
            guard var one = state.states[name], one.revision > 0 else { return nil }
            var data = one.filters.json.object ?? JSONObject()
            data["revision"] = JSON(one.revision)
            let bytes = JSON.object(data).bytes
            let isNew = one.published.isNew(bytes)
            state.states[name] = one
            return isNew ? Output(.filters, name, type: "searchbus.filters.changed", data: bytes) : nil
        }
    }
}
