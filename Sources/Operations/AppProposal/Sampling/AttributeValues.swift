// SPDX-License-Identifier: MIT

import SearchIndex
import Wire

/// What the values of an attribute stand for, which a survey for settings does not tell.
struct AttributeValues: Sendable {
    /// The most parts of texts, and the most values for people, that are distinguished.
    private static let mostParts = 2_000
    private static let mostFew = 50
    private static let mostExamples = 3
    /// How long a text may be that is looked at for what it stands for.
    private static let longestForm = 200
    /// What may part the values of a list, or the levels of a path.
    static let separators = ["|", ";", ",", ">", "/"]

    enum Form: Hashable {
        case missing, truth, image
        /// An address without encryption, tags or entities of HTML, blanks at an end, a number with a unit, and what is nothing of this.
        case unencrypted, markup, padded, unit, other
        /// A number whatever its mark is, one that both marks make another number, and one that only this mark makes a number.
        case anyNumber, openNumber
        case onlyNumber(NumberText.DecimalMark)
        case anyDate
        case number(NumberText.DecimalMark)
        case date(DateText.Order)
        case currency(String)
        /// Parts with this separator.
        case parted(String)
    }

    /// A text, and which record of the sample has it.
    struct Sighting: Sendable, Hashable {
        let text: String
        let record: Int
    }

    /// Whether its values are in lists, also of one value.
    private(set) var isInLists = false
    private(set) var lowest = Double.infinity
    private(set) var highest = -Double.infinity
    /// The maximum number of decimals, up to 3.
    private(set) var decimals = 0
    /// Some of its values, for people.
    private(set) var examples: [String] = []
    /// The first of the different values.
    private(set) var firstValues: Set<JSON> = []
    private(set) var forms: [Form: Int] = [:]
    private(set) var firsts: [Form: Sighting] = [:]
    private(set) var parts: [String: (count: Int, values: Set<String>)] = [:]

    mutating func add(_ scalar: RecordScalar, of record: Int, isInList: Bool) {
        isInLists = isInLists || isInList
        let value: JSON
        switch scalar {
        case .text(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            look(at: text, isLink: AttributeSurvey.Observation.isLink(bytes), of: record)
            value = .string(text)
        case .integer(let number):
            look(at: Double(number), of: record)
            value = .int(number)
        case .number(let number):
            look(at: number, of: record)
            value = .double(number)
        case .bool(let truth): value = .bool(truth)
        case .place: return
        }
        guard firstValues.count <= Self.mostFew, firstValues.insert(value).inserted else { return }
        if examples.count < Self.mostExamples {
            let text = value.string ?? value.text
            if !text.isEmpty { examples.append(text.count > 30 ? "\(text.prefix(29))…" : text) }
        }
    }

    private mutating func look(at number: Double, of record: Int) {
        (lowest, highest) = (min(lowest, number), max(highest, number))
        while decimals < 3, !Self.isWhole(number, decimals: decimals) { decimals += 1 }
        if !Self.isWhole(number, decimals: 2), Self.isWhole(number, decimals: 3), (1..<1_000).contains(abs(number)) {
            note(.openNumber, number.description, record)
        }
    }

    private static func isWhole(_ number: Double, decimals: Int) -> Bool {
        let scaled = number * [1, 10, 100, 1_000][decimals]
        return abs(scaled - scaled.rounded()) < 1e-6 * max(1, abs(scaled))
    }

    private mutating func note(_ form: Form, _ text: String, _ record: Int) {
        forms[form, default: 0] += 1
        if firsts[form] == nil { firsts[form] = Sighting(text: String(text.prefix(40)), record: record) }
    }

    private mutating func look(at text: String, isLink: Bool, of record: Int) {
        func note(_ form: Form) { self.note(form, text, record) }
        let markup = MarkupText.separators(in: text)
        if !markup.isEmpty { note(.markup) }
        if text.first?.isWhitespace ?? false || text.last?.isWhitespace ?? false { note(.padded) }
        guard text.utf8.count <= Self.longestForm else { return note(.other) }
        if WordText.isMissing(text) { return note(.missing) }
        if WordText.truth(text) != nil { note(.truth) }
        if isLink {
            if LinkText.isImage(text) { note(.image) }
            if LinkText.isUnencrypted(text) { note(.unencrypted) }
            return
        }
        let numbers = NumberText.DecimalMark.allCases.compactMap { mark in
            NumberText.read(text, mark: mark).map { (mark: mark, number: $0.number, currency: $0.currency) }
        }
        if let first = numbers.first {
            note(.anyNumber)
            if numbers.count == 1 { note(.onlyNumber(first.mark)) }
            if numbers.contains(where: { $0.number != first.number }) { note(.openNumber) }
        }
        for (mark, _, currency) in numbers {
            note(.number(mark))
            if let currency, forms[.currency(currency), default: 0] < forms[.number(mark), default: 0] {
                note(.currency(currency))
            }
        }
        let orders = DateText.Order.allCases.filter { DateText.seconds(in: text, order: $0) != nil }
        orders.forEach { note(.date($0)) }
        if !orders.isEmpty { note(.anyDate) }
        if numbers.isEmpty, orders.isEmpty { note(NumberText.hasUnit(text) ? .unit : .other) }
        for separator in Self.separators
        where text.utf8.contains(separator.utf8.first ?? 0) && !markup.contains(separator) {
            note(.parted(separator))
            for part in RecordConversion.parts(of: text, separator) {
                parts[separator, default: (0, [])].count += 1
                if (parts[separator]?.values.count ?? 0) < Self.mostParts {
                    parts[separator]?.values.insert(part)
                }
            }
        }
    }
}
