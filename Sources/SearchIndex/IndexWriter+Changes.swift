// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import GRDB
import Wire

extension IndexWriter {
    /// Makes a list of changes, in order and as a whole, and notes which write they come from.
    ///
    /// What the settings leave out is inferred anew from all records. An index that is not there comes to be.
    ///
    /// - Parameters:
    ///   - changes: What to change.
    ///   - stamp: The write that the changes come from; kept with the index, in the same version of it.
    /// - Returns: What there is to know about the new version.
    /// - Throws: `SearchBusError`; the index is then as it was before.
    @discardableResult
    public func apply(_ changes: [IndexEdit], stamp: IndexStamp) throws -> IndexSummary {
        try makeVersion { build, isNew in
            if isNew { try build.create() }
            let before = isNew ? (given: IndexSettings(), effective: IndexSettings()) : try build.openCopy()
            var given = before.given
            var hasNewSettings = isNew
            try build.store { database in
                for change in changes {
                    switch change {
                    case .put(let record): try build.put(record, settings: before.effective, into: database)
                    case .update(let objectID, let attributes, let creates):
                        guard let record = try build.record(objectID, in: database) else {
                            guard creates else { continue }
                            let empty = JSONObject([(Record.identifierAttribute, .string(objectID))])
                            let created = try Record(.object(empty.updated(by: attributes)))
                            try build.put(created, settings: before.effective, into: database)
                            continue
                        }
                        let updated = try Record(.object(record.updated(by: attributes)))
                        try build.put(updated, settings: before.effective, into: database)
                    case .delete(let objectID): try build.remove(objectID, from: database)
                    case .clear: try build.removeAll(from: database)
                    case .settings(let settings, let extra):
                        given = settings
                        hasNewSettings = true
                        try database.setMeta(.extra, extra.text)
                    }
                }
                try database.setMeta(.stamp, stamp.text)
            }
            let effective = try build.effectiveSettings(given)
            let isRebuilt =
                try effective.searchableAttributes != before.effective.searchableAttributes
                || hasNewSettings || build.isWorthRebuilding()
            try build.finish(given: given, effective: effective, allWords: isRebuilt)
        }
    }

    /// Puts a copy of another index in the place of this one.
    ///
    /// - Throws: `SearchBusError.unknownIndex` where there is no such index; this one is then as it was before.
    @discardableResult
    public func replace(withCopyOf source: String, stamp: IndexStamp) throws -> IndexSummary {
        guard directory.exists(source) else { throw IndexDirectory.unknown(source) }
        return try makeVersion(from: source) { build, _ in
            let settings = try build.openCopy()
            try build.store { try $0.setMeta(.stamp, stamp.text) }
            try build.finish(given: settings.given, effective: settings.effective, allWords: false)
        }
    }

    /// The write that the index was changed by last; `nil` for one that no write has changed.
    public func stamp() throws -> IndexStamp? {
        guard directory.exists(name) else { return nil }
        return try StorageFailure.translating(name) {
            try IndexSchema.openForReading(directory.file(of: name)).read { database in
                try database.meta(.stamp, as: String.self).flatMap(IndexStamp.init(text:))
            }
        }
    }

    /// The settings as they were given, and what the index keeps for others.
    public func givenSettings() throws -> (settings: IndexSettings, extra: JSON) {
        guard directory.exists(name) else { return (IndexSettings(), .object(JSONObject())) }
        return try StorageFailure.translating(name) {
            try IndexSchema.openForReading(directory.file(of: name)).read { database in
                (
                    try IndexSettings(stored: .givenSettings, in: database),
                    try JSON(parsing: try database.meta(.extra, as: String.self) ?? "{}")
                )
            }
        }
    }
}

extension JSONObject {
    /// The object with attributes changed; its identifier stays.
    fileprivate func updated(by attributes: JSONObject) -> JSONObject {
        var object = self
        for member in attributes.members where member.key != Record.identifierAttribute {
            guard let value = AttributeOperation.apply(member.value, to: object[member.key]) else { continue }
            object[member.key] = value
        }
        return object
    }
}

extension IndexBuild {
    /// Stores a record with its words in the place of the one with its identifier.
    func put(_ record: Record, settings: IndexSettings, into database: Database) throws {
        try remove(record.objectID, from: database)
        try insert(record, into: database)
        try insertWords(of: record.json, settings: settings, into: database)
    }

    /// The record with an identifier, if there is one.
    func record(_ objectID: String, in database: Database) throws -> JSONObject? {
        let data = try Data.fetchOne(
            database.cachedStatement(sql: "SELECT data FROM records WHERE objectID = ?"),
            arguments: [objectID]
        )
        return try data.map { try JSON(parsing: $0).object ?? JSONObject() }
    }

    /// Removes every record.
    func removeAll(from database: Database) throws {
        try database.execute(sql: "DELETE FROM records")
    }

    /// The settings that were given, with what they leave out as the records have it now.
    func effectiveSettings(_ given: IndexSettings) throws -> IndexSettings {
        let isComplete =
            given.searchableAttributes != nil && given.attributesForFaceting != nil && given.numericAttributes != nil
        guard !isComplete else { return given.completed(by: IndexSettings(customRanking: [])) }
        var inference = SettingsInference()
        try read { database in
            let cursor = try Row.fetchCursor(database, sql: "SELECT data FROM records ORDER BY row")
            while let stored = try cursor.next() {
                inference.observe(try stored.withUnsafeData(atIndex: 0) { try JSON(parsing: $0 ?? Data()) })
            }
        }
        return given.completed(by: inference.settings)
    }
}
