// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import GRDB
import Wire

/// What attributes an index has and what can be asked of them, without its records or columns being read.
public struct IndexDescription: Sendable, Hashable {
    /// What kind of values an attribute has.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case text, number, truth
        /// Values of several kinds.
        case mixed
    }

    /// An attribute that some record has; nested ones are written with dots.
    public struct Attribute: Sendable, Hashable {
        public let name: String
        public let kind: Kind
        /// Whether its words are searched.
        public let isSearchable: Bool
        /// Whether the settings have its values counted.
        public let isFacet: Bool
        /// Whether the settings have its numbers compared.
        public let isNumeric: Bool
        /// Whether its values can be counted and filtered, be it because the index is small enough to be read for them.
        public let isCountable: Bool
        /// Whether its lowest and highest number can be told.
        public let isComparable: Bool
    }

    /// What the index is called.
    public let name: String
    /// How many records it holds.
    public let recordCount: Int
    /// The attributes in the order in which records name them, `objectID` first.
    public let attributes: [Attribute]
    /// Whether these are all attributes; otherwise there may be others: in deep records, or in an index that an older
    /// version made, of which a thousand records are looked at.
    public let isComplete: Bool

    /// The attribute of a name; `nil` where no record has it, as far as is known.
    public subscript(attribute: String) -> Attribute? { attributes.first { $0.name == attribute } }
}

extension IndexDescription {
    /// How many records of an index without a stored list of attributes are looked at.
    private static let sample = 1_000

    init(name: String, path: String, size: Int) throws {
        let queue = try StorageFailure.translating(name) { try IndexSchema.openForReading(path) }
        self = try StorageFailure.translating(name) {
            try queue.unsafeRead { database in
                try IndexSchema.check(database, name: name)
                return try IndexDescription(name: name, size: size, database: database)
            }
        }
    }

    private init(name: String, size: Int, database: Database) throws {
        let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM records") ?? 0
        let settings = try IndexSettings(stored: .settings, in: database)
        let kinds = try AttributeKinds(in: database) ?? IndexDescription.sampled(database, count: count)
        let isSmall = size <= IndexSnapshot.largestScan
        self.name = name
        recordCount = count
        isComplete = kinds.isComplete
        attributes = kinds.all.map { attribute, kind in
            let isFacet = settings.attributesForFaceting?.contains(attribute) ?? false
            let isNumeric = settings.numericAttributes?.contains(attribute) ?? false
            let hasNumbers = kind == .number || kind == .mixed
            return Attribute(
                name: attribute,
                kind: kind,
                isSearchable: settings.searchableAttributes?.contains(attribute) ?? false,
                isFacet: isFacet,
                isNumeric: isNumeric,
                isCountable: isFacet || isSmall || isNumeric && kind == .number,
                isComparable: hasNumbers && (isFacet || isNumeric || isSmall)
            )
        }
    }

    private static func sampled(_ database: Database, count: Int) throws -> AttributeKinds {
        var inference = SettingsInference()
        let cursor = try Row.fetchCursor(database, sql: "SELECT data FROM records LIMIT \(sample)")
        while let row = try cursor.next() {
            inference.observe(try row.withUnsafeData(atIndex: 0) { try JSON(parsing: $0 ?? .init()) })
        }
        let seen = inference.attributes
        return AttributeKinds(seen.all, isComplete: seen.isComplete && count <= sample)
    }
}

extension IndexDescription {
    /// The description as JSON, for `--json` and for programs.
    public var json: JSON {
        [
            "name": .string(name), "records": JSON(recordCount), "complete": .bool(isComplete),
            "attributes": .array(
                attributes.map { attribute in
                    [
                        "name": .string(attribute.name), "kind": .string(attribute.kind.rawValue),
                        "searchable": .bool(attribute.isSearchable), "facet": .bool(attribute.isFacet),
                        "numeric": .bool(attribute.isNumeric), "countable": .bool(attribute.isCountable),
                        "comparable": .bool(attribute.isComparable),
                    ]
                }
            ),
        ]
    }
}
