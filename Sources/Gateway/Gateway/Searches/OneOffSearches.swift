// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import SearchModel
import Synchronization
import Wire

/// Makes searches for programs that have no session: requests onto the bus, and the searchers' answers back.
///
/// The gateway has a few sessions for it, which are used again and again, so that their number on the log is bounded.
final class OneOffSearches: Sendable {
    private struct State {
        /// The number of the last request in each session, from the first on.
        var numbers: [Int] = []
        /// The unused ones among the sessions, the first at the end.
        var free: [Int] = []
        /// How many sessions each caller uses that uses any.
        var shares: [CallerToken: Int] = [:]
    }

    private let log: any EventLog
    private let executor: (any TaskExecutor)?
    private let limit: Int
    private let share: Int
    private let time: Duration
    private let origin: String
    private let state = Mutex(State())

    /// - Parameters:
    ///   - log: The bus.
    ///   - executor: Where the bus is read, if not on the threads that all tasks share.
    ///   - limit: How many sessions are in use at a time.
    ///   - share: How many of them one caller uses.
    ///   - time: How long answers are waited for.
    ///   - origin: What no other gateway's sessions are called.
    init(
        log: any EventLog,
        executor: (any TaskExecutor)? = nil,
        limit: Int,
        perCaller share: Int,
        time: Duration,
        origin: String = Identifier.make(length: 8)
    ) {
        (self.log, self.executor, self.limit, self.time, self.origin) = (log, executor, limit, time, origin)
        self.share = share
    }

    /// Runs searches.
    ///
    /// - Parameters:
    ///   - searches: The searches.
    ///   - caller: The caller.
    ///   - isCounted: Whether their requests count in statistics; if they are published otherwise, they must not.
    /// - Returns: As many answers, in the same order.
    /// - Throws: `SearchBusError` with `busy` if too many are in flight, of all or of the caller, and errors of the log.
    func answers(
        to searches: [OneOffSearch],
        of caller: CallerToken,
        isCounted: Bool = true
    ) async throws -> [OneOffPlan.Answer] {
        var plan = OneOffPlan(searches)
        let places = try take(plan.sessionCount, caller)
        defer { giveBack(places.map(\.place), caller) }
        let sessions = places.map { (OneOffSession.name(origin: origin, place: $0.place + 1), $0.number) }
        let requests = plan.begin(in: sessions)
        let begun = plan
        let ended = try await withTaskExecutorPreference(executor) {
            try await self.ask(requests, begun, caller, isCounted)
        }
        let late = SearchBusError(
            .backendTimeout,
            "The searcher did not respond within \(time).",
            remedy: "Retry; `searchbus status` shows whether the searcher works."
        )
        return ended.answers.map { $0 ?? .failure(late) }
    }

    private func ask(
        _ requests: [(session: String, request: UnitRequest)],
        _ plan: OneOffPlan,
        _ caller: CallerToken,
        _ isCounted: Bool
    ) async throws -> OneOffPlan {
        var plan = plan
        let deadline = ContinuousClock.now + time
        let correlation = Identifier.make()
        let drafts = try requests.map { session, request in
            var data = request.json.object ?? JSONObject()
            if !isCounted { data["analytics"] = false }
            data["caller"] = .string(caller.text)
            return EventDraft(
                topic: try Topic(.request, request.searcher, session: session),
                id: Identifier.make(),
                source: GatewayAPI.source,
                type: "searchbus.request.changed",
                correlationID: correlation,
                traceParent: RequestTrace.current,
                data: JSON.object(data).bytes
            )
        }
        let receipt = try await log.append(drafts)
        // What was said since the request is on the log, so that nothing is missed by listening only now.
        let subscription = try await log.subscribe(to: plan.topics, after: receipt.first)
        defer { subscription.cancel() }
        while !plan.isComplete {
            do {
                for event in try await subscription.next(until: deadline) { plan.note(event) }
            } catch let error as SearchBusError where error.code == .trimmed || error.code == .diverged {
                // A deleted event cannot be the response to a new request, or its request is repeated.
            }
            if ContinuousClock.now >= deadline { break }
        }
        return plan
    }

    // MARK: Sessions

    private func take(_ count: Int, _ caller: CallerToken) throws -> [(place: Int, number: Int)] {
        try state.withLock { state in
            guard state.numbers.count - state.free.count + count <= limit else {
                throw SearchBusError(.busy, "Too many searches are in flight.")
            }
            let own = state.shares[caller, default: 0]
            guard own + count <= share else {
                throw SearchBusError(
                    .busy,
                    "Too many searches of this caller are in flight: \(own), the limit is \(share).",
                    remedy: "Wait for their results before sending more."
                )
            }
            state.shares[caller] = own + count
            return (0..<count).map { _ in
                let place = state.free.popLast() ?? state.numbers.count
                if place == state.numbers.count { state.numbers.append(0) }
                state.numbers[place] += 1
                return (place, state.numbers[place])
            }
        }
    }

    private func giveBack(_ places: [Int], _ caller: CallerToken) {
        state.withLock { state in
            let own = state.shares[caller, default: 0] - places.count
            state.shares[caller] = own > 0 ? own : nil
            state.free += places
            state.free.sort(by: >)
        }
    }
}
