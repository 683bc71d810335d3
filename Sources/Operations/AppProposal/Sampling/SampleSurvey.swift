// SPDX-License-Identifier: MIT

import SearchIndex

/// What a sample of records has of each attribute, and what its texts stand for.
struct SampleSurvey: Sendable {
    /// The maximum number of values of an attribute that are distinguished.
    private static let mostValues = 20_000
    /// How long the name of an attribute may be.
    private static let longestName = 256
    private static let placePrefix = "_geoloc."

    /// The survey that settings are inferred from.
    let records: AttributeSurvey
    /// The attributes in the order in which records name them.
    let attributes: [AttributeTally]
    /// How many of the records lie somewhere (`_geoloc`).
    let placeCount: Int
    /// Whether there are attributes that were not looked at.
    let hasMore: Bool
    var sampleCount: Int { records.sampleCount }
    private let places: [String: Int]

    init(of sample: [Record]) {
        var records = AttributeSurvey(mostValues: Self.mostValues)
        var values: [AttributeValues] = []
        for (number, record) in sample.enumerated() {
            record.text.withUnsafeBufferPointer { text in
                records.observe(text) { attribute, scalar, isInList in
                    while values.count <= attribute { values.append(AttributeValues()) }
                    values[attribute].add(scalar, of: number, isInList: isInList)
                }
            }
        }
        let seen = records.attributes
        let named = seen.indices.filter { !seen[$0].name.isEmpty && seen[$0].name.utf8.count <= Self.longestName }
        let own = records.ownAttributes
        attributes = named.filter { !seen[$0].name.hasPrefix(Self.placePrefix) }.map { place in
            let traits = AttributeTraits(seen[place].name, seen[place].seen, of: records.sampleCount)
            return AttributeTally(isTop: own.contains(place), traits: traits, values: values[place])
        }
        places = Dictionary(attributes.enumerated().map { ($1.name, $0) }) { first, _ in first }
        let coordinates = ["lat", "lng"].map { name in
            seen.first { $0.name == Self.placePrefix + name && $0.seen.numbers > 0 }?.seen.records ?? 0
        }
        placeCount = coordinates.min() ?? 0
        hasMore = !records.isComplete || named.count < seen.count
        self.records = records
    }

    subscript(name: String) -> AttributeTally? { places[name].map { attributes[$0] } }
}
