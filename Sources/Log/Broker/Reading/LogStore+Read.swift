// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

extension LogStore {
    /// A page of stored events as published.
    package struct Page: Sendable {
        package var events: [Publication] = []
        var through: SequenceNumber = .zero
        var hasMore = false
        var size = 0

        mutating func add(_ body: MessageBody, _ topic: String) {
            events.append(Publication(topic: topic, body: body, isStored: true))
            size += body.count
        }
    }

    /// How many bytes of events a page holds before it is closed.
    static let pageSize = 1 << 20

    /// The events under the prefixes after a place.
    func replay(_ query: ReplayQuery) throws -> Page {
        try reading { db in
            var replay = LogReplay(query, upTo: head)
            return try replay.read(db)
        }
    }

    /// How many sessions there are, as far as was written down.
    func sessionCount() throws -> Int { try reading(SessionTable.count) }

    /// Reads; a failure of SQLite gets its name of the catalogue.
    package func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try reload()
        return try SearchBusError.storing { try queue.inDatabase(body) }
    }
}
