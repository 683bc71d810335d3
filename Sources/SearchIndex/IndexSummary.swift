// SPDX-License-Identifier: MIT
// Part of SearchBus.

import GRDB
import Wire

/// What there is to know about an index without searching it.
public struct IndexSummary: Sendable, Hashable {
    /// What the index is called.
    public let name: String
    /// How many records it holds.
    public let recordCount: Int
    /// How many bytes its file has.
    public let bytes: Int
    /// When it was changed last, since 1970 in UTC.
    public let updated: Duration
    /// Rises by one with each change.
    public let generation: Int
    /// How it searches, with everything that was inferred.
    public let settings: IndexSettings
    /// Whether its file can be read; the other members are empty where it cannot.
    public let isReadable: Bool

    init(name: String, path: String, identity: FileIdentity) {
        self.name = name
        bytes = identity.size
        updated = identity.modified
        let stored = try? IndexSchema.openForReading(path).read { database in
            try IndexSchema.check(database, name: name)
            return (
                count: try Int.fetchOne(database, sql: "SELECT count(*) FROM records") ?? 0,
                generation: try database.meta(.generation, as: Int.self) ?? 0,
                settings: try IndexSettings(stored: .settings, in: database)
            )
        }
        recordCount = stored?.count ?? 0
        generation = stored?.generation ?? 0
        settings = stored?.settings ?? IndexSettings()
        isReadable = stored != nil
    }
}

extension IndexSummary {
    /// The summary as JSON, for `--json` and for programs.
    public var json: JSON {
        [
            "name": .string(name),
            "records": JSON(recordCount),
            "bytes": JSON(bytes),
            "updated": .int(updated.components.seconds),
            "generation": JSON(generation),
            "settings": settings.json,
            "readable": .bool(isReadable),
        ]
    }
}

extension IndexSettings {
    init(stored key: IndexSchema.Key, in database: Database) throws {
        let text: String = try database.meta(key) ?? "{}"
        self = try IndexSettings(json: JSON(parsing: text))
    }
}
