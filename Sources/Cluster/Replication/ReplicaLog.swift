// SPDX-License-Identifier: MIT

import Broker
import Bus
import GRDB
import Wire

/// What the file of a machine's log says of the journal that it is made from.
public struct ReplicaLog: Sendable, Hashable {
    /// What the log is called.
    public let epoch: String
    /// The last sequence number of the log.
    public let head: SequenceNumber
    /// The place of the journal behind which its broker reads on; `nil` for a log that no journal makes.
    public let place: JournalPlace?
    /// The place of the last entry that it has.
    public let last: JournalPlace
    /// Whether most machines have made something else of the journal.
    public let isOutvoted: Bool

    /// Whether it may be read while the journal is unreachable: it has events, which are not known to be wrong.
    var mayBeShown: Bool { place != nil && head > .zero && !isOutvoted }

    /// Reads a log, which its broker may have open; `nil` if it is missing.
    ///
    /// - Throws: `SearchBusError` with `log-corrupt`, `storage-failed`.
    public init?(path: String) throws {
        let found = try LogFile.read(path) { db in
            (
                try LogSchema.readState(db), try MetaTable.read(.journal, db),
                try MetaTable.read(.outvoted, db) != nil
            )
        }
        guard let (state, journal, isOutvoted) = found else { return nil }
        (epoch, head, self.isOutvoted) = (state.epoch, state.head, isOutvoted)
        let places = try journal.map(Self.places)
        (place, last) = (places?.resume, places?.last ?? .zero)
    }

    /// The place at which a copy of it is of use to machines that come new.
    ///
    /// - Parameter epoch: What the log is called that is wanted.
    /// - Returns: The place; `nil` where a copy is of no use, since this is another log, none of a journal, or one that most
    ///   machines have otherwise.
    public func copyPlace(of epoch: String) -> JournalPlace? { self.epoch == epoch && !isOutvoted ? place : nil }

    /// Why a machine that has this log is not the one that makes the journal.
    ///
    /// Its own would be another one, and in the way of the one that is to begin with this log.
    ///
    /// - Parameters:
    ///   - journal: What the journal is called.
    ///   - path: Where the log is.
    /// - Returns: An error with `epoch-changed`.
    public func refusal(toMake journal: String, path: String) -> SearchBusError {
        guard place != nil else {
            return SearchBusError(
                .epochChanged,
                "The log in \(path) is of this machine alone, and the servers have no journal \(journal) yet.",
                remedy:
                    "To share this log: `searchbus cluster found`, once; then start the app again. To begin with none: move log.sqlite* out of the data directory."
            )
        }
        return SearchBusError(
            .epochChanged,
            "The servers do not have the journal \(journal), of the log in \(path): they have lost it, or are other servers.",
            remedy:
                "Check `servers` under `log` in the app file, and the streams of the servers. If the journal is lost: `searchbus cluster leave --force` and then `searchbus cluster found` on the machine with the longest log, and move log.sqlite* of the others out of their data directories."
        )
    }

    private static func places(in text: String) throws -> (resume: JournalPlace, last: JournalPlace) {
        let numbers = text.split(separator: " ").prefix(2).compactMap { UInt64($0) }
        guard numbers.count == 2 else {
            throw SearchBusError(.logCorrupt, "The log has no position in the journal.")
        }
        return (JournalPlace(rawValue: numbers[0]), JournalPlace(rawValue: numbers[1]))
    }
}
