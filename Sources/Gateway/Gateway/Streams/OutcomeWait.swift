// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Synchronization
import Wire

/// What an intent is known by: ids of different topics never meet.
struct IntentKey: Sendable, Hashable {
    let session: String
    let addressee: String
    let id: String
}

/// What became of an intent.
struct Outcome: Sendable, Hashable {
    let intent: IntentKey
    let result: String
    let code: String?
    let message: String?
    let remedy: String?

    /// Reads an outcome event; `nil` for one that names no intent.
    init?(_ event: Event) {
        let data = try? event.data()
        guard event.topic.kind == .outcome, let session = event.topic.session,
            let id = data?["intent"]?.string ?? event.causationID
        else { return nil }
        intent = IntentKey(session: session, addressee: event.topic.component, id: id)
        result = String(event.typeSuffix)
        code = data?["code"]?.string
        message = data?["message"]?.string
        remedy = data?["remedy"]?.string
    }

    static let shape = Shape.named(
        "Outcome",
        .object([
            "result": .words(["applied", "unchanged", "rejected"]), "code?": .text, "message?": .text, "remedy?": .text,
        ])
    )

    var json: JSON {
        var members = JSONObject([("result", .string(result))])
        if let code { members["code"] = .string(code) }
        if let message { members["message"] = .string(message) }
        if let remedy { members["remedy"] = .string(remedy) }
        return .object(members)
    }
}

/// Waits for the outcomes of some intents.
final class OutcomeWait: Sendable {
    private struct State {
        var missing: Set<IntentKey>
        var outcomes: [IntentKey: Outcome] = [:]
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

    /// An outcome came.
    func received(_ outcome: Outcome) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.missing.remove(outcome.intent) != nil else { return nil }
            state.outcomes[outcome.intent] = outcome
            guard state.missing.isEmpty else { return nil }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// None will come any more, and why.
    func fail(_ failure: SearchBusError) { giveUp(failure) }

    /// The outcomes, when all are there or the time is up.
    ///
    /// - Throws: Why those that are missing do not come, where that is known.
    func outcomes(within time: Duration) async throws(SearchBusError) -> [IntentKey: Outcome] {
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
