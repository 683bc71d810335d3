// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Sensible settings for the records of a survey: texts are searched, numbers compared, repeated values counted.
extension AttributeSurvey {
    private static let fewValues = 100
    private static let mostRepeatedValues = 5_000
    /// Attributes of these names say what a record is, so they matter most wherever they stand.
    private static let titles = ["name", "title"]

    /// The settings that suit the records seen.
    package var settings: IndexSettings {
        func names(_ matches: (Observation) -> Bool) -> [String] {
            // Settings name an attribute once; of names that are the same text in other code points the first counts.
            var known: Set<String> = [""]
            return attributes.filter { matches($0.seen) && known.insert($0.name).inserted }.map(\.name)
        }
        let searched = names { $0.texts > 0 && $0.links < $0.texts }
        let titles = AttributeSurvey.titles.filter(searched.contains)
        let searchable = titles + searched.filter { !titles.contains($0) }
        return IndexSettings(
            searchableAttributes: searchable.map(SearchableAttribute.entry(for:)),
            attributesForFaceting: names(AttributeSurvey.isCounted),
            numericAttributes: names { $0.numbers > 0 },
            customRanking: [],
            attributesToHighlight: searchable
        )
    }

    /// Few values, or short texts of which many come back, are worth counting.
    private static func isCounted(_ seen: Observation) -> Bool {
        guard seen.links == 0, seen.textBytes <= seen.texts * 40 else { return false }
        if seen.distinct <= fewValues { return true }
        return seen.numbers == 0 && seen.distinct <= mostRepeatedValues && seen.distinct * 2 <= seen.count
    }
}
