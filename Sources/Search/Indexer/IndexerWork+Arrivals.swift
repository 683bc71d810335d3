// SPDX-License-Identifier: MIT

import Bus
import Runtime
import SearchIndex
import Wire

/// Versions of indexes come from the machine that was the indexer before, by another process of this one.
extension IndexerWork {
    /// How often is looked whether something has come.
    private static let lookInterval: Duration = .milliseconds(100)

    /// Waits until this machine has looked which versions others have, since it may just have been started.
    func awaitLook() async throws {
        let (began, before) = (ContinuousClock.now, target.directory.lookedAt)
        while true {
            let hasLooked = target.directory.lookedAt != before
            let waited = ContinuousClock.now - began
            switch arrivals.step(hasLooked: hasLooked, awaited: [], isHere: target.directory.exists, waited: waited) {
            case .wait: try await Task.sleep(for: Self.lookInterval)
            case .goOn: return
            case .goOnWithout, .giveUp:
                return Executable.warn(
                    "It is unknown which indexes other machines have in a newer version: the process `copies` has not"
                        + " looked within \(arrivals.patience). Writes are applied to what is here.",
                    component: Self.component
                )
            }
        }
    }

    /// Waits for the versions that others have of some indexes.
    func awaitVersions(of names: Set<String>) async throws -> Bool {
        let (began, before) = (ContinuousClock.now, target.awaited(among: names))
        while true {
            let awaited = target.awaited(among: names)
            let waited = ContinuousClock.now - began
            switch arrivals.step(hasLooked: true, awaited: awaited, isHere: target.directory.exists, waited: waited) {
            case .wait: try await Task.sleep(for: Self.lookInterval)
            case .goOn: return !before.isEmpty
            case .goOnWithout(let names):
                let list = names.map { "`\($0)`" }.joined(separator: ", ")
                Executable.warn(
                    "Other machines have newer versions of \(list), which have not come within \(arrivals.patience)."
                        + " Writes are applied to those that are here; see `searchbus status` for what is in the way.",
                    component: Self.component
                )
                return awaited != before
            case .giveUp(let names): throw Self.isMissing(names, arrivals.patience)
            }
        }
    }

    /// Waits for those of the indexes that writes concern of which there is nothing here.
    func awaitMissing(of turn: [Event]) async throws {
        let names = Self.names(of: turn).filter { !target.directory.exists($0) }
        guard !names.isEmpty else { return }
        _ = try await awaitVersions(of: names)
    }

    /// The indexes that writes concern.
    static func names(of turn: [Event]) -> Set<String> {
        var names = Set(turn.map(\.topic.component))
        for event in turn where event.typeSuffix == "transfer" {
            // Invalid writes are reported when they are applied.
            let operations = (try? IndexTarget.Write(event).operations) ?? []
            names.formUnion(operations.compactMap { $0.arrival?.destination })
        }
        return names
    }

    private static func isMissing(_ names: [String], _ patience: Duration) -> SearchBusError {
        let list = names.map { "`\($0)`" }.joined(separator: ", ")
        return SearchBusError(
            .busy,
            "Other machines have \(list), which has not reached this one within \(patience). Writes wait for it on the log:"
                + " applied to nothing they would be lost.",
            remedy:
                "See `searchbus status` for what is in the way. Where it cannot come, import it on a machine"
                + " that has it, or delete it there."
        )
    }
}

extension IndexTarget {
    /// Those of some indexes of which others have a newer version that is yet to come, by name.
    func awaited(among names: Set<String>) -> [String] {
        names.filter { directory.newerVersion(of: $0) != nil }.sorted()
    }
}
