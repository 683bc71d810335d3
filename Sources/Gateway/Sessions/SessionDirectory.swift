// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import SearchModel
import Synchronization
import Wire

/// Creates sessions and knows which there are.
///
/// A session exists when the log has an event of it. It begins with one intent `start` to `session`, and where it is to
/// begin with a link's state, `restore` in the same append. A session of an older log that has had no `start` gets it when
/// it is next asked for.
final class SessionDirectory: Sendable {
    /// How it came that a session exists.
    enum Presence: Sendable, Hashable {
        case created
        case existed
    }

    private enum Wish: Sendable {
        case require
        case create(SessionLink?, source: String, admit: @Sendable () throws -> Void)

        var mayCreate: Bool {
            if case .create = self { true } else { false }
        }
    }

    private struct State {
        /// When each session was last found to exist, and on which log.
        var known: [String: (epoch: String, at: ContinuousClock.Instant)] = [:]
        var underWay: [String: Task<Presence, any Error>] = [:]
    }

    /// How many sessions are remembered; beyond it all are looked up again.
    private static let memoryLimit = 20_000
    /// How long a session counts as existing without another look.
    private static let memoryTime = Duration.seconds(600)

    /// The type of the intent that begins a session; clients cannot send it.
    static let startType = "start"
    /// The source of what the gateway appends.
    static let source = "/gateway"

    private let log: any EventLog
    private let position: LogPosition
    private let state = Mutex(State())

    init(log: any EventLog, position: LogPosition) {
        self.log = log
        self.position = position
    }

    /// Makes sure that a session exists.
    ///
    /// - Parameters:
    ///   - session: Its id.
    ///   - link: The state that a new session begins with; one that exists is left as it is.
    ///   - source: Who begins it, as the source of its first event: the broker counts the sessions of each.
    ///   - admit: Called before a new session begins; what it throws refuses the session.
    /// - Returns: Whether it was there.
    /// - Throws: `SearchBusError` with `invalid-session`, and what the closure and the log throw.
    func ensure(
        _ session: String,
        link: SessionLink? = nil,
        source: String = SessionDirectory.source,
        admit: @escaping @Sendable () throws -> Void = {}
    ) async throws -> Presence {
        try Self.check(session)
        if isKnown(session) { return .existed }
        return try await look(session, .create(link, source: source, admit: admit))
    }

    /// Makes sure that a session exists.
    ///
    /// - Throws: `SearchBusError` with `unknown-session` or `invalid-session`, and what the log throws.
    func require(_ session: String) async throws {
        try Self.check(session)
        if isKnown(session) { return }
        _ = try await look(session, .require)
    }

    private static func check(_ session: String) throws {
        guard Name.isValid(session) else {
            throw SearchBusError(.invalidSession, "The session in the path is no session.")
        }
        guard !OneOffSession.contains(session) else {
            throw SearchBusError(
                .invalidSession,
                "Sessions whose names begin with `\(OneOffSession.prefix)` are those of searches without a session.",
                remedy: "Choose another name."
            )
        }
    }

    private func isKnown(_ session: String) -> Bool {
        let epoch = position.epoch
        return state.withLock { state in
            guard let known = state.known[session] else { return false }
            return known.epoch == epoch && ContinuousClock.now - known.at < Self.memoryTime
        }
    }

    /// Looks a session up, one at a time each: two requests for one new session must not start it twice.
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
        let toSession = TopicPrefix(.intent, GatewayApp.session)
        var page = try await log.latest(LatestQuery([toSession], session: session, limit: 1))
        let isStarted = !page.events.isEmpty
        if !isStarted { page = try await log.latest(LatestQuery([.all], session: session, limit: 1)) }
        let exists = !page.events.isEmpty
        guard exists || wish.mayCreate else {
            throw SearchBusError(.unknownSession, "There is no session `\(session)`.")
        }
        if !isStarted {
            if case .create(let link, let source, let admit) = wish, !exists {
                try admit()
                try await start(session, with: link, source)
            } else {
                try await start(session, with: nil, Self.source)
            }
        }
        position.note(page.epoch, page.head)
        state.withLock { state in
            if state.known.count >= Self.memoryLimit { state.known = [:] }
            state.known[session] = (page.epoch, .now)
        }
        return exists ? .existed : .created
    }

    private func start(_ session: String, with link: SessionLink?, _ source: String) async throws {
        let first = Identifier.make()
        var drafts = [try Self.draft(Self.startType, [:], id: first, correlation: first, session, source)]
        if let link {
            let data: JSON = ["link": .string(link.text)]
            let id = Identifier.make()
            drafts.append(try Self.draft("restore", data, id: id, correlation: first, session, source))
        }
        _ = try await log.append(drafts)
    }

    private static func draft(
        _ type: String,
        _ data: JSON,
        id: String,
        correlation: String,
        _ session: String,
        _ source: String
    ) throws -> EventDraft {
        EventDraft(
            topic: try Topic(.intent, GatewayApp.session, session: session),
            id: id,
            source: source,
            type: "searchbus.intent.\(type)",
            correlationID: correlation,
            traceParent: RequestTrace.current,
            data: data.bytes
        )
    }
}
