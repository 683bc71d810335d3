// SPDX-License-Identifier: MIT

import SearchIndex

/// The decimal mark of a file, as unambiguous values show it: those of other attributes, or else the delimiter of its columns.
struct DecimalMarkEvidence {
    /// The decimal mark of texts that can be read with both.
    let mark: NumberText.DecimalMark
    let reason: String

    init(_ survey: SampleSurvey, delimiter: Character?) {
        let marks = survey.attributes.compactMap { tally in Self.mark(of: tally).map { (name: tally.name, mark: $0) } }
        if let first = marks.first, marks.allSatisfy({ $0.mark == first.mark }) {
            (mark, reason) = (first.mark, "as in `\(first.name)`")
        } else if delimiter == ";" {
            (mark, reason) = (.comma, "as usual in files whose columns are separated by `;`")
        } else {
            (mark, reason) = (.point, "as usual in English")
        }
    }

    /// Whether all numbers of an attribute have three decimals and may be thousands, as the number 2.037 may be.
    static func isOpen(_ tally: AttributeTally) -> Bool {
        tally.numbers == tally.count && tally.numbers > 2 && tally.count(of: .openNumber) == tally.numbers
    }

    /// The mark that an attribute has without doubt.
    static func mark(of tally: AttributeTally) -> NumberText.DecimalMark? {
        // What is read as a number in a file has a point.
        if tally.numbers == tally.count { return tally.decimals > 0 && !isOpen(tally) ? .point : nil }
        let marks = NumberText.DecimalMark.allCases.filter {
            tally.isMostly(.number($0)) && tally.count(of: .onlyNumber($0)) > 0
        }
        return marks.max { tally.count(of: .onlyNumber($0)) < tally.count(of: .onlyNumber($1)) }
    }
}
