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
    /// For how long a machine knows at least that an index was deleted, in microseconds.
    private static let deletionMemory: Int64 = 7 * 86_400_000_000

    /// Applies the writes up to the cursor that the indexes of this machine lack, in the order of the log, since some concern
    /// two indexes; nothing else is passed over.
    ///
    /// A write that has failed before fails again.
    func catchUp(to cursor: SequenceNumber) async throws {
        let memory = Timestamp(microseconds: Timestamp.now().microseconds - Self.deletionMemory).description
        let (names, epoch) = try await writtenNames(after: memory)
        var plan = CatchUpPlan(
            stamps: try target.stamps(),
            epoch: epoch,
            cursor: cursor,
            memory: memory,
            presence: { [target] name in target.presence(of: name) }
        )
        var place = plan.start(for: names)
        while let page = try await writes(after: place, to: cursor, epoch) {
            for event in page.events where event.sequence <= cursor { plan.look(at: event) }
            place = page.through
        }
        place = plan.lowest
        while let page = try await writes(after: place, to: cursor, epoch) {
            var waiting = page.events.filter { plan.lacks($0) }[...]
            while !waiting.isEmpty {
                let outputs = try await apply(takeTurn(&waiting))
                if !outputs.isEmpty { _ = try await log.append(outputs) }
            }
            place = page.through
        }
    }

    /// The indexes that the log has writes to, those that are not here only where they are of after a moment; and the identity
    /// of the log.
    private func writtenNames(after moment: String) async throws -> (names: [String], epoch: String) {
        var names: [String] = []
        var place = SequenceNumber.zero
        while true {
            let page = try await log.latest(LatestQuery(Self.inputs, after: place, limit: Self.pageSize))
            names += page.events.filter { $0.time > moment || target.directory.exists($0.topic.component) }
                .map(\.topic.component)
            guard page.hasMore, let last = page.events.last else { return (names, page.epoch) }
            place = last.sequence
        }
    }

    /// The next writes; `nil` where there are none up to the cursor, or the log is another one.
    private func writes(
        after place: SequenceNumber,
        to cursor: SequenceNumber,
        _ epoch: String
    ) async throws -> ReplayPage? {
        guard place < cursor else { return nil }
        let page = try await log.replay(ReplayQuery(Self.inputs, after: place, limit: Self.pageSize))
        // A page that gets no further is the last.
        guard page.epoch == epoch, page.through > place else { return nil }
        return page
    }
}

extension IndexTarget {
    /// The write that each index comes from; `nil` for one that comes from none.
    func stamps() throws -> [(name: String, stamp: IndexStamp?)] {
        try directory.list().filter(\.isReadable).map { ($0.name, $0.stamp) }
    }

    /// What this machine has of an index that is not among those.
    func presence(of name: String) -> IndexPresence {
        guard !directory.exists(name), directory.newerVersion(of: name) == nil else { return .elsewhere }
        if let primary = directory.index(ofReplica: name) { return .replica(of: primary) }
        guard let time = directory.deletionTime(of: name) else { return .lacking }
        return .deleted(at: "\(Timestamp(microseconds: Int64(time / .microseconds(1))))")
    }
}
