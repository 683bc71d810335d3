// SPDX-License-Identifier: MIT

import AccessKeys
import Bus
import Components
import SearchModel
import Synchronization
import Wire

/// Creates sessions and knows the existing ones.
///
/// A session exists when the log has an event of it. It begins with one intent `start` to `session`, and if it must
/// begin with a link's state, `restore` in the same append. A session of an older log that has had no `start` gets it when
/// it is next used.
final class SessionDirectory: Sendable {
    /// How a session came to exist.
    enum Presence: Sendable, Hashable {
        case created
        case existed
    }

    private enum Wish: Sendable {
        case require
        case create(SessionLink?, KeyFilters?, source: String, admit: @Sendable () throws -> Void)

        var mayCreate: Bool {
            if case .create = self { true } else { false }
        }
    }

    private struct State {
        /// When each session was last found to exist, and on which log.
        var known: [String: (epoch: String, at: ContinuousClock.Instant)] = [:]
        /// The filters of the key that each began with, if they were read: they do not change.
        var filters: [String: (epoch: String, state: FilterState, at: ContinuousClock.Instant)] = [:]
        var underWay: [String: Task<Presence, any Error>] = [:]
    }

    /// The maximum number of cached sessions; beyond it all are looked up again.
    private static let memoryLimit = 20_000
    /// How long a session counts as existing without another lookup.
    private static let memoryTime = Duration.seconds(600)

    private let log: any EventLog
    private let position: LogPosition
    private let state = Mutex(State())

    init(log: any EventLog, position: LogPosition) {
        self.log = log
        self.position = position
    }

    /// Creates a session if it does not exist.
    ///
    /// - Parameters:
    ///   - session: Its id.
    ///   - link: The state that a new session begins with; an existing one is not changed.
    ///   - filters: The filters of its creator's key, which a new session has for good.
    ///   - source: Its creator, as the source of its first event: the broker counts the sessions of each.
    ///   - admit: Called before a new session is created; an error of it refuses the session.
    /// - Returns: Whether it existed.
    /// - Throws: `SearchBusError` with `invalid-session`, with `not-permitted` for an existing session without the filters,
    ///   and errors of the closure and the log.
    func ensure(
        _ session: String,
        link: SessionLink? = nil,
        filters: KeyFilters? = nil,
        source: String = GatewayAPI.source,
        admit: @escaping @Sendable () throws -> Void = {}
    ) async throws -> Presence {
        try SessionStart.check(session)
        if let filters {
            try await check(session, has: filters)
            let presence = try await look(session, .create(link, filters, source: source, admit: admit))
            // Another client may have created it in the meantime.
            try await check(session, has: filters)
            return presence
        }
        if isKnown(session) { return .existed }
        return try await look(session, .create(link, nil, source: source, admit: admit))
    }

    /// Checks that a session, if it exists, began with a key of these filters, or of more.
    ///
    /// - Throws: `SearchBusError` with `not-permitted` if its searches may find other records, with `invalid-session`, and
    ///   errors of the log.
    func check(_ session: String, has filters: KeyFilters) async throws {
        try SessionStart.check(session)
        guard let found = try await keyFilters(of: session), !filters.state.isPart(of: found) else { return }
        throw SearchBusError(
            .notPermitted,
            "The session `\(session)` was not begun with the filters of the key: `\(filters.text)`.",
            remedy: "Create another session with this key."
        )
    }

    private func keyFilters(of session: String) async throws -> FilterState? {
        let epoch = position.epoch
        let known = state.withLock { $0.filters[session] }
        if let known, known.epoch == epoch, ContinuousClock.now - known.at < Self.memoryTime { return known.state }
        guard let found = try await SessionStart.keyFilters(of: session, on: log) else { return nil }
        state.withLock { state in
            if state.filters.count >= Self.memoryLimit { state.filters = [:] }
            state.filters[session] = (epoch, found, .now)
        }
        return found
    }

    /// Checks that a session exists.
    ///
    /// - Throws: `SearchBusError` with `unknown-session` or `invalid-session`, and errors of the log.
    func require(_ session: String) async throws {
        try SessionStart.check(session)
        if isKnown(session) { return }
        _ = try await look(session, .require)
    }

    /// Makes the next use of a session look it up on the log.
    func forget(_ session: String) {
        state.withLock { ($0.known[session], $0.filters[session]) = (nil, nil) }
    }

    private func isKnown(_ session: String) -> Bool {
        let epoch = position.epoch
        return state.withLock { state in
            guard let known = state.known[session] else { return false }
            return known.epoch == epoch && ContinuousClock.now - known.at < Self.memoryTime
        }
    }

    /// Looks up a session, one lookup at a time for each: two requests for one new session must not start it twice.
    private func look(_ session: String, _ wish: Wish) async throws -> Presence {
        let (task, isMine) = state.withLock { state in
            if let task = state.underWay[session] { return (task, false) }
            let task = Task { try await self.settle(session, wish) }
            state.underWay[session] = task
            return (task, true)
        }
        defer {
            if isMine { state.withLock { $0.underWay[session] = nil } }
        }
        do {
            let presence = try await task.value
            return isMine ? presence : .existed
        } catch let error as SearchBusError where error.code == .unknownSession && wish.mayCreate && !isMine {
            return try await look(session, wish)
        }
    }

    private func settle(_ session: String, _ wish: Wish) async throws -> Presence {
        let found = try await SessionStart(of: session, on: log)
        guard found.exists || wish.mayCreate else {
            throw SearchBusError(.unknownSession, "There is no session `\(session)`.")
        }
        if !found.isThere {
            if case .create(let link, let filters, let source, let admit) = wish, !found.exists {
                try admit()
                try await start(session, with: link, filters, source)
            } else {
                try await start(session, with: nil, nil, GatewayAPI.source)
            }
        }
        position.note(found.page.epoch, found.page.head)
        state.withLock { state in
            if state.known.count >= Self.memoryLimit { state.known = [:] }
            state.known[session] = (found.page.epoch, .now)
        }
        return found.exists ? .existed : .created
    }

    private func start(
        _ session: String,
        with link: SessionLink?,
        _ filters: KeyFilters?,
        _ source: String
    ) async throws {
        let first = Identifier.make()
        var drafts = [
            try SessionStart.draft(
                SessionStart.type,
                SessionStart.data(filters: filters?.state),
                session: session,
                source: source,
                id: first,
                traceParent: RequestTrace.current
            )
        ]
        if let link {
            drafts.append(
                try SessionStart.draft(
                    "restore",
                    ["link": .string(link.text)],
                    session: session,
                    source: source,
                    correlation: first,
                    traceParent: RequestTrace.current
                )
            )
        }
        _ = try await log.append(drafts)
    }
}
