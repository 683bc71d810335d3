// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import Components
import SearchModel
import Synchronization
import Wire

/// Asks searchers for clients without a session: appends requests, and waits for the answers within limits.
///
/// Searches of the app's searchers are made in a few sessions of the gateway, which are used again and again, so that their number on
/// the log is bounded. Requests of Algolia's interface are appended together: those that arrive during an append are part of the
/// next, so a busy gateway makes few large appends, and a quiet one loses no time.
final class Questions: Sendable {
    private struct State {
        /// The unused sessions, by number from 1.
        var free: [Int] = []
        var sessionCount = 0
        /// The number of the last request in any of the sessions.
        var lastNumber = 0
        /// The events of the next appends.
        var waiting: [EventDraft] = []
        var isAppending = false
    }

    /// The maximum size of one append.
    private static let appendLimits = (events: 256, bytes: 4 << 20)

    private let log: any EventLog
    private let executor: (any TaskExecutor)?
    private let metrics: GatewayMetrics
    private let timeout: Duration
    private let origin: String
    /// What is in flight of the app's searchers, and of Algolia's interface.
    private let searches: CallerShares
    private let requests: CallerShares
    /// The calls of Algolia's interface that wait, by the IDs of their events.
    private let board = ReplyBoard<String, Event>()
    private let state = Mutex(State())

    /// - Parameters:
    ///   - log: The bus.
    ///   - executor: The executor for using the bus, if not the shared one.
    ///   - limits: What may be in flight, and how long answers are waited for.
    ///   - metrics: The metrics.
    ///   - origin: A name that no other gateway's sessions have.
    init(
        log: any EventLog,
        executor: (any TaskExecutor)? = nil,
        limits: GatewayConfiguration.Limits,
        metrics: GatewayMetrics,
        origin: String = Identifier.make(length: 8)
    ) {
        (self.log, self.executor, self.metrics, self.origin) = (log, executor, metrics, origin)
        timeout = limits.questionTime
        searches = CallerShares(.init(count: limits.searches), perCaller: .init(count: limits.searchesPerCaller))
        requests = CallerShares(
            .init(count: limits.questions, bytes: limits.questionBytes),
            perCaller: .init(count: limits.questionsPerCaller, bytes: limits.questionBytesPerCaller)
        )
    }

    private func draft(
        to component: String,
        session: String,
        type: String,
        correlationID: String? = nil,
        _ data: JSONObject,
        of caller: CallerToken
    ) throws -> EventDraft {
        var data = data
        data["caller"] = .string(caller.text)
        return EventDraft(
            topic: try Topic(.request, component, session: session),
            id: Identifier.make(),
            source: GatewayAPI.source,
            type: "searchbus.request.\(type)",
            correlationID: correlationID,
            traceParent: RequestTrace.current,
            data: JSON.object(data).bytes
        )
    }
}

// MARK: - Searchers of the app

extension Questions {
    /// Runs searches.
    ///
    /// - Parameters:
    ///   - list: The searches.
    ///   - caller: The caller.
    ///   - isCounted: Whether their requests count in statistics; if they are published otherwise, they must not.
    /// - Returns: As many answers, in the same order.
    /// - Throws: `SearchBusError` with `busy` if too many are in flight, of all or of the caller, and errors of the log.
    func answers(
        to list: [OneOffSearch],
        of caller: CallerToken,
        isCounted: Bool = true
    ) async throws -> [OneOffPlan.Answer] {
        let count = OneOffPlan.sessionCount(of: list)
        return try await searches.holding(.init(count: count), of: caller) { own, limit in
            SearchBusError(
                .busy,
                "Too many searches of this caller are in flight: \(own), the limit is \(limit).",
                remedy: "Wait for their results before sending more."
            )
        } _: {
            let (sessions, number) = take(count)
            defer { state.withLock { $0.free += sessions } }
            let names = sessions.map { OneOffSession.name(origin: origin, place: $0) }
            let plan = OneOffPlan(list, in: names, number: number)
            let ended = try await withTaskExecutorPreference(executor) {
                try await self.carryOut(plan, caller, isCounted)
            }
            let late = SearchBusError(
                .backendTimeout,
                "The searcher did not respond within \(timeout).",
                remedy: "Retry; `searchbus status` shows whether the searcher works."
            )
            return ended.answers.map { $0 ?? .failure(late) }
        }
    }

    private func take(_ count: Int) -> (sessions: [Int], number: Int) {
        state.withLock { state in
            state.lastNumber += 1
            let sessions = (0..<count).map { _ in
                if let session = state.free.popLast() { return session }
                state.sessionCount += 1
                return state.sessionCount
            }
            return (sessions, state.lastNumber)
        }
    }

    private func carryOut(_ plan: OneOffPlan, _ caller: CallerToken, _ isCounted: Bool) async throws -> OneOffPlan {
        var plan = plan
        let deadline = ContinuousClock.now + timeout
        let correlation = Identifier.make()
        let drafts = try plan.requests.map { session, request in
            var data = request.json.object ?? JSONObject()
            if !isCounted { data["analytics"] = false }
            return try draft(
                to: request.searcher,
                session: session,
                type: "changed",
                correlationID: correlation,
                data,
                of: caller
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
}

// MARK: - Algolia's interface

extension Questions {
    /// Sends the requests of one call of Algolia's interface, and waits for the answers.
    ///
    /// - Returns: The `results/` event.
    /// - Throws: `AlgoliaError` with status 429 if too many of the caller wait; `SearchBusError` with `busy` if too many do,
    ///   `backend-timeout` if no response came in time, and errors of the log.
    func answer(to list: [AlgoliaQuestion], session: String, of caller: CallerToken) async throws -> Event {
        let draft = try draft(
            to: AlgoliaQuestion.component,
            session: session,
            type: "algolia",
            JSONObject([("requests", .array(list.map(\.json)))]),
            of: caller
        )
        return try await requests.holding(.init(count: 1, bytes: draft.data.count), of: caller) { _, _ in
            AlgoliaError("Too many requests of this key wait: try again in a moment.", status: 429)
        } _: {
            let (_, found) = try await board.replies(to: [draft.id], within: timeout) { append(draft) }
            guard let event = found[draft.id] else {
                throw SearchBusError(.backendTimeout, "There was no answer in time.")
            }
            return event
        }
    }

    /// Takes answers.
    func received(_ events: [Event]) {
        for event in events where event.topic.kind == .results {
            if let id = event.causationID { board.received(event, to: id) }
        }
    }

    /// Appends an event soon.
    func append(_ draft: EventDraft) {
        let isFirst = state.withLock { state in
            state.waiting.append(draft)
            defer { state.isAppending = true }
            return !state.isAppending
        }
        if isFirst { Task(executorPreference: executor) { await self.appendWaiting() } }
    }

    private func appendWaiting() async {
        while let drafts = takeWaiting() {
            let start = ContinuousClock.now
            do {
                _ = try await log.append(drafts)
                metrics.appended(drafts.count, after: .now - start)
            } catch {
                board.fail(drafts.map(\.id), with: error)
            }
        }
    }

    /// The contents of the next append; `nil` if nothing is pending, which ends the work.
    private func takeWaiting() -> [EventDraft]? {
        state.withLock { state in
            var (bytes, count) = (0, 0)
            for draft in state.waiting.prefix(Self.appendLimits.events) {
                bytes += draft.data.count
                guard count == 0 || bytes <= Self.appendLimits.bytes else { break }
                count += 1
            }
            guard count > 0 else {
                state.isAppending = false
                return nil
            }
            defer { state.waiting.removeFirst(count) }
            return Array(state.waiting[..<count])
        }
    }
}
