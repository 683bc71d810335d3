// SPDX-License-Identifier: MIT

import Bus
import Wire

/// The problems that processes report, as far as they make the app not ready.
extension ProcessBoard {
    /// The roles of the processes that accept intents and writes, or apply those that were acknowledged.
    private static let writingRoles: Set<String> = ["broker", "state", "indexer"]
    /// The subject of the broker's problem while it cannot append.
    private static let append = "append"

    /// What keeps intents from being accepted, or acknowledged writes from being applied.
    ///
    /// Other problems, such as a damaged index, leave the app ready: it works without the part that is affected. So does a
    /// busy index: an import holds it, and the writes follow.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - names: The processes whose problems count; `nil` for all of this machine.
    /// - Returns: One entry for each problem, sorted by process and subject.
    func blockingProblems(at now: ContinuousClock.Instant, of names: Set<String>? = nil) -> [Trouble] {
        entries.filter { key, entry in
            key.machine == nil && now - entry.heardAt < Self.silentAfter && (names?.contains(key.name) ?? true)
                && Self.writingRoles.contains(entry.status.role ?? "")
        }
        .sorted { $0.key.name < $1.key.name }
        .flatMap { key, entry in
            entry.status.problems.filter { $0.error.code != .busy }
                .map { Trouble(key.name, $0) }
        }
    }

    /// Why the broker of this machine accepts no intents, as it reports it; `nil` while it does.
    var appendProblem: ProcessProblem? {
        broker?.problems.first { $0.subject == Self.append }
    }
}
