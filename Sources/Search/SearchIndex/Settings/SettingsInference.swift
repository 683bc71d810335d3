// SPDX-License-Identifier: MIT

/// A use of an attribute that its values may suit, by the setting that lists the attributes of the use.
package enum AttributeUse: String, Sendable {
    case searched = "searchableAttributes"
    case counted = "attributesForFaceting"
    case compared = "numericAttributes"
}

extension AttributeSurvey.Observation {
    /// The maximum number of different values that are counted whatever they are, and of texts that occur repeatedly.
    private static let fewValues = 100
    private static let mostRepeatedValues = 5_000
    /// The length of counted texts, on average.
    package static let maxCountedBytes = 40

    /// Whether the values suit a use: texts are searched, numbers compared, few or repeated short values counted.
    ///
    /// An import infers its settings from this alone, so that everything can be found. `SettingsProposer` leaves out of that what
    /// users have no use for.
    package func suits(_ use: AttributeUse) -> Bool {
        switch use {
        case .searched: texts > 0 && links < texts
        case .compared: numbers > 0
        case .counted:
            links == 0 && textBytes <= texts * Self.maxCountedBytes
                && (distinct <= Self.fewValues
                    || numbers == 0 && distinct <= Self.mostRepeatedValues && distinct * 2 <= count)
        }
    }
}

extension AttributeSurvey {
    /// Attributes of these names say what a record is, so they matter most wherever they stand.
    private static let titles = ["name", "title"]

    /// The attributes whose values suit a use.
    func names(for use: AttributeUse) -> [String] {
        // Settings name an attribute once; of names that are the same text in other code points the first counts.
        var known: Set<String> = [""]
        let names = attributes.filter { $0.seen.suits(use) && known.insert($0.name).inserted }.map(\.name)
        guard use == .searched else { return names }
        let titles = Self.titles.filter(names.contains)
        return titles + names.filter { !titles.contains($0) }
    }

    package var settings: IndexSettings {
        let searched = names(for: .searched)
        return IndexSettings(
            searchableAttributes: searched.map(SearchableAttribute.entry(for:)),
            attributesForFaceting: names(for: .counted),
            numericAttributes: names(for: .compared),
            customRanking: [],
            attributesToHighlight: searched
        )
    }
}
