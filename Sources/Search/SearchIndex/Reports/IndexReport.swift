// SPDX-License-Identifier: MIT

import Wire

/// Everything there is to tell about one version of an index: its attributes, what they are used for, and where its bytes are.
///
/// Memory is bounded, and at most 20,000 records are read, however many there are.
public struct IndexReport: Sendable, Hashable {
    /// A type of values.
    public enum ValueType: String, Sendable, Hashable, CaseIterable {
        case text, number, boolean
    }

    /// How many there are, exactly or not.
    public struct Count: Sendable, Hashable {
        /// How a count is meant.
        public enum Certainty: String, Sendable, Hashable, CaseIterable {
            case exact
            /// Reckoned from a sample of the records.
            case about
            /// So many were met in a sample of the records.
            case atLeast
        }

        /// The number.
        public let number: Int
        /// How it is meant.
        public let certainty: Certainty

        public init(number: Int, certainty: Certainty) {
            (self.number, self.certainty) = (number, certainty)
        }
    }

    /// An attribute that some record has; nested ones are written with dots.
    public struct Attribute: Sendable, Hashable {
        public let name: String
        /// The types of its values.
        public let types: [ValueType]
        /// Whether some record has several values of it.
        public let isList: Bool
        /// How many records have it.
        public let recordCount: Count
        /// How many different values they have.
        public let valueCount: Count
        /// What the settings use it for.
        public let uses: AttributeUses
        /// How many bytes its values take on the disk beside the records; 0 where they are not kept.
        public let bytes: Int
    }

    /// What part of an index bytes belong to.
    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// The records themselves, compressed, and what they have in common.
        case records
        /// The words and what has them.
        case words
        /// The values that are counted, compared or ranked by.
        case columns
        /// The identifiers of the records, and their order of arrival.
        case identifiers
        /// Where records lie.
        case points
        /// Which records are deleted.
        case deletions
        /// What tells where the rest is.
        case tables
    }

    /// Size, settings and version.
    public let summary: IndexSummary
    /// How many segments there are.
    public let segmentCount: Int
    /// How many rows of segments are records that were deleted or replaced since.
    public let deletedRowCount: Int
    /// How many bytes of the disk each part takes.
    public let bytes: [Part: Int]
    /// The attributes in the order in which records name them, `objectID` first.
    public let attributes: [Attribute]
    /// Whether these are all attributes; otherwise there may be others, in deep records or where there are very many.
    public let isComplete: Bool
    /// How many records were read for what no column tells.
    public let sampleCount: Int
}

extension IndexReport {
    init(_ snapshot: IndexSnapshot, folder: IndexFolder, survey: AttributeSurvey) {
        let manifest = snapshot.manifest
        summary = IndexSummary(folder: folder, identity: snapshot.identity, manifest: manifest)
        segmentCount = snapshot.parts.count
        deletedRowCount = manifest.parts.reduce(0) { $0 + $1.deleted }
        isComplete = manifest.attributes.isComplete
        sampleCount = survey.sampleCount
        let sizes = SectionSizes(snapshot, folder: folder)
        bytes = sizes.parts
        let uses = AttributeUses.all(of: manifest.settings)
        let seen = Dictionary(survey.attributes.map { ($0.name, $0.seen) }) { first, _ in first }
        attributes = manifest.attributes.all.map { name, kind in
            let use = uses[name] ?? AttributeUses()
            if name == Record.identifierAttribute {
                let count = Count(number: manifest.recordCount, certainty: .exact)
                return Attribute(
                    name,
                    types: [.text],
                    counts: (count, count),
                    use,
                    bytes: sizes.parts[.identifiers] ?? 0
                )
            }
            if snapshot.parts.contains(where: { $0.segment.columns[name] != nil }) {
                // A column holds every value, also of records that no sample has.
                return Attribute(name, ColumnSurvey(name, parts: snapshot.parts), use, bytes: sizes.columns[name] ?? 0)
            }
            return Attribute(name, kind, seen[name], survey, use)
        }
    }
}

extension IndexReport.Attribute {
    fileprivate init(
        _ name: String,
        types: [IndexReport.ValueType],
        isList: Bool = false,
        counts: (records: IndexReport.Count, values: IndexReport.Count),
        _ uses: AttributeUses,
        bytes: Int
    ) {
        (self.name, self.types, self.isList, self.uses, self.bytes) = (name, types, isList, uses, bytes)
        (recordCount, valueCount) = counts
    }

    fileprivate init(_ name: String, _ column: ColumnSurvey, _ uses: AttributeUses, bytes: Int) {
        let types: [(IndexReport.ValueType, Bool)] = [
            (.text, column.hasTexts), (.number, column.hasNumbers), (.boolean, column.hasTruths),
        ]
        self.init(
            name,
            types: types.filter(\.1).map(\.0),
            isList: column.isList,
            counts: (
                IndexReport.Count(number: column.recordCount, certainty: .exact),
                IndexReport.Count(number: column.valueCount, certainty: .exact)
            ),
            uses,
            bytes: bytes
        )
    }

    /// What a sample tells; an attribute that none of its records has is known by its kind alone.
    fileprivate init(
        _ name: String,
        _ kind: IndexDescription.Kind,
        _ seen: AttributeSurvey.Observation?,
        _ survey: AttributeSurvey,
        _ uses: AttributeUses
    ) {
        let (records, values) = (seen?.records ?? 0, seen?.valueCount ?? 0)
        let share = Double(records) / Double(max(1, survey.sampleCount))
        let estimate = Int((share * Double(survey.recordCount)).rounded())
        let found: [(IndexReport.ValueType, Bool)] = [
            (.text, (seen?.texts ?? 0) > 0 || kind == .text), (.number, (seen?.numbers ?? 0) > 0 || kind == .number),
            (.boolean, (seen?.truths ?? 0) > 0 || kind == .truth),
        ]
        self.init(
            name,
            types: found.filter(\.1).map(\.0),
            isList: seen?.isList ?? false,
            counts: (
                IndexReport.Count(
                    number: survey.isWhole ? records : estimate,
                    certainty: survey.isWhole ? .exact : .about
                ),
                IndexReport.Count(
                    number: values,
                    certainty: survey.isWhole && !(seen?.isFull ?? false) ? .exact : .atLeast
                )
            ),
            uses,
            bytes: 0
        )
    }
}

extension IndexReport {
    /// The report as JSON, for programs: what a summary says, and more.
    public var json: JSON {
        var object = summary.json.object ?? JSONObject()
        object["segments"] = JSON(segmentCount)
        object["deletedRows"] = JSON(deletedRowCount)
        object["bytesByPart"] = .object(JSONObject(Part.allCases.map { ($0.rawValue, JSON(bytes[$0] ?? 0)) }))
        object["complete"] = .bool(isComplete)
        object["recordsRead"] = JSON(sampleCount)
        object["attributes"] = .array(
            attributes.map { attribute in
                [
                    "name": .string(attribute.name), "types": JSON(attribute.types.map(\.rawValue)),
                    "list": .bool(attribute.isList), "records": attribute.recordCount.json,
                    "values": attribute.valueCount.json, "uses": attribute.uses.json, "bytes": JSON(attribute.bytes),
                ]
            }
        )
        return .object(object)
    }
}

extension IndexReport.Count {
    fileprivate var json: JSON { ["count": JSON(number), "certainty": .string(certainty.rawValue)] }
}
