// SPDX-License-Identifier: MIT

import NATS
import Replication
import Wire

/// What is done to a journal beside handing in and following.
public struct JournalUpkeep: Sendable {
    private let stream: JournalStream

    public init(_ settings: JetStreamSettings, on connection: NATSConnection) {
        stream = JournalStream(connection: connection, settings: settings)
    }

    /// Whether there is a journal.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    public func exists() throws -> Bool { try stream.exists() }

    /// What the journal's logs are called, and how large it is.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`, or `journal-unreadable`.
    public func size() throws -> (epoch: String, size: JournalSize) {
        let (description, size) = try stream.state()
        return (description.epoch, size)
    }

    /// Takes away what lies below a place.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    public func trim(below place: JournalPlace) throws { try stream.trim(below: place) }

    /// Creates the journal, for an existing log; it may be repeated as long as the journal is empty.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`: it is made or is not; or `journal-unreadable` where there is
    ///   another one already.
    public func found(_ epoch: String) throws { try stream.found(epoch) }
}
