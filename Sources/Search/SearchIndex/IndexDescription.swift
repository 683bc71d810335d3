// SPDX-License-Identifier: MIT

import Wire

/// What attributes an index has and what can be asked of them, without its records or columns being read.
public struct IndexDescription: Sendable, Hashable {
    /// What kind of values an attribute has.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case text, number, truth
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
        /// Whether its lowest and highest number are known.
        public let isComparable: Bool
    }

    /// What the index is called.
    public let name: String
    /// How many records it holds.
    public let recordCount: Int
    /// The attributes in the order in which records name them, `objectID` first.
    public let attributes: [Attribute]
    /// Whether these are all attributes; otherwise there may be others, in deep records or where there are very many.
    public let isComplete: Bool

    /// The attribute of a name; `nil` where no record has it, as far as is known.
    public subscript(attribute: String) -> Attribute? { attributes.first { $0.name == attribute } }
}

extension IndexDescription {
    init(name: String, manifest: Manifest) {
        let settings = manifest.settings
        let searched = Set(settings.searchedAttributes.map(\.name))
        let isSmall = manifest.recordCount <= SnapshotColumns.mostScanned
        self.name = name
        recordCount = manifest.recordCount
        isComplete = manifest.attributes.isComplete
        attributes = manifest.attributes.all.map { attribute, kind in
            let isFacet = settings.attributesForFaceting?.contains(attribute) ?? false
            let isNumeric = settings.numericAttributes?.contains(attribute) ?? false
            let hasNumbers = kind == .number || kind == .mixed
            return Attribute(
                name: attribute,
                kind: kind,
                isSearchable: searched.contains(attribute),
                isFacet: isFacet,
                isNumeric: isNumeric,
                isCountable: isFacet || isSmall || isNumeric && kind == .number,
                isComparable: hasNumbers && (isFacet || isNumeric || isSmall)
            )
        }
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
