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
        var distinct: Set<JSON> = []

        mutating func add(_ value: JSON) {
            switch value {
            case .string(let text):
                texts += 1
                textBytes += text.utf8.count
                if text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("/") { links += 1 }
            case .int, .double: numbers += 1
            case .bool: truths += 1
            default: return
            }
            if distinct.count <= SettingsInference.mostValues { distinct.insert(value) }
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
    private static let mostAttributes = 256
    private static let deepest = 4
    /// Attributes of these names say what a record is, so they matter most wherever they stand.
    private static let titles = ["name", "title"]

    private var observations: [String: Observation] = [:]
    private var order: [String] = []
    /// Whether every attribute of the records was looked at.
    private var isComplete = true

    init() {}

    /// Looks at one more record.
    mutating func observe(_ record: JSON) {
        guard let object = record.object else { return }
        for member in object.members where member.key != Record.identifierAttribute {
            let (key, value) = (member.key, member.value)
            observe(value, name: key, depth: 1)
        }
    }

    private mutating func observe(_ value: JSON, name: String, depth: Int) {
        switch value {
        case .array(let elements):
            for element in elements { observe(element, name: name, depth: depth) }
        case .object(let object):
            guard depth < SettingsInference.deepest else {
                isComplete = isComplete && object.isEmpty
                return
            }
            for member in object.members { observe(member.value, name: "\(name).\(member.key)", depth: depth + 1) }
        case .string, .int, .double, .bool:
            if observations[name] == nil {
                guard observations.count < SettingsInference.mostAttributes else {
                    isComplete = false
                    return
                }
                order.append(name)
            }
            observations[name, default: Observation()].add(value)
        default:
            break
        }
    }

    /// The attributes of the records seen.
    var attributes: AttributeKinds {
        let kinds = order.map { ($0, observations[$0]?.kind ?? .mixed) }
        return AttributeKinds([(Record.identifierAttribute, .text)] + kinds, isComplete: isComplete)
    }

    /// The settings that suit the records seen.
    var settings: IndexSettings {
        func names(_ matches: (Observation) -> Bool) -> [String] {
            order.filter { name in observations[name].map(matches) ?? false }
        }
        let searched = names(\.isSearched)
        let titles = SettingsInference.titles.filter(searched.contains)
        let searchable = titles + searched.filter { !titles.contains($0) }
        return IndexSettings(
            searchableAttributes: searchable,
            attributesForFaceting: names(\.isCounted),
            numericAttributes: names(\.isCompared),
            customRanking: [],
            attributesToHighlight: searchable
        )
    }
}
