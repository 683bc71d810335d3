// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaInterface
import Bus
import Components
import SearchIndex
import Wire

/// Applies the writes of the log to the indexes, in their order, each once.
///
/// A write is acknowledged when it is on the log; it is applied when the cursor has passed it. The new version of an index and
/// the cursor cannot move as one, so that the version keeps which write it holds.
public final class IndexerWork {
    /// The name of the component and of its cursor.
    public static let component = "indexer"
    /// Who it is on the log.
    private static let source = "/indexer"
    /// What it reads.
    public static let inputs = [TopicPrefix(.write)]
    /// How many writes make one version at the most.
    private static let limit = 256
    /// How often a write is tried where the disk or another writer stands in the way.
    private static let tries = 40

    let log: any EventLog
    let target: IndexTarget
    /// Whether other machines may have applied writes that the indexes of this one lack.
    private let isShared: Bool
    /// Up to which write each index held all of them that this indexer has worked on; empty where no other machine may put an
    /// older version in its place.
    var reached: [String: IndexStamp] = [:]
    /// How it waits for indexes that other machines have.
    let arrivals: ArrivalWait
    private let meter: ComponentMeter
    private let journal: CrashJournal?

    /// - Parameters:
    ///   - log: Where the writes are.
    ///   - directory: Where the indexes are.
    ///   - isShared: Whether other machines share the log, and may have been the indexer before.
    ///   - patience: How long versions are waited for that other machines have.
    ///   - meter: What counts the work.
    ///   - journalPath: The file in which is noted what may be deadly; `nil` for none.
    /// - Throws: `SearchBusError` where the journal cannot be made.
    public init(
        log: any EventLog,
        directory: IndexDirectory,
        isShared: Bool = false,
        patience: Duration = .seconds(60),
        meter: ComponentMeter,
        journalPath: String?
    ) throws {
        self.log = log
        self.isShared = isShared
        arrivals = ArrivalWait(patience: patience)
        target = IndexTarget(directory: directory)
        self.meter = meter
        journal = try journalPath.map(CrashJournal.init)
    }

    /// Works until the task is cancelled.
    ///
    /// - Throws: `SearchBusError` with `fenced` where another instance has taken the place of this one.
    public func run() async throws {
        let claim = try await log.claim([Self.component])[Self.component]
        let incarnation = claim?.incarnation ?? 0
        while true {
            try Task.checkCancellation()
            do {
                try await work(incarnation)
            } catch let error as SearchBusError where error.code.meansStartingOver {
                meter.noteRestart()
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    private func work(_ incarnation: Int) async throws {
        var cursor = try await log.cursor(of: Self.component)
        if isShared { try await catchUp(to: cursor) }
        let subscription = try await log.subscribe(to: Self.inputs, after: cursor)
        defer { subscription.cancel() }
        var waiting: ArraySlice<Event> = []
        while true {
            if waiting.isEmpty {
                do {
                    waiting = try await subscription.next().sorted { $0.sequence < $1.sequence }[...]
                } catch let error as SearchBusError where error.code == .trimmed || error.code == .diverged {
                    meter.noteTrimmed()
                    continue
                }
            }
            let turn = takeTurn(&waiting)
            if isShared { try await awaitMissing(of: turn) }
            let startedAt = ContinuousClock.now
            let outputs = try await applyAll(turn, after: cursor)
            guard let last = turn.last else { continue }
            let move = CursorMove(
                component: Self.component,
                from: cursor,
                to: last.sequence,
                folded: turn.count,
                prefixes: Self.inputs,
                incarnation: incarnation
            )
            try await append(outputs, move)
            cursor = last.sequence
            meter.noteCursor(cursor)
            meter.noteTurn(events: turn.count, duration: .now - startedAt)
            meter.noteWaiting(waiting.count)
        }
    }

    /// The next writes that make one version: neighbours to one index; a copy stands for itself, and so does a write over which
    /// the process has died, maybe for another one's sake.
    func takeTurn(_ waiting: inout ArraySlice<Event>) -> ArraySlice<Event> {
        guard let first = waiting.first else { return [] }
        let isAlone = first.typeSuffix == "transfer" || isSuspect(first)
        let turn = waiting.prefix(isAlone ? 1 : Self.limit).prefix { event in
            event.sequence == first.sequence
                || (event.topic == first.topic && event.typeSuffix != "transfer" && !mustSetAside(event))
        }
        waiting = waiting.dropFirst(turn.count)
        return turn
    }

    private func mustSetAside(_ event: Event) -> Bool {
        journal.map { $0.mustSetAside($0.note(of: event, in: Self.component)) } ?? false
    }

    private func isSuspect(_ event: Event) -> Bool {
        journal.map { $0.isSuspect($0.note(of: event, in: Self.component)) } ?? false
    }

    // MARK: Applying

    /// Applies writes to one index, after those before them that it lacks: an import that began before them may have taken its
    /// place.
    private func applyAll(_ turn: ArraySlice<Event>, after cursor: SequenceNumber) async throws -> [EventDraft] {
        while true {
            do {
                let outputs = try await apply(turn)
                if isShared { try noteReached(Self.names(of: turn)) }
                return outputs
            } catch is IndexTarget.WentBack {
                try await catchUp(to: cursor)
            }
        }
    }

    /// Applies writes to one index; answers what there is to tell of it.
    func apply(_ turn: ArraySlice<Event>) async throws -> [EventDraft] {
        guard let first = turn.first else { return [] }
        if mustSetAside(first) {
            let error = SearchBusError(.poisonEvent, "The write has ended the process \(CrashJournal.limit) times.")
            return [try failure(error, of: first)]
        }
        var failures: [EventDraft] = []
        var writes: [IndexTarget.Write] = []
        for event in turn {
            do { writes.append(try IndexTarget.Write(event)) } catch {
                failures.append(try failure(error, of: event))
            }
        }
        guard !writes.isEmpty else { return failures }
        do {
            return try failures + (try await changes(writes, first)).map { try announcement($0, cause: turn.last) }
        } catch let error as SearchBusError where error.code != .fenced && turn.count > 1 {
            // Alone, each is applied or fails by itself.
            for event in turn { failures += try await apply([event]) }
            return failures
        } catch let error as SearchBusError {
            return [try failure(error, of: first)]
        } catch let error as AlgoliaError {
            return [try failure(error, of: first)]
        }
    }

    /// Applies writes, as often as there is hope.
    private func changes(_ writes: [IndexTarget.Write], _ first: Event) async throws -> [IndexTarget.Change] {
        var tries = 0
        while true {
            do {
                if let journal { journal.begin(journal.note(of: first, in: Self.component)) }
                defer { journal?.end() }
                return try target.apply(writes, to: first.topic.component, reached: reached)
            } catch let error as SearchBusError where error.code.mayPass && tries < Self.tries {
                tries += 1
                try await Task.sleep(for: .milliseconds(500))
            }
        }
    }

    // MARK: The log

    private func append(_ drafts: [EventDraft], _ move: CursorMove) async throws {
        let id = Identifier.make()
        while true {
            do {
                _ = try await log.append(drafts, id: id, moving: [move])
                return
            } catch let error as SearchBusError where error.code == .storageFull || error.code == .storageFailed {
                try await Task.sleep(for: .milliseconds(500))
            }
        }
    }

    private func announcement(_ change: IndexTarget.Change, cause: Event?) throws -> EventDraft {
        try IndexChange(of: change.index, generation: change.generation, records: change.records)
            .draft(id: Identifier.make(), source: Self.source, cause: cause)
    }

    /// A write that failed: it is told by its task, and does not stop the next.
    func failure(_ error: any Error, of event: Event) throws -> EventDraft {
        meter.noteSetAside()
        let known =
            error as? SearchBusError
            ?? SearchBusError(
                .invalidRecord,
                (error as? AlgoliaError)?.message ?? "The write makes no sense: \(error)."
            )
        let data: JSON = [
            "index": .string(event.topic.component), "write": .string(event.sequence.description),
            "code": .string(known.code.rawValue), "message": .string(known.message), "remedy": .string(known.remedy),
        ]
        return EventDraft(
            topic: try Topic(.index, event.topic.component),
            id: Identifier.make(),
            source: Self.source,
            type: "searchbus.index.failed",
            correlationID: event.correlationID ?? event.id,
            causationID: event.id,
            traceParent: event.traceParent,
            data: data.bytes
        )
    }
}

extension IndexTarget.Write {
    /// Reads a `write/` event.
    init(_ event: Event) throws {
        let limits = JSONLimits(depth: 64, values: 1_000_000)
        let data = try JSON(parsing: event.dataBytes, limits: limits)
        self.init(
            index: event.topic.component,
            stamp: IndexStamp(epoch: event.epoch, sequence: event.sequence.rawValue),
            operations: try data.list("operations").map(AlgoliaWrite.init(json:))
        )
    }
}

extension ErrorCode {
    /// Whether the same may succeed in a while.
    fileprivate var mayPass: Bool { self == .busy || self == .storageFull || self == .storageFailed }
}
