// SPDX-License-Identifier: MIT

import SearchIndex

/// What a sample has of one attribute.
@dynamicMemberLookup struct AttributeTally: Sendable {
    /// Whether records have it themselves, and no object in them.
    let isTop: Bool
    /// What settings make of it.
    let traits: AttributeTraits
    let values: AttributeValues

    var seen: AttributeSurvey.Observation { traits.seen }

    subscript<Value>(dynamicMember member: KeyPath<AttributeTraits, Value>) -> Value { traits[keyPath: member] }
    subscript<Value>(dynamicMember member: KeyPath<AttributeSurvey.Observation, Value>) -> Value {
        seen[keyPath: member]
    }
    subscript<Value>(dynamicMember member: KeyPath<AttributeValues, Value>) -> Value { values[keyPath: member] }

    var count: Int { seen.count }
    var averageBytes: Int { seen.texts == 0 ? 0 : seen.textBytes / seen.texts }
    /// Whether all but one in twenty of the values are numbers.
    var isNumeric: Bool { seen.numbers > 0 && seen.numbers * 20 >= seen.count * 19 }
    /// Whether its numbers are whole, and hardly any value is something else.
    var isInteger: Bool { isNumeric && values.decimals == 0 }
    /// How many texts are values at all.
    var presentTexts: Int { seen.texts - count(of: .missing) }

    func first(of form: AttributeValues.Form) -> AttributeValues.Sighting? { values.firsts[form] }

    func count(of form: AttributeValues.Form) -> Int { values.forms[form, default: 0] }

    /// Whether all but one in twenty of the texts that are values have a form.
    func isMostly(_ form: AttributeValues.Form) -> Bool {
        presentTexts > 0 && count(of: form) * 20 >= presentTexts * 19
    }

    /// The currency that most of the amounts name.
    var currency: String? {
        values.forms.compactMap { form, count -> (String, Int)? in
            guard case .currency(let code) = form, count * 2 > presentTexts else { return nil }
            return (code, count)
        }
        .max { $0.1 < $1.1 }?.0
    }

    /// How many parts the texts have with a separator, and how many different ones; where there are many, not all are counted.
    func parts(_ separator: String) -> (count: Int, distinct: Int) {
        values.parts[separator].map { ($0.count, $0.values.count) } ?? (0, 0)
    }
}
