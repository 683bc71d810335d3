// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
            for name in try Self.components(db)
            where !undivided.contains(name) && Self.base(of: name) == nil {
                for shard in 0..<shards { try copy(name, to: SessionShard.cursor(of: name, shard: shard), db) }
                try remove(name, db)
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
            let head = try LogSchema.readState(db).head
            let names = try Self.components(db)
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

    private static func components(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT component FROM cursors UNION SELECT name FROM components ORDER BY 1")
    }

    /// The name of the component that a cursor of a shard belongs to; `nil` for any other.
    private static func base(of name: String) -> String? {
        let component = SessionShard.component(ofCursor: name)
        return component == name ? nil : component
    }

    private func copy(_ name: String, to copy: String, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO cursors (component, sequence, append, first, last)
                    SELECT :copy, sequence, append, first, last FROM cursors WHERE component = :name;
                INSERT OR REPLACE INTO components (name, incarnation, nonce, configuration, prefixes)
                    SELECT :copy, incarnation, nonce, configuration, prefixes FROM components WHERE name = :name
                """,
            arguments: ["copy": copy, "name": name]
        )
    }

    /// Makes one component of those of shards, of which some may never have had anything to do.
    private func join(_ parts: [String], as name: String, at head: SequenceNumber, _ db: Database) throws {
        var (incarnation, nonce, prefixes, isConfigured): (Int, String, Set<String>, Bool) = (0, "", [], false)
        for part in parts {
            let sql = "SELECT incarnation, nonce, configuration, prefixes FROM components WHERE name = ?"
            guard let row = try Row.fetchOne(db, sql: sql, arguments: [part]) else { continue }
            if row[0] >= incarnation { (incarnation, nonce) = (row[0], row[1]) }
            if (row[2] as String?) != nil { isConfigured = true }
            prefixes.formUnion(try Self.prefixes(in: row[3]).map(\.description))
        }
        for part in parts { try remove(part, db) }
        // The append is known to no other process: the next one begins with another.
        try db.execute(
            sql: "INSERT OR REPLACE INTO cursors (component, sequence, append, first, last) VALUES (?, ?, '', 0, 0)",
            arguments: [name, head.databaseValue]
        )
        // Of another configuration it goes through all sessions once, as after a change of the app file: what was not folded
        // shows in them.
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO components (name, incarnation, nonce, configuration, prefixes)
                    VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                name, incarnation, nonce, isConfigured ? Self.movedConfiguration : nil,
                String(decoding: JSON(prefixes.sorted()).bytes, as: UTF8.self),
            ]
        )
    }

    private func remove(_ name: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM cursors WHERE component = ?", arguments: [name])
        try db.execute(sql: "DELETE FROM components WHERE name = ?", arguments: [name])
    }

    /// The ids of the intents that a component has yet to carry out.
    ///
    /// Other events are not counted: a cursor stays where it is while nothing follows from what is folded.
    private func intentsWaiting(for name: String, _ db: Database) throws -> Set<String> {
        var cursors: [Int64] = []
        var prefixes: Set<TopicPrefix> = []
        for shard in 0..<shards {
            let part = SessionShard.cursor(of: name, shard: shard)
            cursors.append(
                try Int64.fetchOne(db, sql: "SELECT sequence FROM cursors WHERE component = ?", arguments: [part]) ?? 0
            )
            let text = try String.fetchOne(db, sql: "SELECT prefixes FROM components WHERE name = ?", arguments: [part])
            prefixes.formUnion(try Self.prefixes(in: text))
        }
        guard let oldest = cursors.min() else { return [] }
        var waiting: Set<String> = []
        try Self.read(.intent, after: oldest, member: "$.id", db) { sequence, topic, session, id in
            let shard = session.map { SessionShard.of($0, among: shards) } ?? 0
            if sequence > cursors[shard], prefixes.contains(where: { $0.matches(topic) }) { waiting.insert(id) }
        }
        guard !waiting.isEmpty else { return [] }
        try Self.read(.outcome, after: oldest, member: "$.data.intent", db) { _, _, _, intent in
            waiting.remove(intent)
        }
        return waiting
    }

    /// Reads a member of each event of a kind behind a place.
    private static func read(
        _ kind: Topic.Kind,
        after place: Int64,
        member: String,
        _ db: Database,
        _ body: (_ sequence: Int64, _ topic: String, _ session: String?, _ member: String) -> Void
    ) throws {
        let prefix = TopicPrefix(kind)
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT sequence, name, session, json_extract(CAST(body AS TEXT), ?) FROM events
                JOIN topics ON topics.id = topic WHERE sequence > ? AND name >= ? AND name < ? ORDER BY sequence
                """,
            arguments: [member, place, prefix.description, prefix.upperBound]
        )
        while let row = try rows.next() { body(row[0], row[1], row[2], row[3] ?? "") }
    }

    private static func prefixes(in text: String?) throws -> [TopicPrefix] {
        guard let text else { return [] }
        do {
            return try (JSON(parsing: text.utf8).array ?? []).map { try TopicPrefix(parsing: $0.string ?? "") }
        } catch {
            throw SearchBusError(.logCorrupt, "Cannot read the inputs of a component from the log: \(error)")
        }
    }
}
