// SPDX-License-Identifier: MIT

import SearchIndex
import Wire

/// What in the texts of a sample people should look at: what could be meant in two ways, or is not drawn as it is.
struct SampleDoubts {
    private static let maxDoubts = 40

    /// The doubts, each about an attribute; the choice is what was found, the reason is what can be done about it.
    private(set) var list: [Decision] = []
    private let places: [String]

    init(_ survey: SampleSurvey, _ conversions: ConversionProposal, image: String?, places: [String]) {
        self.places = places
        for tally in survey.attributes {
            switch conversions.rules.first(where: { $0.attribute == tally.name })?.conversion {
            case .number(let mark): number(tally, mark, conversions.evidence)
            case .date(let order): date(tally, order)
            case .truth, .list, .levels: break
            case nil:
                text(tally)
                thousands(tally, conversions.evidence)
            }
            if tally.name == image, let first = tally.first(of: .unencrypted) {
                add(
                    tally,
                    "\(tally.count(of: .unencrypted)) of \(tally.texts) pictures have http:// addresses (\(place(first)))",
                    "the console draws pictures from https:// addresses and from its own address only"
                )
            }
            if let first = tally.first(of: .markup) {
                add(
                    tally,
                    "\(tally.count(of: .markup)) of \(tally.texts) texts have HTML in them (\(place(first)))",
                    "they are searched and shown as they are; remove them from the file"
                )
            }
            if let first = tally.first(of: .padded) {
                add(
                    tally,
                    "\(tally.count(of: .padded)) of \(tally.texts) texts begin or end with blanks (\(place(first)))",
                    "such a text is another value than the one without; remove them from the file"
                )
            }
        }
    }

    private mutating func add(_ tally: AttributeTally, _ found: String, _ advice: String) {
        guard list.count < Self.maxDoubts else { return }
        list.append(Decision(tally.name, found, advice))
    }

    private func place(_ sighting: AttributeValues.Sighting?) -> String {
        guard let sighting else { return "" }
        let place = places.indices.contains(sighting.record) ? places[sighting.record] : ""
        return place.isEmpty ? "`\(sighting.text)`" : "\(place): `\(sighting.text)`"
    }

    private static func rule(_ tally: AttributeTally, _ conversion: Conversion) -> String {
        "--convert '\(tally.name)=\(conversion.text)'"
    }

    /// Numbers such as `1.234`, of which no text of the attribute tells whether it is more than a thousand.
    private mutating func number(
        _ tally: AttributeTally,
        _ mark: NumberText.DecimalMark,
        _ evidence: DecimalMarkEvidence
    ) {
        let other: NumberText.DecimalMark = mark == .point ? .comma : .point
        guard DecimalMarkEvidence.mark(of: tally) == nil, let first = tally.first(of: .openNumber),
            let taken = NumberText.read(first.text, mark: mark),
            let otherwise = NumberText.read(first.text, mark: other)
        else { return }
        add(
            tally,
            "\(tally.count(of: .openNumber)) of \(tally.presentTexts) numbers can be read in two ways (\(place(first)))",
            "taken as \(JSON.number(taken.number).text), \(evidence.reason); "
                + "if \(JSON.number(otherwise.number).text) is meant, import with \(Self.rule(tally, .number(other)))"
        )
    }

    /// Numbers that are read as such because none ends with a zero, in a file that has a decimal comma: 2.037 for 2037.
    private mutating func thousands(_ tally: AttributeTally, _ evidence: DecimalMarkEvidence) {
        guard evidence.mark == .comma, DecimalMarkEvidence.isOpen(tally) else { return }
        add(
            tally,
            "all \(tally.numbers) numbers have three decimals (\(place(tally.first(of: .openNumber))))",
            "they may be thousands, \(evidence.reason); if they are, import with --text '\(tally.name)' "
                + Self.rule(tally, .number(.comma))
        )
    }

    /// Dates such as `05/01/2024`, of which no text of the attribute tells which number is the month.
    private mutating func date(_ tally: AttributeTally, _ order: DateText.Order) {
        let (days, months) = (tally.count(of: .date(.dayFirst)), tally.count(of: .date(.monthFirst)))
        guard order != .yearFirst, days == months else { return }
        let other: DateText.Order = order == .dayFirst ? .monthFirst : .dayFirst
        add(
            tally,
            "no date tells whether day or month comes first (\(place(tally.first(of: .anyDate))))",
            "taken as \(order == .dayFirst ? "day" : "month") first; otherwise import with \(Self.rule(tally, .date(other)))"
        )
    }

    /// Texts of which many are numbers or dates, and which stay texts.
    private mutating func text(_ tally: AttributeTally) {
        guard !tally.words.isCode, !tally.isList, tally.texts == tally.count else { return }
        let all = tally.presentTexts
        func isMany(_ form: AttributeValues.Form) -> Bool { all > 1 && tally.count(of: form) * 2 > all }
        if isMany(.anyDate) {
            let (days, months) = (tally.count(of: .date(.dayFirst)), tally.count(of: .date(.monthFirst)))
            let orders = tally.isMostly(.anyDate) ? "; \(days) with the day first, \(months) with the month first" : ""
            add(
                tally,
                "\(tally.count(of: .anyDate)) of \(all) texts are dates\(orders) (\(place(tally.first(of: .other) ?? tally.first(of: .anyDate))))",
                "they stay texts, without a range; write all of them in one form"
            )
        } else if isMany(.anyNumber) {
            let points = tally.first(of: .onlyNumber(.point))
            let commas = tally.first(of: .onlyNumber(.comma))
            if let points, let commas {
                add(
                    tally,
                    "\(tally.count(of: .onlyNumber(.point))) of \(all) numbers have a decimal point (\(place(points))), "
                        + "\(tally.count(of: .onlyNumber(.comma))) a decimal comma (\(place(commas)))",
                    "they stay texts, without a range; write all of them in one form"
                )
            } else {
                add(
                    tally,
                    "\(tally.count(of: .anyNumber)) of \(all) texts are numbers, others are not "
                        + "(\(place(tally.first(of: .other) ?? tally.first(of: .unit))))",
                    "they stay texts, without a range; leave out what is not a number"
                )
            }
        } else if isMany(.unit) {
            add(
                tally,
                "\(tally.count(of: .unit)) of \(all) texts are numbers with a unit (\(place(tally.first(of: .unit))))",
                "they stay texts, without a range; for one, write the numbers alone, all of the same unit"
            )
        }
    }
}
