// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Synchronization
import Wire

/// Creates sessions and knows which there are.
///
/// A session exists when the log has an event of it. It begins with one `start` intent to each part of the app; parts
/// that the app has got since then are started when the session is next asked for.
final class SessionDirectory: Sendable {
    /// How it came that a session exists.
    enum Presence: Sendable, Hashable {
        case created
        case existed
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

    private let app: GatewayApp
    private let log: any EventLog
    private let position: LogPosition
    private let state = Mutex(State())

    init(app: GatewayApp, log: any EventLog, position: LogPosition) {
        self.app = app
        self.log = log
        self.position = position
    }

    /// Makes a session with an id of its own.
    func create() async throws -> String {
        let session = Identifier.make()
        _ = try await ensure(session)
        return session
    }

    /// Makes sure that a session exists and that every part of the app was started in it.
    ///
    /// - Throws: `SearchBusError` with `invalid-session`, and what the log throws.
    func ensure(_ session: String) async throws -> Presence {
        try Self.check(session)
        if isKnown(session) { return .existed }
        return try await look(session, mayCreate: true)
    }

    /// Makes sure that a session exists.
    ///
    /// - Throws: `SearchBusError` with `unknown-session` or `invalid-session`, and what the log throws.
    func require(_ session: String) async throws {
        try Self.check(session)
        if isKnown(session) { return }
        _ = try await look(session, mayCreate: false)
    }

    private static func check(_ session: String) throws {
        guard Name.isValid(session) else {
            throw SearchBusError(.invalidSession, "The session in the path is no session.")
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
    private func look(_ session: String, mayCreate: Bool) async throws -> Presence {
        let (task, isMine) = state.withLock { state in
            if let task = state.underWay[session] { return (task, false) }
            let task = Task { try await self.settle(session, mayCreate: mayCreate) }
            state.underWay[session] = task
            return (task, true)
        }
        defer {
            if isMine { state.withLock { $0.underWay[session] = nil } }
        }
        do {
            let presence = try await task.value
            return isMine ? presence : .existed
        } catch let error as SearchBusError where error.code == .unknownSession && mayCreate && !isMine {
            return try await look(session, mayCreate: mayCreate)
        }
    }

    private func settle(_ session: String, mayCreate: Bool) async throws -> Presence {
        var query = LatestQuery([TopicPrefix(.intent)], session: session, limit: 1000)
        var started: Set<String> = []
        var page = try await log.latest(query)
        while true {
            started.formUnion(page.events.map(\.topic.component))
            guard page.hasMore, let last = page.events.last else { break }
            query.after = last.sequence
            page = try await log.latest(query)
        }
        var exists = !started.isEmpty
        if !exists {
            exists = try await !log.latest(LatestQuery([.all], session: session, limit: 1)).events.isEmpty
        }
        guard exists || mayCreate else {
            throw SearchBusError(.unknownSession, "There is no session `\(session)`.")
        }
        let missing = app.addressees.filter { !started.contains($0) }
        if !missing.isEmpty { try await start(missing, in: session) }
        position.note(page.epoch, page.head)
        state.withLock { state in
            if state.known.count >= Self.memoryLimit { state.known = [:] }
            state.known[session] = (page.epoch, .now)
        }
        return exists ? .existed : .created
    }

    private func start(_ addressees: [String], in session: String) async throws {
        let drafts = try addressees.map { addressee in
            let id = Identifier.make()
            return EventDraft(
                topic: try Topic(.intent, addressee, session: session),
                id: id,
                source: "/gateway",
                type: "searchbus.intent.start",
                correlationID: id,
                data: Array("{}".utf8)
            )
        }
        _ = try await log.append(drafts)
    }
}
