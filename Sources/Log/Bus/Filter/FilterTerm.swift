// SPDX-License-Identifier: MIT

import Wire

/// A term of a filter.
struct FilterTerm: Sendable, Hashable, CustomStringConvertible {
    /// What a term can name.
    enum Field: String, Sendable, CaseIterable {
        /// The parts of the topic.
        case kind, component, session
        /// The type without its first two parts, the process that the event came from, and its ID.
        case type, process, id
        /// The intent whose chain the event belongs to.
        case correlation
        /// The search text in the data.
        case query
        /// When the event was stored.
        case since, until
    }

    /// Texts of which a field is one, or with an asterisk at the end begins with one.
    struct Pattern: Sendable, Hashable {
        var texts: [String]
        /// Whether it was in quotation marks, in which a comma or an asterisk stands for itself.
        var isQuoted: Bool
    }

    enum Test: Sendable, Hashable {
        case field(Field, Pattern)
        /// The search text in the data contains it.
        case query(BytePattern)
        /// At this moment or later.
        case since(Timestamp)
        /// Before this moment.
        case until(Timestamp)
        /// More bytes, or fewer.
        case size(isAbove: Bool, Double)
        /// More microseconds since the event's cause, or fewer.
        case span(isAbove: Bool, Double)
        case text(BytePattern)
    }

    let isNot: Bool
    let test: Test

    init(isNot: Bool, _ test: Test) { (self.isNot, self.test) = (isNot, test) }

    /// Reads a word.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument`.
    init(_ word: FilterWords.Word, now: Timestamp) throws {
        isNot = word.isNot
        guard let name = word.name else {
            test =
                word.isQuoted
                ? .text(BytePattern(word.value)) : Self.limit(word.value) ?? .text(BytePattern(word.value))
            return
        }
        guard let field = Field(rawValue: name) else {
            throw SearchBusError(
                .invalidArgument,
                "The filter has an unknown field `\(name.prefix(40))`.",
                remedy:
                    "The fields are \(Field.allCases.map(\.rawValue).joined(separator: ", ")). Put a text with a colon in quotation marks."
            )
        }
        switch field {
        case .since: test = .since(try Self.moment(word.value, field, now: now))
        case .until: test = .until(try Self.moment(word.value, field, now: now))
        case .query: test = .query(BytePattern(word.value))
        case .id, .correlation: test = .field(field, Pattern(word, word.value))
        case .kind, .component, .session, .type, .process: test = .field(field, Pattern(word, word.value.lowercased()))
        }
    }

    /// The units of sizes in bytes.
    private static let sizes: [String: Double] = ["b": 1, "kb": 1024, "mb": 1024 * 1024]
    /// The units of times in microseconds.
    private static let times: [String: Double] = [
        "us": 1, "ms": 1_000, "s": 1_000_000, "m": 60_000_000, "h": 3_600_000_000, "d": 86_400_000_000,
    ]
    /// The units of the time since a cause.
    private static let spans: Set<String> = ["us", "ms", "s"]

    /// Reads a comparison such as `>5ms`.
    private static func limit(_ word: String) -> Test? {
        guard let sign = word.first, sign == ">" || sign == "<", let (amount, unit) = quantity(word.dropFirst()) else {
            return nil
        }
        if let factor = sizes[unit] { return .size(isAbove: sign == ">", amount * factor) }
        return spans.contains(unit) ? times[unit].map { .span(isAbove: sign == ">", amount * $0) } : nil
    }

    /// A number without a sign, and its unit in lower case.
    private static func quantity(_ text: Substring) -> (Double, String)? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(digits.count)
        guard digits.first != ".", digits.last != ".", let amount = Double(digits), !unit.isEmpty else { return nil }
        return (amount, unit.lowercased())
    }

    private static func moment(_ text: String, _ field: Field, now: Timestamp) throws -> Timestamp {
        if let moment = Timestamp(parsing: text) { return moment }
        if let (amount, unit) = quantity(text[...]), let factor = times[unit], !["us", "ms"].contains(unit) {
            return Timestamp(microseconds: now.microseconds - Int64(min(amount * factor, 1e15)))
        }
        throw SearchBusError(
            .invalidArgument,
            "`\(field.rawValue):\(text.prefix(40))` in the filter is not a time.",
            remedy: "Write a time such as 2026-01-31T09:30:00Z, or how long ago: 30s, 10m, 2h, 1d."
        )
    }

    /// A term that costs less to evaluate has a lower number.
    var cost: Int {
        switch test {
        case .field(.kind, _), .field(.component, _), .field(.session, _), .since, .until, .size: 0
        case .query: 3
        case .field: 1
        case .text: 2
        case .span: 4
        }
    }

    var description: String { (isNot ? "-" : "") + words }

    private var words: String {
        switch test {
        case .field(let field, let pattern):
            "\(field.rawValue):\(pattern.isQuoted ? Self.quoted(pattern.texts[0]) : pattern.texts.joined(separator: ","))"
        case .query(let text): "query:\(Self.quoted(text.text))"
        case .since(let moment): "since:\(moment)"
        case .until(let moment): "until:\(moment)"
        case .size(let isAbove, let bytes): "\(isAbove ? ">" : "<")\(Self.amount(bytes))b"
        case .span(let isAbove, let time): "\(isAbove ? ">" : "<")\(Self.amount(time))us"
        case .text(let pattern): Self.quoted(pattern.text)
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined())\""
    }

    /// A number in the form that `quantity` reads: digits, not an exponent.
    private static func amount(_ number: Double) -> String { String(Int64(min(number.rounded(), 1e12))) }
}

extension FilterTerm.Pattern {
    init(_ word: FilterWords.Word, _ value: String) {
        let texts =
            word.isQuoted ? [value] : value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        self.init(texts: texts, isQuoted: word.isQuoted)
    }
}
