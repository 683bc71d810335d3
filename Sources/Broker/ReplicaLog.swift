// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import GRDB
import Glibc
import Journal
import Wire

/// What the file of a machine's log says of the journal that it is made from.
public struct ReplicaLog: Sendable, Hashable {
    /// What the log is called.
    public let epoch: String
    /// The last place of the log.
    public let head: SequenceNumber
    /// The place of the journal behind which its broker reads on; `nil` for a log that no journal makes.
    public let place: JournalPlace?
    /// The place of the last entry that it has.
    public let last: JournalPlace
    /// Whether most machines have made something else of the journal.
    public let isOutvoted: Bool

    /// Whether it may be shown while nobody says what the journal has: it has something, which is not known to be wrong.
    var mayBeShown: Bool { place != nil && head > .zero && !isOutvoted }

    /// Reads a log, which its broker may have open; `nil` where there is none.
    ///
    /// - Throws: `SearchBusError` with `log-corrupt`, `storage-failed`.
    public init?(path: String) throws {
        guard access(path, F_OK) == 0 else { return nil }
        do {
            let found = try HeldDatabase.open(path, cacheKiB: 200).inDatabase {
                db -> (LogSchema.State, String?, Bool)? in
                guard try LogSchema.checkOwner(db) > 0 else { return nil }
                return (
                    try LogSchema.readState(db), try LogSchema.read(.journal, db),
                    try LogSchema.read(.outvoted, db) != nil
                )
            }
            guard let (state, journal, isOutvoted) = found else { return nil }
            (epoch, head, self.isOutvoted) = (state.epoch, state.head, isOutvoted)
            let places = try journal.map(Self.places)
            (place, last) = (places?.resume, places?.last ?? .zero)
        } catch let error as DatabaseError {
            throw SearchBusError(storage: error, path: path)
        }
    }

    /// The place at which a copy of it is of use to machines that come new; `nil` where it is of none, since it is another log,
    /// none of a journal, or one that most machines have otherwise.
    ///
    /// - Parameter epoch: What the log is called that is wanted.
    public func copyPlace(of epoch: String) -> JournalPlace? { self.epoch == epoch && !isOutvoted ? place : nil }

    private static func places(in text: String) throws -> (resume: JournalPlace, last: JournalPlace) {
        let numbers = text.split(separator: " ").prefix(2).compactMap { UInt64($0) }
        guard numbers.count == 2 else {
            throw SearchBusError(.logCorrupt, "The log does not say which place of the journal it is at.")
        }
        return (JournalPlace(rawValue: numbers[0]), JournalPlace(rawValue: numbers[1]))
    }
}
