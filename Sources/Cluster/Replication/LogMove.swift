// SPDX-License-Identifier: MIT

import Broker
import Bus
import GRDB
import Wire

/// Makes the log of one machine one that a journal makes, and back.
///
/// Events keep their places, and the log its epoch. Components that work by shard have a cursor for each of them on the shared
/// log, `NAME~0` to `NAME~7`, and one on the log of one machine, `NAME`.
public struct LogMove: Sendable {
    /// What a component is said to have been made from that has moved.
    private static let movedConfiguration = "moved"

    let path: String
    let shards: Int

    /// - Parameters:
    ///   - path: The log, which no process has open.
    ///   - shards: How many shards the shared log has.
    public init(path: String, shards: Int) { (self.path, self.shards) = (path, shards) }

    /// Makes it a log that a journal makes, which has carried out nothing of it yet.
    ///
    /// - Parameter undivided: The components that work for all sessions.
    /// - Throws: `SearchBusError` with `log-corrupt`, `storage-full`, `storage-failed`; then the log is unchanged.
    public func enter(undivided: Set<String>) throws {
        try LogSchema.change(path) { db in
            try LogSchema.beginReplica(db)
            for name in try ComponentTable.names(db)
            where !undivided.contains(name) && Self.base(of: name) == nil {
                for shard in 0..<shards {
                    try ComponentTable.copy(name, to: SessionShard.cursor(of: name, shard: shard), db)
                }
                try ComponentTable.delete(name, db)
            }
        }
    }

    /// Makes it a log that orders by itself.
    ///
    /// - Parameter isForced: Whether intents that are yet to be carried out are left behind.
    /// - Returns: How many are.
    /// - Throws: `SearchBusError` with `events-missed` where a component has yet to carry out an intent, and it is not forced;
    ///   `log-corrupt`, `storage-full`, `storage-failed`; then the log is unchanged.
    @discardableResult
    public func leave(isForced: Bool = false) throws -> Int {
        var left: Set<String> = []
        try LogSchema.change(path) { db in
            let head = try LogSchema.head(db)
            let names = try ComponentTable.names(db)
            let divided = Set(names.compactMap { Self.base(of: $0) }).sorted()
            for name in divided {
                let waiting = try intentsWaiting(for: name, db)
                left.formUnion(waiting)
                guard !isForced, !waiting.isEmpty else { continue }
                throw SearchBusError(
                    .eventsMissed,
                    "`\(name)` has yet to carry out \(waiting.count) of the intents on the log.",
                    remedy:
                        "Start the cluster, wait until it is idle, stop it, and try again. To discard it: --force."
                )
            }
            for name in divided {
                try join(names.filter { Self.base(of: $0) == name }, as: name, at: head, db)
            }
            try LogSchema.endReplica(db)
        }
        return left.count
    }

    // MARK: Components

    /// The name of the component that a cursor of a shard belongs to; `nil` for any other.
    private static func base(of name: String) -> String? {
        let component = SessionShard.component(ofCursor: name)
        return component == name ? nil : component
    }

    /// Makes one component of those of shards, of which some may never have had anything to do.
    private func join(_ parts: [String], as name: String, at head: SequenceNumber, _ db: Database) throws {
        var (joined, prefixes): (ComponentEntry, Set<TopicPrefix>) = (ComponentEntry(), [])
        for part in parts {
            let entry = try ComponentTable.entry(of: part, db)
            if entry.incarnation >= joined.incarnation {
                (joined.incarnation, joined.nonce) = (entry.incarnation, entry.nonce)
            }
            // Of another configuration it goes through all sessions once, as after a change of the app file: what was not folded
            // shows in them.
            if entry.configuration != nil { joined.configuration = Self.movedConfiguration }
            prefixes.formUnion(entry.prefixes)
            try ComponentTable.delete(part, db)
        }
        joined.prefixes = prefixes.sorted { $0.description < $1.description }
        // The append is known to no other process: the next one begins with another.
        try ComponentTable.move(name, to: head, db)
        try ComponentTable.write(joined, of: name, db)
    }

    /// The ids of the intents that a component has yet to carry out.
    ///
    /// Other events are not counted: a cursor stays where it is while nothing follows from what is folded.
    private func intentsWaiting(for name: String, _ db: Database) throws -> Set<String> {
        let parts = try (0..<shards).map { try ComponentTable.entry(of: SessionShard.cursor(of: name, shard: $0), db) }
        let cursors = parts.map(\.sequence)
        let prefixes = Set(parts.flatMap(\.prefixes))
        guard let oldest = cursors.min() else { return [] }
        var waiting: Set<String> = []
        let head = try LogSchema.head(db)
        let intents = try EventTable.events(under: TopicPrefix(.intent), after: oldest, upTo: head, db)
        while let event = try intents.next()?.event() {
            let shard = event.topic.session.map { SessionShard.of($0, among: shards) } ?? 0
            let topic = event.topic.description
            if event.sequence > cursors[shard], prefixes.contains(where: { $0.matches(topic) }) {
                waiting.insert(event.id)
            }
        }
        guard !waiting.isEmpty else { return [] }
        let outcomes = try EventTable.events(under: TopicPrefix(.outcome), after: oldest, upTo: head, db)
        while let event = try outcomes.next()?.event() {
            if let intent = try event.data()["intent"]?.string { waiting.remove(intent) }
        }
        return waiting
    }
}
