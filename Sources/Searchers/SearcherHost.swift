// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Backends
import Bus
import Components
import Interactors
import SearchModel
import Wire

/// Runs a searcher on the bus: folds what waits, searches, appends the answers together with the cursor.
///
/// A search that is quick is one append: outcome and results at once. One that takes longer than the grace is announced
/// with `started`, so that a restart knows of it, and its results come in a later append. So the log never says that an
/// intent was applied without saying what was searched for it.
public actor SearcherHost {
    /// How long a turn waits for its searches before it announces them.
    static let grace: Duration = .milliseconds(15)
    /// How many sessions are held in memory.
    private static let cacheLimit = 512

    let unit: SearcherUnit
    let stallDelay: Duration
    let inbox = SearcherInbox()
    var cache = SessionCache<SearcherSession>(limit: cacheLimit)
    var turn = TurnBuilder(source: "")
    private let backends: [String: any SearchBackend]
    private let log: any EventLog
    private let meter: ComponentMeter
    let journal: CrashJournal?
    private let inputs: [TopicPrefix]
    private var cursor = SequenceNumber.zero
    private var folded = SequenceNumber.zero
    private var foldedCount = 0

    /// Makes a host.
    ///
    /// - Parameters:
    ///   - unit: What is searched.
    ///   - backends: The engines, by name.
    ///   - log: The log it lives on.
    ///   - meter: Where the host counts its work.
    ///   - journal: Where it notes what it is about to fold, to find an event that kills it; `nil` in tests.
    ///   - stallDelay: After how long people are told that a search is slow.
    public init(
        _ unit: SearcherUnit,
        backends: [String: any SearchBackend],
        log: any EventLog,
        meter: ComponentMeter,
        journal: CrashJournal? = nil,
        stallDelay: Duration = .milliseconds(200)
    ) {
        self.unit = unit
        self.backends = backends
        self.log = log
        self.meter = meter
        self.journal = journal
        self.stallDelay = stallDelay
        let names = Set([unit.name] + unit.members.map(\.name)).sorted()
        inputs =
            names.map { TopicPrefix(.intent, $0) }
            + Set(unit.members.compactMap(\.filterState)).sorted().map { TopicPrefix(.filters, $0) }
            + Set(unit.members.map(\.template.index)).sorted().map { TopicPrefix(.index, $0) }
    }

    /// Works until the task is cancelled.
    ///
    /// - Throws: `SearchBusError` where the log is another one than at the start; `CancellationError`.
    public func run() async throws {
        try await withTaskCancellationHandler {
            try await runUntilCancelled()
        } onCancel: {
            inbox.fail(CancellationError())
        }
    }

    private func runUntilCancelled() async throws {
        while !Task.isCancelled {
            do {
                try await runFromCursor()
            } catch let error as SearchBusError where error.code.meansStartingOver {
                meter.noteRestart()
                for session in cache.sessions { cache[session]?.task?.cancel() }
                cache.removeAll()
            }
        }
    }

    private func runFromCursor() async throws {
        cursor = try await log.cursor(of: unit.name)
        (folded, foldedCount) = (cursor, 0)
        meter.noteCursor(cursor)
        let subscription = try await log.subscribe(to: inputs, after: cursor)
        defer { subscription.cancel() }
        let meter = meter
        let inbox = inbox
        let reader = Task {
            while !Task.isCancelled {
                do {
                    await inbox.put(try await subscription.next())
                } catch let error as SearchBusError where error.code == .trimmed {
                    meter.noteTrimmed()
                } catch {
                    inbox.fail(error)
                    return
                }
            }
        }
        defer { reader.cancel() }
        _ = await inbox.take(until: .now, takesEvents: true)
        try await recover()
        while true {
            let content = await inbox.take(until: nextStall(), takesEvents: true)
            if let failure = content.failure { throw failure }
            try await runTurn(content)
        }
    }

    // MARK: Turns

    private func runTurn(_ content: SearcherInbox.Content) async throws {
        let events = content.events.sorted { $0.sequence < $1.sequence }
        let recent = events.contains { $0.topic.kind == .index } ? try await recentSessions() : []
        try await load(Set(events.compactMap(\.topic.session)).union(recent))
        let startedAt = ContinuousClock.now
        turn = TurnBuilder(source: "/searcher/\(unit.name)")
        var touched = Set(content.completions.map(\.session))
        for event in events {
            folded = max(folded, event.sequence)
            foldedCount += 1
            touched.formUnion(event.topic.kind == .index ? foldIndex(event, recent) : try fold(event))
        }
        journal?.clear()
        for completion in content.completions { try finish(completion) }
        try await search(touched)
        try announceAndStall()
        for session in touched { try conclude(session) }
        meter.noteTurn(events: events.count, duration: ContinuousClock.now - startedAt)
        try await append()
        cache.trim { $0.machine.isBusy }
    }

    private func append() async throws {
        guard !turn.drafts.isEmpty || foldedCount >= 512 else { return }
        let move = CursorMove(
            component: unit.name,
            from: cursor,
            to: folded,
            appendID: turn.appendID,
            folded: foldedCount,
            prefixes: inputs
        )
        try await log.appendPersistently(turn.drafts, moving: move)
        cursor = folded
        foldedCount = 0
        meter.noteCursor(cursor)
    }

    /// Begins what is wanted, and waits a little for the answers.
    private func search(_ touched: Set<String>) async throws {
        var open = Set(touched.filter { launch($0) })
        let deadline = ContinuousClock.now.advanced(by: Self.grace)
        while !open.isEmpty {
            let content = await inbox.take(until: deadline, takesEvents: false)
            if let failure = content.failure { throw failure }
            guard !content.completions.isEmpty else { return }
            for completion in content.completions {
                try finish(completion)
                open.remove(completion.session)
                if launch(completion.session) { open.insert(completion.session) }
            }
        }
    }

    /// Begins the search that a session wants; answers whether there was one.
    private func launch(_ session: String) -> Bool {
        guard var entry = cache.take(session) else { return false }
        defer { cache.insert(entry, for: session) }
        if entry.machine.running?.isSuperseded == true { entry.task?.cancel() }
        guard let launch = entry.machine.launch() else { return false }
        let inbox = inbox
        let searches = group(launch)
        entry.launchedAt = .now
        entry.task = Task.detached {
            let answers = await SearcherHost.answers(to: searches)
            inbox.put(SearchCompletion(session: session, request: launch.request, answers: answers))
        }
        return true
    }

    private typealias Group = (backend: any SearchBackend, members: [String], requests: [SearchRequest])

    /// The requests of a search, one group a backend, so that each backend is asked once.
    private func group(_ launch: SearcherStateMachine.Launch) -> [Group] {
        var groups: [(name: String, group: Group)] = []
        for (member, request) in launch.requests {
            let name = unit.member(member)?.backend ?? ""
            if let index = groups.firstIndex(where: { $0.name == name }) {
                groups[index].group.members.append(member)
                groups[index].group.requests.append(request)
            } else if let backend = backends[name] {
                groups.append((name, (backend, [member], [request])))
            }
        }
        return groups.map(\.group)
    }

    private static func answers(
        to groups: [Group]
    ) async -> [(member: String, result: Result<SearchResponse, SearchBusError>)] {
        await withTaskGroup(of: [(member: String, result: Result<SearchResponse, SearchBusError>)].self) { tasks in
            for group in groups {
                tasks.addTask {
                    do {
                        let responses = try await group.backend.search(group.requests)
                        return zip(group.members, responses).map { ($0, .success($1)) }
                    } catch {
                        let known =
                            error as? SearchBusError ?? SearchBusError(.backendFailed, "The search failed: \(error)")
                        return group.members.map { ($0, .failure(known)) }
                    }
                }
            }
            return await tasks.reduce(into: []) { $0 += $1 }
        }
    }

    /// When the next search under way counts as slow.
    private func nextStall() -> ContinuousClock.Instant? {
        cache.sessions.compactMap { session -> ContinuousClock.Instant? in
            guard let entry = cache[session], let running = entry.machine.running, !running.isStalled,
                !running.isSuperseded
            else { return nil }
            return entry.launchedAt?.advanced(by: stallDelay)
        }.min()
    }

    // MARK: Memory

    /// Brings back the sessions that are not held.
    func load(_ sessions: Set<String>) async throws {
        for session in sessions where !cache.contains(session) {
            cache.insert(try await restored(session).session, for: session)
        }
    }

    /// The sessions that were searched last, the only ones that follow a changing index: as many as fit one append with
    /// their outcomes and results. They are read from the log, since a searcher that was restarted holds none.
    private func recentSessions() async throws -> Set<String> {
        let limit = min(Self.cacheLimit, 900 / (unit.members.count * 2 + 1))
        var query = LatestQuery(
            unit.members.flatMap { [TopicPrefix(.results, $0.name), TopicPrefix(.search, $0.name)] }
        )
        var recent: [String] = []
        while true {
            let page = try await log.latest(query)
            recent += page.events.compactMap(\.topic.session)
            guard page.hasMore, let last = page.events.last else { break }
            query.after = last.sequence
        }
        var sessions: Set<String> = []
        for session in recent.reversed() where sessions.count < limit { sessions.insert(session) }
        return sessions
    }

    private func restored(_ session: String) async throws -> (session: SearcherSession, wasBusy: Bool) {
        let page = try await log.latest(LatestQuery(memories, session: session))
        do {
            return try SearcherSession.restore(unit, from: page.events)
        } catch is JSONError {
            // What an older version wrote may not be readable; the session then starts over.
            return (SearcherSession(unit), true)
        }
    }

    private var memories: [TopicPrefix] {
        unit.members.flatMap { [TopicPrefix(.results, $0.name), TopicPrefix(.search, $0.name)] }
            + [TopicPrefix(.state, unit.name)]
            + Set(unit.members.compactMap(\.filterState)).sorted().map { TopicPrefix(.filters, $0) }
    }

    /// Searches again what was under way when the last process ended.
    private func recover() async throws {
        let after = SequenceNumber(rawValue: cursor.rawValue > 20_000 ? cursor.rawValue - 20_000 : 0)
        let prefixes = unit.members.map { TopicPrefix(.search, $0.name) } + [TopicPrefix(.state, unit.name)]
        var query = LatestQuery(prefixes, after: after)
        var causes: [String: Cause] = [:]
        while true {
            let page = try await log.latest(query)
            for event in page.events {
                if let session = event.topic.session { causes[session] = Cause(event) }
            }
            guard page.hasMore, let last = page.events.last else { break }
            query.after = last.sequence
        }
        turn = TurnBuilder(source: "/searcher/\(unit.name)")
        var busy: Set<String> = []
        for (session, cause) in causes {
            var (entry, wasBusy) = try await restored(session)
            guard wasBusy else { continue }
            entry.machine.resume(cause)
            cache.insert(entry, for: session)
            busy.insert(session)
        }
        guard !busy.isEmpty else { return }
        try await search(busy)
        try announceAndStall()
        for session in busy { try conclude(session) }
        try await append()
    }
}
