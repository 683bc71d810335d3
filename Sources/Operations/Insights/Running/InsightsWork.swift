// SPDX-License-Identifier: MIT

import Bus
import Components
import Runtime
import Wire

/// Reads the log now and then, and counts what people search for.
///
/// It asks for what is new instead of hearing each event as it comes: a keystroke must not wait for it, nor wake it.
public struct InsightsWork: Sendable {
    /// The name of the process and of its file.
    public static let component = InsightsFold.component
    /// How often the log is read.
    public static let interval: Duration = .seconds(1)
    /// What is reported as a problem of the process.
    static let subject = "insights"
    /// The maximum number of events of a page.
    private static let pageSize = 1_000
    /// After how many events the counts are saved while there are more.
    private static let turnSize = 20_000

    private let log: any EventLog
    private let store: InsightsStore
    private let rules: InsightsRules
    private let meter: ComponentMeter
    private let backoff: Backoff
    private let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - log: The log.
    ///   - store: Where the counts are kept.
    ///   - rules: What counts.
    ///   - meter: What counts the work, for status events.
    ///   - backoff: The delays after transient errors.
    ///   - now: The time, in microseconds since 1970.
    public init(
        log: any EventLog,
        store: InsightsStore,
        rules: InsightsRules,
        meter: ComponentMeter,
        backoff: Backoff = Backoff(first: .milliseconds(500), limit: .seconds(5)),
        now: @escaping @Sendable () -> Int64 = { Timestamp.now().microseconds }
    ) {
        self.log = log
        self.store = store
        self.rules = rules
        self.meter = meter
        self.backoff = backoff
        self.now = now
    }

    /// Works until the task is cancelled.
    ///
    /// - Throws: What the log throws.
    public func run() async throws {
        var failures = 0
        while true {
            do {
                var (place, sessions) = try store.load()
                var fold = InsightsFold(rules, sessions: sessions)
                sessions = [:]
                meter.noteCursor(place.sequence)
                while true {
                    let hasMore = try await turn(&fold, &place)
                    if failures > 0 { meter.problems.resolve(subject: Self.subject) }
                    failures = 0
                    if !hasMore { try await Task.sleep(for: Self.interval) }
                }
            } catch let error as SearchBusError where error.code == .cursorMoved || error.code == .epochChanged {
                // The saved state counts.
                meter.noteRestart()
            } catch let error as SearchBusError where error.code.isTransient {
                meter.noteRestart()
                failures += 1
                meter.problems.report(error, subject: Self.subject)
                try await Task.sleep(for: backoff.delay(failures: failures))
            }
        }
    }

    /// Reads on, and saves what was counted.
    ///
    /// - Parameters:
    ///   - fold: What counts.
    ///   - place: Up to where the log is counted and saved.
    /// - Returns: Whether there is more to read.
    /// - Throws: What the log and the store throw; then events folded since `place` are lost, and must be loaded again. With
    ///   `epoch-changed` all was forgotten, to count another log.
    public func turn(_ fold: inout InsightsFold, _ place: inout InsightsPlace) async throws -> Bool {
        let start = ContinuousClock.now
        // Before the page: whatever was appended up to then is on it.
        let moment = now()
        var reached = place
        var count = 0
        var hasMore = true
        while hasMore, count < Self.turnSize {
            let page = try await log.replay(
                ReplayQuery(InsightsFold.inputs, after: reached.sequence, limit: Self.pageSize)
            )
            if page.epoch != place.epoch {
                if place.epoch.isEmpty {
                    reached.epoch = page.epoch
                } else {
                    place = try store.startOver(from: place, epoch: page.epoch)
                    throw SearchBusError(.epochChanged, "The log is another one: it is counted from its beginning.")
                }
            }
            if page.diverged != nil {
                place = try store.startOver(from: place, epoch: page.epoch)
                throw SearchBusError(.epochChanged, "Counted events are no longer on the log: all is counted again.")
            }
            if let trimmed = page.trimmed, trimmed > reached.sequence, reached.sequence > .zero {
                reached.gaps += 1
                meter.noteTrimmed()
            }
            let time = now()
            for event in page.events { fold.fold(event, now: time) }
            count += page.events.count
            hasMore = page.through < page.head && page.through > reached.sequence
            reached.sequence = max(reached.sequence, page.through)
        }
        if !hasMore { fold.pass(to: moment) }
        let changes = fold.takeChanges()
        if reached.sequence != place.sequence || !changes.isEmpty || reached.epoch != place.epoch {
            try store.save(changes, from: place, to: reached)
            place = reached
        }
        meter.noteCursor(place.sequence)
        if count > 0 { meter.noteTurn(events: count, duration: .now - start) }
        return hasMore
    }
}
