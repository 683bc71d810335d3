// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import Components
import Runtime
import SearchIndex
import SearchModel
import Wire

/// Applies the writes of the log to the indexes, those to one index in their order, each once.
///
/// A write is acknowledged when it is on the log; it is applied when its index has its stamp. The cursor passes it when all
/// writes before it are applied as well. A transient error never moves the cursor: the writes to that index wait.
public final class IndexerWork {
    /// The name of the component and of its cursor.
    public static let component = WorkerKind.indexer.component
    /// Who it is on the log.
    private static let source = "/indexer"
    /// What it reads.
    public static let inputs = [TopicPrefix(.write)]
    /// After how many failures in a row it is reported that an index cannot be written to: a merge that ends takes a moment.
    static let reportedFailures = 3

    /// What came of a try to apply writes.
    enum Outcome {
        /// They are applied; with the events to append.
        case applied([EventDraft])
        /// The index cannot be written to for now.
        case postponed(SearchBusError)
        /// They would fail each time.
        case refused(any Error)
    }

    let log: any EventLog
    let target: IndexTarget
    /// Whether other machines may have applied writes that the indexes of this one lack.
    private let isShared: Bool
    /// Up to which write each index held all of them that this indexer has worked on; empty where no other machine may put an
    /// older version in its place.
    var reached: [String: IndexStamp] = [:]
    /// How it waits for indexes that other machines have.
    let arrivals: ArrivalWait
    let meter: ComponentMeter
    private let journal: CrashJournal?
    private let backoff: Backoff
    /// The indexes of which it is reported that they cannot be written to.
    private var reported: Set<String> = []
    /// Applies writes to an index; replaced by tests that let it fail.
    var apply: ([IndexTarget.Write], String, [String: IndexStamp]) throws -> [IndexTarget.Change]

    /// - Parameters:
    ///   - log: Where the writes are.
    ///   - directory: Where the indexes are.
    ///   - isShared: Whether other machines share the log, and may have been the indexer before.
    ///   - patience: How long versions are waited for that other machines have.
    ///   - backoff: The delays between tries of an index that cannot be written to.
    ///   - meter: What counts the work, and reports what is in its way.
    ///   - predecessor: What is known of the process before, and where is noted what may be deadly; `nil` for neither.
    /// - Throws: `SearchBusError` where the journal cannot be made.
    public init(
        log: any EventLog,
        directory: IndexDirectory,
        isShared: Bool = false,
        patience: Duration = .seconds(60),
        backoff: Backoff = Backoff(first: .milliseconds(50), limit: .seconds(5)),
        meter: ComponentMeter,
        predecessor: CrashJournal.Predecessor?
    ) throws {
        self.log = log
        self.isShared = isShared
        arrivals = ArrivalWait(patience: patience)
        let target = IndexTarget(directory: directory)
        self.target = target
        self.backoff = backoff
        self.meter = meter
        journal = try predecessor.map(CrashJournal.init(after:))
        apply = { try target.apply($0, to: $1, reached: $2) }
    }

    /// Works until the task is cancelled.
    ///
    /// - Throws: `SearchBusError` with `fenced` where another instance has taken the place of this one.
    public func run() async throws {
        let incarnation = try await log.claim([Self.component])[Self.component]?.incarnation ?? 0
        try await CursorLoop.run(meter) {
            [try await log.cursor(of: Self.component)]
        } _: {
            // What waits is read again.
            for index in reported { resolve(index) }
            try await work(incarnation)
        }
    }

    private func work(_ incarnation: Int) async throws {
        var cursor = try await log.cursor(of: Self.component)
        if isShared { try await catchUp(to: cursor) }
        let subscription = try await log.subscribe(to: Self.inputs, after: cursor)
        defer { subscription.cancel() }
        var queue = makeQueue()
        while true {
            switch queue.step(at: .now) {
            case .wait(let wake):
                if queue.hasRoom {
                    // The log keeps the writes that the cursor has not passed.
                    queue.add(try await subscription.next(until: wake, over: [.trimmed], meter))
                } else {
                    try await Task.sleep(until: wake ?? .now)
                }
            case .apply(let turn):
                if isShared { try await awaitMissing(of: turn) }
                let startedAt = ContinuousClock.now
                let outputs = try await carryOut(turn, &queue, after: cursor)
                if let (last, count) = queue.takeFinished() {
                    let move = CursorMove(
                        component: Self.component,
                        from: cursor,
                        to: last,
                        folded: count,
                        prefixes: Self.inputs,
                        incarnation: incarnation
                    )
                    try await append(outputs, [move])
                    cursor = last
                    meter.noteCursor(cursor)
                } else if !outputs.isEmpty {
                    try await append(outputs, [])
                }
                meter.noteTurn(events: turn.count, duration: .now - startedAt)
            }
            meter.noteWaiting(queue.count)
        }
    }

    /// Makes an empty queue.
    ///
    /// - Parameter isStrict: Whether nothing overtakes anything.
    /// - Returns: The queue.
    func makeQueue(isStrict: Bool = false) -> WriteQueue {
        let (journal, directory) = (journal, target.directory)
        return WriteQueue(
            backoff: backoff,
            isAlone: { event in
                guard event.typeSuffix != "transfer" else { return true }
                // What the process has died over may have been another write of its version.
                return journal.map { journal in
                    let note = journal.note(of: event, in: Self.component)
                    return journal.isSuspect(note) || journal.mustSetAside(note)
                } ?? false
            },
            isBarrier: { event in isStrict || IndexTarget.Write.leavesNoStamp(event) },
            exists: directory.exists
        )
    }

    // MARK: Applying

    /// Tries to apply writes, and tells the queue what came of it; returns the events to append.
    func carryOut(_ turn: [Event], _ queue: inout WriteQueue, after cursor: SequenceNumber) async throws -> [EventDraft]
    {
        guard let first = turn.first else { return [] }
        let index = first.topic.component
        switch try await attemptAfterMissed(turn, cursor) {
        case .applied(let outputs):
            queue.finish(turn)
            resolve(index)
            return outputs
        case .postponed(let error):
            if queue.postpone(turn, at: .now) >= Self.reportedFailures {
                reported.insert(index)
                meter.problems.report(error, subject: Self.subject(index))
            }
            return []
        case .refused(let error):
            guard queue.refuse(turn) else { return [] }
            queue.finish(turn)
            resolve(index)
            return [try failure(error, of: first)]
        }
    }

    /// What a problem of an index is reported as.
    static func subject(_ index: String) -> String { "index \(index)" }

    private func resolve(_ index: String) {
        if reported.remove(index) != nil { meter.problems.resolve(subject: Self.subject(index)) }
    }

    /// Tries to apply writes to one index, after those before them that it lacks: on a shared log, an older version may have
    /// taken its place.
    private func attemptAfterMissed(_ turn: [Event], _ cursor: SequenceNumber) async throws -> Outcome {
        while true {
            do {
                let outcome = try attempt(turn)
                if isShared, case .applied = outcome { try noteReached(Self.names(of: turn)) }
                return outcome
            } catch is IndexTarget.WentBack {
                try await catchUp(to: cursor)
            }
        }
    }

    /// Tries to apply writes to one index, once.
    private func attempt(_ turn: [Event]) throws -> Outcome {
        guard let first = turn.first else { return .applied([]) }
        if let journal {
            let note = journal.note(of: first, in: Self.component)
            guard !journal.mustSetAside(note) else {
                return .refused(SearchBusError(.poisonEvent, "The write was skipped. \(CrashJournal.reason)"))
            }
            journal.begin(note)
        }
        defer { journal?.end() }
        do {
            let changes = try apply(turn.map { try IndexTarget.Write($0) }, first.topic.component, reached)
            return .applied(try changes.map { try announcement($0, cause: turn.last) })
        } catch let error as IndexTarget.WentBack {
            throw error
        } catch let error as SearchBusError where error.code.isTransient {
            return .postponed(error)
        } catch {
            return .refused(error)
        }
    }

    // MARK: The log

    private func append(_ drafts: [EventDraft], _ moves: [CursorMove]) async throws {
        try await log.appendRetrying(drafts, id: Identifier.make(), moving: moves, problems: meter.problems)
    }

    private func announcement(_ change: IndexTarget.Change, cause: Event?) throws -> EventDraft {
        try IndexChange(
            of: change.index,
            generation: change.generation,
            records: change.records,
            write: change.index == cause?.topic.component ? cause?.sequence : nil
        )
        .draft(id: Identifier.make(), source: Self.source, cause: cause)
    }

    /// The event for a write that failed for good: its task reports it, and it does not stop the next.
    func failure(_ error: any Error, of event: Event) throws -> EventDraft {
        meter.noteSetAside()
        let known =
            error as? SearchBusError
            ?? SearchBusError(
                .invalidRecord,
                (error as? AlgoliaError)?.message ?? "The write is invalid: \(error)."
            )
        return try IndexChange(failed: event, for: known)
            .draft(id: Identifier.make(), source: Self.source, cause: event)
    }
}
