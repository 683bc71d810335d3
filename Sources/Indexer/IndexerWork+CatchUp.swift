// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import SearchIndex
import Wire

/// Where machines share a log, the indexes of a machine may lag behind what another has applied to its own, which was the
/// indexer until then.
extension IndexerWork {
    /// How many writes are read at once.
    private static let pageSize = 200

    /// Applies the writes up to the cursor that the indexes of this machine lack; nothing else is passed over.
    ///
    /// A write that has failed before fails again.
    func catchUp(to cursor: SequenceNumber) async throws {
        for (name, stamp) in try target.stamps() {
            try await catchUp(name, from: stamp, to: cursor)
        }
    }

    private func catchUp(_ name: String, from stamp: IndexStamp?, to cursor: SequenceNumber) async throws {
        // An index may have a name that no topic can have: nobody writes to it.
        guard let prefix = try? TopicPrefix(parsing: "write/\(name)/") else { return }
        var place = SequenceNumber(rawValue: stamp?.sequence ?? 0)
        while place < cursor {
            let page = try await log.replay(ReplayQuery([prefix], after: place, limit: Self.pageSize))
            guard stamp.map({ $0.epoch == page.epoch }) ?? true else { return }
            var waiting = page.events.filter { $0.sequence <= cursor }[...]
            while !waiting.isEmpty {
                let outputs = try await apply(takeTurn(&waiting))
                if !outputs.isEmpty { _ = try await log.append(outputs) }
            }
            guard page.through < page.head else { return }
            place = page.through
        }
    }
}

extension IndexTarget {
    /// The write that each index comes from; `nil` for one that comes from none.
    func stamps() throws -> [(name: String, stamp: IndexStamp?)] {
        try directory.list().filter(\.isReadable).map { ($0.name, $0.stamp) }
    }
}
