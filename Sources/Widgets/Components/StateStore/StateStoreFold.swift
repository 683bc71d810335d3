// SPDX-License-Identifier: MIT

import AppModel
import Bus
import Interactors
import SearchModel
import Wire

/// The state store on the bus: what is asked of filter states, searchers, widgets and the session goes in; outcomes, filter
/// states and requests come out.
///
/// It alone owns what a session asks for. The effect of an intent is a pure rule of its addressee, applied here to the current state,
/// in the order in which the log has the intents.
public struct StateStoreFold: SessionFold {
    /// The name of the component; no part of an app may have it.
    public static let componentName = WorkerKind.state.name
    /// The addressee of what concerns the whole session; no part of an app may have it.
    public static let sessionName = "session"

    public let name = StateStoreFold.componentName
    public let source = "/state"
    public let inputs: [TopicPrefix]
    public let memories: [TopicPrefix]
    public let roster: [TopicPrefix]
    public let configuration: String
    public let parts: ResponseParts = []
    let rules: StateStoreRules

    /// Makes the state store of an app.
    ///
    /// - Throws: `ParameterError` for a widget whose parameters make no sense.
    public init(_ app: App) throws {
        rules = try StateStoreRules(app)
        // Whatever is asked of anybody: an app may have more parts than a subscription has prefixes.
        inputs = [TopicPrefix(.intent)]
        roster = rules.units.map { TopicPrefix(.request, $0.name) }
        memories =
            roster + app.filterStates.map { TopicPrefix(.filters, $0.name) }
            + [TopicPrefix(.state, Self.componentName), TopicPrefix(.view, Self.sessionName)]
        configuration = Digest.text(of: app.json.text)
    }

    public func fold(_ state: inout State, _ event: Incoming, at now: ContinuousClock.Instant) throws -> [Output] {
        let addressee = event.event.topic.component
        let intent = try event.intent()
        guard let rule = rules.addressees[addressee], rule.carriesOut(intent) else { return [] }
        let correlationID = event.event.correlationID ?? event.event.id
        let outcome: Outcome
        do {
            outcome = try state.carryOut(intent, by: rule, rules, correlationID: correlationID)
        } catch {
            outcome = Outcome(rejectedFor: error)
        }
        return [.outcome(outcome, of: event.event, by: addressee)]
    }

    public func setAside(_ state: inout State, _ event: Incoming, for error: SearchBusError) -> [Output] {
        [.outcome(.rejected(error), of: event.event, by: event.event.topic.component)]
    }

    public func conclude(_ state: inout State, session: String) -> [Output] {
        state.changedFilters() + state.changedRequests(rules) + state.changedRest(rules)
    }

    public func upkeep(of state: State) -> SessionUpkeep {
        SessionUpkeep(size: 4_096 + state.filterCount * 512 + state.historySize * 4)
    }
}

// MARK: - Memory

extension StateStoreFold {
    public func restore(
        session: String,
        from events: [Incoming],
        at now: ContinuousClock.Instant
    ) throws -> State {
        var state = State(rules.base)
        guard !events.isEmpty else { return state }
        state.hasBegun()
        for event in events where event.event.topic.kind == .view { state.takeView(event) }
        // What an older version saved may not be readable: the session then starts over, under the filters of its key.
        return (try? restored(state, from: events)) ?? state
    }

    private func restored(_ begun: State, from events: [Incoming]) throws -> State {
        var state = begun
        for event in events {
            let component = event.event.topic.component
            switch event.event.topic.kind {
            case .filters: try state.takeFilters(of: component, event)
            case .request: state.take(try event.request(), rules)
            case .state: try state.takeHistory(event, rules)
            default: break
            }
        }
        return state
    }
}

/// Runs an app's state store in a process of its own.
public enum StateStoreWorker {
    /// Works until the process is asked to end.
    public static func run(_ app: App, runtimeDirectory: String, isSupervised: Bool) async throws {
        let fold = try StateStoreFold(app)
        let writes =
            app.filterStates.map { "filters/\($0.name)/" } + app.searcherUnits.map { "request/\($0.name)/" }
            + ["view/\(StateStoreFold.sessionName)/"]
        let process = WorkerProcess(
            name: StateStoreFold.componentName,
            role: "state",
            components: [fold.name],
            reads: fold.inputs.map(\.description),
            writes: writes,
            runtimeDirectory: runtimeDirectory
        )
        try await process.run([fold], isSupervised: isSupervised)
    }
}
