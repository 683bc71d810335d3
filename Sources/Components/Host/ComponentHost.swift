// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Interactors
import Wire

/// Runs a fold on the bus: reads what waits, folds it in one turn, appends what came out together with the cursor.
///
/// Outputs and cursor are one atom. A component that is killed between two turns reads the same events again and says the
/// same; one whose append was overtaken by another instance's is told so and starts over from the log.
public struct ComponentHost<Fold: SessionFold>: Sendable {
    /// How many events one turn folds at the most.
    private static var turnLimit: Int { 128 }
    /// After how many events without an output the cursor is moved all the same.
    private static var idleLimit: Int { 512 }

    private let fold: Fold
    private let log: any EventLog
    private let meter: ComponentMeter
    private let journal: CrashJournal?
    private let cacheLimit: Int

    /// Makes a host.
    ///
    /// - Parameters:
    ///   - fold: The logic.
    ///   - log: The log it lives on.
    ///   - meter: Where the host counts its work.
    ///   - journal: Where it notes what it is about to fold, to find an event that kills it; `nil` in tests.
    ///   - cacheLimit: How many sessions are held in memory.
    public init(
        _ fold: Fold,
        log: any EventLog,
        meter: ComponentMeter,
        journal: CrashJournal? = nil,
        cacheLimit: Int = 128
    ) {
        self.fold = fold
        self.log = log
        self.meter = meter
        self.journal = journal
        self.cacheLimit = cacheLimit
    }

    /// Works until the task is cancelled.
    ///
    /// - Throws: `SearchBusError` where the log is another one than at the start; `CancellationError`.
    public func run() async throws {
        while !Task.isCancelled {
            do {
                try await runFromCursor()
            } catch let error as SearchBusError where error.code.meansStartingOver {
                meter.noteRestart()
            }
        }
    }

    private func runFromCursor() async throws {
        var progress = Progress(cursor: try await log.cursor(of: fold.name))
        var cache = SessionCache<Fold.State>(limit: cacheLimit)
        let subscription = try await log.subscribe(to: fold.inputs, after: progress.cursor)
        defer { subscription.cancel() }
        meter.noteCursor(progress.cursor)
        while true {
            let events = try await nextEvents(of: subscription)
            var rest = events[...]
            while !rest.isEmpty {
                let turn = rest.prefix(Self.turnLimit)
                rest = rest.dropFirst(Self.turnLimit)
                try await runTurn(turn, &cache, &progress)
                meter.noteWaiting(rest.count)
            }
        }
    }

    /// The next events in order; a log that begins later than the cursor is taken from where it begins.
    private func nextEvents(of subscription: any EventSubscription) async throws -> [Event] {
        while true {
            do {
                return try await subscription.next().sorted { $0.sequence < $1.sequence }
            } catch let error as SearchBusError where error.code == .trimmed {
                meter.noteTrimmed()
            }
        }
    }

    // MARK: Turns

    /// Where the component has got to.
    private struct Progress {
        /// The cursor on the log.
        var cursor: SequenceNumber
        /// The last sequence folded.
        var folded: SequenceNumber
        /// How many events were folded since the cursor was moved.
        var count = 0

        init(cursor: SequenceNumber) {
            self.cursor = cursor
            folded = cursor
        }
    }

    private func runTurn(
        _ events: ArraySlice<Event>,
        _ cache: inout SessionCache<Fold.State>,
        _ progress: inout Progress
    ) async throws {
        try await load(events, after: progress.folded, &cache)
        let startedAt = ContinuousClock.now
        var turn = TurnBuilder(source: fold.source)
        var touched: [String] = []
        var causes: [String: Cause] = [:]
        for event in events {
            progress.folded = max(progress.folded, event.sequence)
            progress.count += 1
            guard let session = event.topic.session, var state = cache.take(session) else { continue }
            defer { cache.insert(state, for: session) }
            if causes.updateValue(Cause(event), forKey: session) == nil { touched.append(session) }
            try add(foldOrSetAside(&state, event), of: session, causes[session], to: &turn)
        }
        for session in touched {
            guard var state = cache.take(session) else { continue }
            defer { cache.insert(state, for: session) }
            try add(fold.conclude(&state, session: session), of: session, causes[session], to: &turn)
        }
        journal?.clear()
        meter.noteTurn(events: events.count, duration: ContinuousClock.now - startedAt)
        cache.trim()
        try await append(turn, &progress)
    }

    private func add(
        _ outputs: [Output],
        of session: String,
        _ cause: Cause?,
        to turn: inout TurnBuilder
    ) throws {
        for output in outputs { try turn.add(output, session: session, cause: cause) }
    }

    /// Folds one event; one that makes no sense, or has killed the process before, is set aside and shown.
    private func foldOrSetAside(_ state: inout Fold.State, _ event: Event) -> [Output] {
        guard journal?.mustSetAside(event.sequence) != true else {
            return setAside(event, "It has ended the process three times.")
        }
        journal?.note(event.sequence)
        do {
            return try fold.fold(&state, event)
        } catch {
            return setAside(event, "\(error)")
        }
    }

    private func setAside(_ event: Event, _ reason: String) -> [Output] {
        meter.noteSetAside()
        let error = SearchBusError(
            .poisonEvent,
            "`\(fold.name)` set event \(event.sequence) (\(event.type)) aside: \(reason)"
        )
        return [.outcome(.rejected(error), of: event, by: fold.name)]
    }

    private func append(_ turn: TurnBuilder, _ progress: inout Progress) async throws {
        guard !turn.drafts.isEmpty || progress.count >= Self.idleLimit else { return }
        let move = CursorMove(
            component: fold.name,
            from: progress.cursor,
            to: progress.folded,
            folded: progress.count,
            prefixes: fold.inputs,
            incarnation: 0
        )
        try await log.appendPersistently(turn.drafts, id: turn.appendID, moving: [move])
        progress.cursor = progress.folded
        progress.count = 0
        meter.noteCursor(progress.cursor)
    }

    /// Brings back the sessions of a turn that are not held.
    private func load(
        _ events: ArraySlice<Event>,
        after folded: SequenceNumber,
        _ cache: inout SessionCache<Fold.State>
    ) async throws {
        for session in Set(events.compactMap(\.topic.session)) where !cache.contains(session) {
            // What is to be folded yet is no memory.
            let events = try await log.allLatest(LatestQuery(fold.memories, session: session)).filter { event in
                event.sequence <= folded || !fold.inputs.contains { $0.matches(event.topic.description) }
            }
            do {
                cache.insert(try fold.restore(session: session, from: events), for: session)
            } catch {
                // What an older version saved may not be readable; the session then starts over.
                cache.insert(try fold.restore(session: session, from: []), for: session)
            }
        }
    }
}

extension ErrorCode {
    /// Whether a component that meets this must forget what it holds and begin again at its cursor.
    package var meansStartingOver: Bool {
        switch self {
        case .cursorMoved, .eventsMissed: true
        default: false
        }
    }
}
