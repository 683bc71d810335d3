// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Synchronization
import Wire

/// The clients that wait for outcomes; the owner of a subscription passes events to it.
public final class OutcomeBoard: Sendable {
    private let waits = Mutex<[IntentKey: [ObjectIdentifier: OutcomeWait]]>([:])

    public init() {}

    /// Registers a client; from now on it receives each of its outcomes.
    func add(_ wait: OutcomeWait) {
        waits.withLock { waits in
            for intent in wait.intents { waits[intent, default: [:]][ObjectIdentifier(wait)] = wait }
        }
    }

    func remove(_ wait: OutcomeWait) {
        waits.withLock { waits in
            for intent in wait.intents {
                waits[intent]?[ObjectIdentifier(wait)] = nil
                if waits[intent]?.isEmpty == true { waits[intent] = nil }
            }
        }
    }

    /// Takes events of the subscription; those that are not outcomes are ignored.
    public func received(_ events: [Event]) {
        guard waits.withLock({ !$0.isEmpty }) else { return }
        for event in events {
            guard let outcome = OutcomeData(event), let intent = outcome.key(of: event.topic) else { continue }
            let waits = waits.withLock { Array(($0[intent] ?? [:]).values) }
            for wait in waits { wait.received(outcome, of: intent) }
        }
    }

    /// Ends all waits, since the outcomes will not be received.
    public func fail(_ error: SearchBusError) {
        for wait in waits.withLock({ $0.values.flatMap(\.values) }) { wait.fail(error) }
    }
}

/// Waits for the outcomes of some intents.
final class OutcomeWait: Sendable {
    private struct State {
        var missing: Set<IntentKey>
        var outcomes: [IntentKey: OutcomeData] = [:]
        var waiter: CheckedContinuation<Void, Never>?
        var isOver = false
        var failure: SearchBusError?
    }

    /// The intents.
    let intents: Set<IntentKey>
    private let state: Mutex<State>

    init(intents: Set<IntentKey>) {
        self.intents = intents
        state = Mutex(State(missing: intents))
    }

    /// Notes an outcome.
    func received(_ outcome: OutcomeData, of intent: IntentKey) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.missing.remove(intent) != nil else { return nil }
            state.outcomes[intent] = outcome
            guard state.missing.isEmpty else { return nil }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Ends the wait, since no further outcome will be received.
    func fail(_ failure: SearchBusError) { giveUp(failure) }

    /// Returns the outcomes, when all have arrived or at the timeout.
    ///
    /// - Throws: The reason why outcomes are missing, if known.
    func outcomes(within time: Duration) async throws(SearchBusError) -> [IntentKey: OutcomeData] {
        let timer = Task {
            try? await Task.sleep(for: time)
            giveUp()
        }
        defer { timer.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard !state.missing.isEmpty, !state.isOver else { return true }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            giveUp()
        }
        let (outcomes, failure) = state.withLock { ($0.outcomes, $0.missing.isEmpty ? nil : $0.failure) }
        if let failure { throw failure }
        return outcomes
    }

    private func giveUp(_ failure: SearchBusError? = nil) {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            state.isOver = true
            if let failure { state.failure = failure }
            return state.waiter
        }
        waiter?.resume()
    }
}
