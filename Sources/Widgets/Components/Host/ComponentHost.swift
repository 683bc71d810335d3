// SPDX-License-Identifier: MIT

import Bus
import Interactors
import Wire

/// Runs components on the bus: reads what waits, folds it in one turn, appends what came out together with the cursors.
///
/// One subscription serves all of them, each event is parsed once, and a turn ends in one append that moves the cursor of each
/// component that has something to say: all or none. So outputs and cursors are one atom. A component that is killed between
/// two turns reads the same events again and writes the same; one that another instance has replaced gets an error, and ends.
public struct ComponentHost: Sendable {
    /// How much memory the sessions of a process may take, in bytes, all components together.
    public static let cacheSize = 24 << 20

    private static let claimSize = 512

    private let folds: [any SessionFold]
    private let shards: HostShards?
    private let log: any EventLog
    private let meter: ComponentMeter
    private let predecessor: CrashJournal.Predecessor?
    private let cacheSize: Int

    /// Makes a host.
    ///
    /// - Parameters:
    ///   - folds: The components.
    ///   - shards: For which part of the sessions it works, each shard with a cursor of its own; `nil` for all.
    ///   - log: The log they live on.
    ///   - meter: Where the host counts its work.
    ///   - predecessor: What is known of the process before, and where is noted what is about to be folded, to find an event that
    ///     kills it; `nil` for neither.
    ///   - cacheSize: How much memory sessions may take, in bytes.
    public init(
        _ folds: [any SessionFold],
        shards: HostShards? = nil,
        log: any EventLog,
        meter: ComponentMeter,
        predecessor: CrashJournal.Predecessor? = nil,
        cacheSize: Int = ComponentHost.cacheSize
    ) {
        self.folds = folds
        self.shards = shards
        self.log = log
        self.meter = meter
        self.predecessor = predecessor
        self.cacheSize = cacheSize
    }

    /// Works until the task is cancelled.
    ///
    /// - Throws: `SearchBusError` with `fenced` where another instance has taken the place of this one, or for a log that is
    ///   another one than at the start; `CancellationError`.
    public func run() async throws {
        let journal = try predecessor.map(CrashJournal.init(after:))
        let components = try await claimed(journal)
        defer { for component in components { component.forget() } }
        var limit = HostRun.eventLimit
        var failures: [String: TransientFailure] = [:]
        try await CursorLoop.run(meter) {
            for component in components {
                component.forget()
                component.progress.startOver(at: try await log.cursor(of: component.name))
            }
            return components.map(\.progress.cursor)
        } _: {
            let run = HostRun(
                components,
                log: log,
                meter: meter,
                limit: limit,
                cacheSize: cacheSize,
                failures: failures
            )
            limit = HostRun.eventLimit
            do {
                try await run.run()
            } catch let error as TurnTooLarge {
                limit = max(error.limit / 4, 1)
            } catch let error as TransientFailure {
                // Its turn had others in it: alone, they are folded and appended before it.
                limit = 1
                failures[error.component] = error
                meter.problems.report(error.error, subject: error.component)
            }
        }
    }

    /// The components, with what the log knows of them: each one once for each shard.
    private func claimed(_ journal: CrashJournal?) async throws -> [any HostedComponent] {
        let parts: [(number: Int, count: Int)?] =
            shards.map { shards in
                shards.numbers.map { ($0, shards.count) }
            } ?? [nil]
        let all = folds.flatMap { fold in parts.map { (fold: fold, shard: $0) } }
        let names = all.map { part in
            part.shard.map { SessionShard.cursor(of: part.fold.name, shard: $0.number) } ?? part.fold.name
        }
        var claims: [String: ComponentClaim] = [:]
        for start in stride(from: 0, to: names.count, by: Self.claimSize) {
            claims.merge(try await log.claim(Array(names[start...].prefix(Self.claimSize)))) { $1 }
        }
        return all.indices.map { number in
            let (fold, shard) = all[number]
            let claim = claims[names[number]] ?? ComponentClaim(cursor: .zero, incarnation: 0, configuration: nil)
            return hosted(fold, number, shard, claim, journal)
        }
    }

    private func hosted<Fold: SessionFold>(
        _ fold: Fold,
        _ number: Int,
        _ shard: (number: Int, count: Int)?,
        _ claim: ComponentClaim,
        _ journal: CrashJournal?
    ) -> any HostedComponent {
        Hosted(fold, number: number, shard: shard, claim: claim, meter: meter, journal: journal)
    }
}

extension ErrorCode {
    /// Whether a component that meets this must forget what it holds and begin again at its cursor.
    package var meansStartingOver: Bool {
        switch self {
        case .cursorMoved, .eventsMissed, .diverged: true
        default: false
        }
    }

    /// Whether the log refused what an event holds, so that the same event would be refused again.
    var refusesContent: Bool {
        switch self {
        case .tooLarge, .invalidEvent, .invalidTopic, .invalidSession, .malformedCommand, .malformedJSON: true
        default: false
        }
    }
}
