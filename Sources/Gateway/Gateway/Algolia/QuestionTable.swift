// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaLanguage
import Bus
import Synchronization
import Wire

/// The pending requests, by the IDs of their events; bounded in number and in bytes.
final class QuestionTable: Sendable {
    private struct Entry {
        let bytes: Int
        let caller: String
        let deadline: ContinuousClock.Instant
        let continuation: CheckedContinuation<Event, any Error>
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var bytes = 0
        /// The pending requests of each caller.
        var shares: [String: (count: Int, bytes: Int)] = [:]
    }

    private let state = Mutex(State())
    private let limits: (count: Int, bytes: Int)
    private let share: (count: Int, bytes: Int)

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - count: The maximum number of requests.
    ///   - bytes: The maximum size of all requests, in bytes.
    ///   - share: The maximum number and size of one caller's requests; `nil` for those of all.
    init(count: Int, bytes: Int, perCaller share: (count: Int, bytes: Int)? = nil) {
        limits = (count, bytes)
        self.share = share ?? limits
    }

    /// The number of pending requests.
    var count: Int { state.withLock { $0.entries.count } }

    /// Waits for the response to a request.
    ///
    /// - Parameters:
    ///   - id: The ID of the request's event.
    ///   - bytes: The size of the request in memory.
    ///   - caller: The caller.
    ///   - deadline: The end of the wait.
    ///   - ask: Sends the request, once the response cannot be missed.
    /// - Returns: The `results/` event.
    /// - Throws: `AlgoliaError` with status 429 if too many of the caller wait; `SearchBusError` with `busy` if too many do,
    ///   `backend-timeout` if no response came in time.
    func answer(
        to id: String,
        bytes: Int,
        of caller: String = "",
        deadline: ContinuousClock.Instant,
        _ ask: () -> Void
    ) async throws -> Event {
        try await withCheckedThrowingContinuation { continuation in
            let refusal = state.withLock { state -> (any Error)? in
                let own = state.shares[caller] ?? (0, 0)
                guard state.entries.count < limits.count, state.bytes + bytes <= limits.bytes else {
                    return SearchBusError(.busy, "Too many questions wait for their answers.")
                }
                guard own.count < share.count, own.bytes + bytes <= share.bytes else {
                    return AlgoliaError("Too many requests of this key wait: try again in a moment.", status: 429)
                }
                state.entries[id] = Entry(bytes: bytes, caller: caller, deadline: deadline, continuation: continuation)
                state.bytes += bytes
                state.shares[caller] = (own.count + 1, own.bytes + bytes)
                return nil
            }
            if let refusal {
                continuation.resume(throwing: refusal)
                return
            }
            ask()
        }
    }

    /// Notes responses.
    func received(_ events: [Event]) {
        let waiters = state.withLock { state in
            events.compactMap { event -> (CheckedContinuation<Event, any Error>, Event)? in
                guard let id = event.causationID, let entry = Self.take(id, from: &state) else { return nil }
                return (entry.continuation, event)
            }
        }
        for (waiter, event) in waiters { waiter.resume(returning: event) }
    }

    /// Notes requests that could not be sent.
    func failed(_ ids: [String], with error: any Error) {
        let waiters = state.withLock { state in ids.compactMap { Self.take($0, from: &state)?.continuation } }
        for waiter in waiters { waiter.resume(throwing: error) }
    }

    /// Ends the waits whose timeout has passed.
    func expire(at now: ContinuousClock.Instant) {
        let late = state.withLock { state in state.entries.filter { $0.value.deadline <= now }.map(\.key) }
        guard !late.isEmpty else { return }
        failed(late, with: SearchBusError(.backendTimeout, "There was no answer in time."))
    }

    private static func take(_ id: String, from state: inout State) -> Entry? {
        guard let entry = state.entries.removeValue(forKey: id) else { return nil }
        state.bytes -= entry.bytes
        if let own = state.shares[entry.caller] {
            state.shares[entry.caller] = own.count > 1 ? (own.count - 1, own.bytes - entry.bytes) : nil
        }
        return entry
    }
}
