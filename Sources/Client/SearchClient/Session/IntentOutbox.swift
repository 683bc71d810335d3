// SPDX-License-Identifier: MIT

import Synchronization
import Wire

/// Sends controllers' intents in the order of the user's actions: one intent at a time to each recipient.
final class IntentOutbox: Sendable {
    /// The result of an intent: its outcome, or `nil` if a newer one replaced it before it was sent.
    typealias Completion = @Sendable (Result<IntentOutcome?, any Error>) -> Void

    private struct Entry: Sendable {
        let intent: Intent
        let completion: Completion
    }

    private struct State {
        var lanes: [String: IntentLane<Entry>] = [:]
        var tasks: [String: Task<Void, Never>] = [:]
        var isClosed = false
    }

    private let sender: IntentSender
    private let state = Mutex(State())

    init(_ sender: IntentSender) { self.sender = sender }

    /// Adds an intent.
    ///
    /// - Parameters:
    ///   - intent: The intent.
    ///   - isLatest: Whether it replaces waiting ones of its type.
    ///   - completion: Called once, on no actor in particular.
    func put(_ intent: Intent, isLatest: Bool, _ completion: @escaping Completion) {
        let entry = Entry(intent: intent, completion: completion)
        let change: IntentLane<Entry>.Change? = state.withLock { state in
            guard !state.isClosed else { return nil }
            let change = state.lanes[intent.addressee, default: IntentLane()]
                .put(entry, replacing: isLatest ? intent.type : nil)
            if let next = change.next { start(next, &state) }
            return change
        }
        guard let change else { return completion(.failure(CancellationError())) }
        for replaced in change.replaced { replaced.completion(.success(nil)) }
        if change.isFull {
            completion(.failure(SearchBusError(.busy, "Too much waits to be sent to `\(intent.addressee)`.")))
        }
    }

    /// Drops intents that are not sent yet; one in flight may still take effect.
    func close() {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
    }

    /// Waits until nothing is left to send.
    func flush() async {
        while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
    }

    private func start(_ entry: Entry, _ state: inout State) {
        state.tasks[entry.intent.addressee] = Task { [self] in
            var entry = entry
            while true {
                await carryOut(entry)
                guard let next = advance(entry.intent.addressee) else { return }
                entry = next
            }
        }
    }

    private func carryOut(_ entry: Entry) async {
        do {
            let outcomes = try await sender.send([entry.intent])
            entry.completion(.success(outcomes.first))
        } catch {
            entry.completion(.failure(error))
        }
    }

    private func advance(_ addressee: String) -> Entry? {
        state.withLock { state in
            let next = state.lanes[addressee]?.next()
            if next == nil {
                state.lanes[addressee] = nil
                state.tasks[addressee] = nil
            }
            return next
        }
    }
}
