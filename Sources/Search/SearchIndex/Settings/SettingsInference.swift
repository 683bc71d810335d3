// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Finds sensible settings from the records themselves: texts are searched, numbers compared, repeated values counted.
struct SettingsInference {
    /// What was seen of one attribute.
    private struct Observation {
        var texts = 0
        var links = 0
        var numbers = 0
        var truths = 0
        var textBytes = 0
        /// The hashes of the different values; two values with one hash are a case that settings survive.
        var distinct: Set<UInt64> = []

        mutating func add(_ scalar: RecordScalar, isCounting: Bool) {
            let hash: UInt64
            switch scalar {
            case .text(let text):
                texts += 1
                guard isCounting else { return }
                textBytes += text.count
                if Observation.isLink(text) { links += 1 }
                hash = UInt64(StringTable.hash(UnsafeRawBufferPointer(text))) | 1 << 40
            case .integer(let number):
                numbers += 1
                hash = UInt64(bitPattern: number)
            case .number(let number):
                numbers += 1
                hash = number.bitPattern
            case .bool(let truth):
                truths += 1
                hash = truth ? 1 << 41 : 1 << 42
            case .place: return
            }
            if isCounting, distinct.count <= SettingsInference.mostValues { distinct.insert(hash) }
        }

        private static func isLink(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
            text.first == UInt8(ascii: "/") || text.starts(with: "http://".utf8) || text.starts(with: "https://".utf8)
        }

        var kind: IndexDescription.Kind {
            switch (texts > 0, numbers > 0, truths > 0) {
            case (true, false, false): .text
            case (false, true, false): .number
            case (false, false, true): .truth
            default: .mixed
            }
        }

        var isSearched: Bool { texts > 0 && links < texts }
        var isCompared: Bool { numbers > 0 }

        /// Few values, or short texts of which many come back, are worth counting.
        var isCounted: Bool {
            let count = texts + numbers + truths
            guard links == 0, textBytes <= texts * 40 else { return false }
            if distinct.count <= SettingsInference.fewValues { return true }
            return numbers == 0 && distinct.count <= SettingsInference.mostValues && distinct.count * 2 <= count
        }
    }

    private static let fewValues = 100
    private static let mostValues = 5_000
    /// Attributes of these names say what a record is, so they matter most wherever they stand.
    private static let titles = ["name", "title"]

    private var walker = AttributeWalker()
    private var observations: [Observation] = []
    /// Whether values are told apart, which settings need and a list of attributes does not.
    private let isCounting: Bool

    /// Starts without records.
    init(onlyKinds: Bool = false) { isCounting = !onlyKinds }

    /// Looks at the text of one more record.
    mutating func observe(_ text: UnsafeBufferPointer<UInt8>) {
        var observations = self.observations
        self.observations = []
        let isCounting = isCounting
        // The text was checked; what cannot be gone through would have been refused.
        try? walker.walk(text) { attribute, scalar in
            while observations.count <= attribute { observations.append(Observation()) }
            observations[attribute].add(scalar, isCounting: isCounting)
        }
        self.observations = observations
    }

    /// The attributes of the records seen.
    var attributes: AttributeKinds {
        let kinds = zip(walker.attributes, observations).map { ($0, $1.kind) }
        return AttributeKinds([(Record.identifierAttribute, .text)] + kinds, isComplete: walker.isComplete)
    }

    /// The settings that suit the records seen.
    var settings: IndexSettings {
        func names(_ matches: (Observation) -> Bool) -> [String] {
            // Settings name an attribute once; of names that are the same text in other code points the first counts.
            var known: Set<String> = [""]
            return zip(walker.attributes, observations).filter { matches($1) && known.insert($0).inserted }.map(\.0)
        }
        let searched = names(\.isSearched)
        let titles = SettingsInference.titles.filter(searched.contains)
        let searchable = titles + searched.filter { !titles.contains($0) }
        return IndexSettings(
            searchableAttributes: searchable.map(SearchableAttribute.entry(for:)),
            attributesForFaceting: names(\.isCounted),
            numericAttributes: names(\.isCompared),
            customRanking: [],
            attributesToHighlight: searchable
        )
    }
}
