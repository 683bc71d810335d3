// SPDX-License-Identifier: MIT

import Wire

/// Why a hit stands where it does, as far as its engine can tell.
public struct HitRanking: Sendable, Hashable {
    /// The point of a record that is nearest to where was asked from.
    public struct Place: Sendable, Hashable {
        public let point: GeoPoint
        /// How far away it is, in metres.
        public let distance: Double

        public init(_ point: GeoPoint, distance: Double) {
            self.point = point
            self.distance = distance
        }
    }

    /// What hits are ordered by, and what it is for this hit.
    public struct Criterion: Sendable, Hashable {
        /// A criterion of the settings' `ranking`, or an attribute by which hits are sorted.
        public let name: String
        public let value: JSON

        public init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// What in the record was found for a word of the query.
    public struct Match: Sendable, Hashable {
        /// What the found word is to the typed one.
        public enum Kind: String, Sendable, CaseIterable {
            case exact, prefix, typo, typos, variant, split, joined, synonym
        }

        /// The word of the query.
        public let word: String
        /// The word of the record.
        public let found: String
        public let kind: Kind
        /// The attributes in which it was found, which are one, or several that rank the same.
        public let attributes: [String]

        public init(_ word: String, found: String, kind: Kind, attributes: [String]) {
            self.word = word
            self.found = found
            self.kind = kind
            self.attributes = attributes
        }
    }

    /// How many words of the query the record has.
    public var words: Int
    public var exactWords: Int
    /// How many letters of them are others in the record.
    public var typos: Int
    /// Where the first of them stands: 1,000 for each searched attribute before, and 1 for each word before in its own.
    public var firstWord: Int
    /// What the optional filters that it meets are worth.
    public var filterScore: Int
    /// The place that the index's own order gives it, the higher the better.
    public var ownScore: Int
    /// Where it lies; `nil` where no point was asked for, and for records without one.
    public var place: Place?
    /// What the engine orders by, empty unless it was asked for: the first criterion in which two hits differ decides.
    public var criteria: [Criterion] = []
    /// What was found for the words of the query, in their order; the best of the record for each.
    public var matches: [Match] = []

    public init(
        words: Int = 0,
        exactWords: Int = 0,
        typos: Int = 0,
        firstWord: Int = 0,
        filterScore: Int = 0,
        ownScore: Int = 0,
        place: Place? = nil
    ) {
        self.words = words
        self.exactWords = exactWords
        self.typos = typos
        self.firstWord = firstWord
        self.filterScore = filterScore
        self.ownScore = ownScore
        self.place = place
    }
}

/// That hits are to say why they stand where they do; engines that cannot tell leave it out.
public struct RankingNeed: Sendable, Hashable {
    /// The point from which distances are measured.
    public var origin: GeoPoint?
    /// Whether they say it criterion by criterion, and what was found for each word.
    public var isExplained: Bool

    public init(origin: GeoPoint? = nil, isExplained: Bool = false) {
        self.origin = origin
        self.isExplained = isExplained
    }
}

extension HitRanking {
    /// The explanation as results on the bus have it: `{"criteria": [{"name", "value"}], "matches": [{"word", "found", "kind", "attributes"}]}`.
    public var explanation: JSON {
        [
            "criteria": .array(criteria.map { ["name": .string($0.name), "value": $0.value] }),
            "matches": .array(
                matches.map { match in
                    [
                        "word": .string(match.word), "found": .string(match.found),
                        "kind": .string(match.kind.rawValue),
                        "attributes": JSON(match.attributes),
                    ]
                }
            ),
        ]
    }
}
