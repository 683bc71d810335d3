// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a sample has of one attribute.
public struct AttributeTally: Sendable {
    /// The most values that are told apart, and the most parts of values.
    static let mostValues = 20_000
    private static let mostParts = 2_000
    private static let mostExamples = 3
    /// How long a text may be that is looked at for what it stands for.
    private static let longestForm = 200
    /// What may part the values of a list, or the levels of a path.
    static let separators = ["|", ";", ",", ">", "/"]

    /// What can be said of a text.
    enum Form: Hashable {
        case missing, truth, link, image
        /// An address without encryption, tags or entities of HTML, blanks at an end, a number with a unit, and what is nothing of this.
        case unencrypted, markup, padded, unit, other
        /// A number whatever its mark is, one that both marks make another number, and one that only this mark makes a number.
        case anyNumber, openNumber
        case onlyNumber(NumberText.DecimalMark)
        /// A date in whatever order.
        case anyDate
        case number(NumberText.DecimalMark)
        case date(DateText.Order)
        case currency(String)
        /// Parts with this separator.
        case parted(String)
    }

    /// What the attribute is called; nested ones are written with dots.
    public let name: String
    /// Whether records have it themselves, and no object in them.
    let isTop: Bool
    /// The words of its name.
    let words: NameWords
    /// How many records have it.
    private(set) var records = 0
    private(set) var texts = 0
    private(set) var numbers = 0
    private(set) var truths = 0
    /// Whether some record has several values.
    private(set) var isList = false
    /// Whether its values stand in lists, of one value too.
    private(set) var isInLists = false
    private(set) var textBytes = 0
    private(set) var lowest = Double.infinity
    private(set) var highest = -Double.infinity
    /// How many decimals the numbers have at the most, up to 3.
    private(set) var decimals = 0
    /// Some of its values, for people.
    private(set) var examples: [String] = []
    private var forms: [Form: Int] = [:]
    private var firsts: [Form: Sighting] = [:]
    private var values: Set<JSON> = []
    private var parts: [String: (count: Int, values: Set<String>)] = [:]
    private var last = -1

    init(_ name: String, isTop: Bool) {
        self.name = name
        self.isTop = isTop
        words = NameWords(name)
    }

    /// How many values there are in all.
    var count: Int { texts + numbers + truths }
    /// How many different values were told apart.
    public var valueCount: Int { values.count }
    /// How many bytes a text has on average.
    var averageBytes: Int { texts == 0 ? 0 : textBytes / texts }
    /// Whether all but one in twenty of the values are numbers.
    var isNumeric: Bool { numbers > 0 && numbers * 20 >= count * 19 }
    /// Whether its numbers are whole, and hardly any value is something else.
    var isInteger: Bool { isNumeric && decimals == 0 }
    /// How many texts are values at all.
    var presentTexts: Int { texts - forms[.missing, default: 0] }
    /// The values, where there are few.
    var fewValues: [JSON] { values.count <= 50 ? Array(values) : [] }

    /// A text, and which record of the sample has it.
    struct Sighting: Sendable, Hashable {
        let text: String
        let record: Int
    }

    /// The first text of a form.
    func first(of form: Form) -> Sighting? { firsts[form] }

    /// How many texts have a form.
    func count(of form: Form) -> Int { forms[form, default: 0] }

    /// Whether all but one in twenty of the texts that are values have a form.
    func isMostly(_ form: Form) -> Bool { presentTexts > 0 && count(of: form) * 20 >= presentTexts * 19 }

    /// The currency that most of the amounts name.
    var currency: String? {
        forms.compactMap { form, count -> (String, Int)? in
            guard case .currency(let code) = form, count * 2 > presentTexts else { return nil }
            return (code, count)
        }
        .max { $0.1 < $1.1 }?.0
    }

    /// How many parts the texts have with a separator, and how many different ones; where there are many, not all are counted.
    func parts(_ separator: String) -> (count: Int, distinct: Int) {
        parts[separator].map { ($0.count, $0.values.count) } ?? (0, 0)
    }

    /// Takes a value of a record.
    mutating func add(_ value: JSON, of record: Int, isInList: Bool = false) {
        isInLists = isInLists || isInList
        switch value {
        case .string(let text):
            texts += 1
            textBytes += text.utf8.count
            look(at: text, of: record)
        case .int, .double:
            guard let number = value.double else { return }
            numbers += 1
            (lowest, highest) = (min(lowest, number), max(highest, number))
            while decimals < 3, !Self.isWhole(number, decimals: decimals) { decimals += 1 }
            if !Self.isWhole(number, decimals: 2), Self.isWhole(number, decimals: 3), (1..<1_000).contains(abs(number))
            {
                note(.openNumber, number.description, record)
            }
        case .bool: truths += 1
        default: return
        }
        if last == record { isList = true } else { records += 1 }
        last = record
        guard values.count < Self.mostValues, values.insert(value).inserted else { return }
        if examples.count < Self.mostExamples {
            let text = value.string ?? value.text
            if !text.isEmpty { examples.append(text.count > 30 ? "\(text.prefix(29))…" : text) }
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

    private mutating func look(at text: String, of record: Int) {
        func note(_ form: Form) { self.note(form, text, record) }
        let markup = MarkupText.separators(in: text)
        if !markup.isEmpty { note(.markup) }
        if text.first?.isWhitespace ?? false || text.last?.isWhitespace ?? false { note(.padded) }
        guard text.utf8.count <= Self.longestForm else { return note(.other) }
        if WordText.isMissing(text) { return note(.missing) }
        if WordText.truth(text) != nil { note(.truth) }
        if LinkText.isLink(text) {
            note(.link)
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
            if let currency, count(of: .currency(currency)) < count(of: .number(mark)) { note(.currency(currency)) }
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
