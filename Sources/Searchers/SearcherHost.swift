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
    /// How long a turn waits for its next answer before it announces the searches that have none.
    static let grace: Duration = .milliseconds(15)
    /// How long a turn waits for answers in all.
    static let longestWait: Duration = .milliseconds(120)
    /// How many sessions one turn begins to search for.
    static let turnLimit = 8
    /// How many events one turn folds.
    private static let eventLimit = 128
    /// How many events one turn may append; an append holds at most 1,024.
    static let draftLimit = 900
    /// How many sessions are held in memory.
    static let cacheLimit = 512

    let unit: SearcherUnit
    let stallDelay: Duration
    let inbox = SearcherInbox()
    var cache = SessionCache<SearcherSession>(limit: cacheLimit)
    var turn = TurnBuilder(source: "")
    let backends: [String: any SearchBackend]
    let log: any EventLog
    private let meter: ComponentMeter
    let journal: CrashJournal?
    private let inputs: [TopicPrefix]
    private(set) var cursor = SequenceNumber.zero
    private var folded = SequenceNumber.zero
    private var foldedCount = 0
    /// What waits for its turn.
    private var waiting: ArraySlice<Event> = []
    var completions: ArraySlice<SearchCompletion> = []
    /// The sessions that want a search, and those for which one is under way.
    var wanting = SessionQueue()
    var underWay: Set<String> = []
    /// Which run from the cursor this is; what an earlier one began counts no more.
    private(set) var run = 0

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
            + unit.announcedIndexes.map { TopicPrefix(.index, $0) }
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
        run = inbox.beginRun()
        cursor = try await log.cursor(of: unit.name)
        (folded, foldedCount) = (cursor, 0)
        (waiting, completions) = ([], [])
        (wanting, underWay) = (SessionQueue(), [])
        meter.noteCursor(cursor)
        let subscription = try await log.subscribe(to: inputs, after: cursor)
        defer { subscription.cancel() }
        let reader = Task { [meter, inbox, run] in
            while !Task.isCancelled {
                do {
                    await inbox.put(try await subscription.next(), of: run)
                } catch let error as SearchBusError where error.code == .trimmed {
                    meter.noteTrimmed()
                } catch {
                    inbox.fail(error, of: run)
                    return
                }
            }
        }
        defer { reader.cancel() }
        try await recover()
        while true {
            let isIdle = waiting.isEmpty && completions.isEmpty && wanting.isEmpty
            let content = await inbox.take(until: isIdle ? nextStall() : .now, takesEvents: waiting.isEmpty)
            if let failure = content.failure { throw failure }
            waiting += content.events.sorted { $0.sequence < $1.sequence }
            completions += content.completions
            let ended = completions.prefix(Self.turnLimit)
            completions = completions.dropFirst(Self.turnLimit)
            try await runTurn(takeEvents(), ended)
        }
    }

    /// The next events, as many as one append can answer; a change of an index is alone, since it concerns many sessions.
    private func takeEvents() -> ArraySlice<Event> {
        let limit = waiting.startIndex + Self.eventLimit
        let index = waiting.prefix(Self.eventLimit).firstIndex { $0.topic.kind == .index }
        let end = index.map { max($0, waiting.startIndex + 1) } ?? min(limit, waiting.endIndex)
        let events = waiting[..<end]
        waiting = waiting[end...]
        return events
    }

    // MARK: Turns

    private func runTurn(_ events: ArraySlice<Event>, _ completions: ArraySlice<SearchCompletion>) async throws {
        let recent = events.contains { $0.topic.kind == .index } ? try await recentSessions() : []
        try await load(Set(events.compactMap(\.topic.session)).union(recent))
        let startedAt = ContinuousClock.now
        turn = TurnBuilder(source: "/searcher/\(unit.name)")
        var touched = Set(completions.map(\.session))
        for event in events {
            folded = max(folded, event.sequence)
            foldedCount += 1
            touched.formUnion(event.topic.kind == .index ? foldIndex(event, recent) : try fold(event))
        }
        journal?.clear()
        for completion in completions { try finish(completion) }
        for event in events { if let session = event.topic.session { enqueue(session) } }
        touched.formUnion(try await search())
        try announceAndStall(touched)
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
            folded: foldedCount,
            prefixes: inputs,
            incarnation: 0
        )
        try await log.appendPersistently(turn.drafts, id: turn.appendID, moving: [move])
        cursor = folded
        foldedCount = 0
        meter.noteCursor(cursor)
    }
}
