// SPDX-License-Identifier: MIT

import Wire

/// How a filter is written in a link: `Acme`, `'10'`, `10`, `true`, `10..50`, `10..`, `<5`, `!Acme`, `Acme<score=5>`,
/// `(last_7_days)`, `(near_48.1_11.5_5000)`.
enum PermalinkValue {
    /// The characters that no text begins with unless it is in quotes.
    private static let leading = Set("'<>=!-,(".utf8)

    /// What is written for a filter; its attribute is said elsewhere.
    static func text(of filter: Filter) -> String {
        (filter.isNegated ? "!" : "") + condition(of: filter)
            + (filter.score.map { "<score=\($0)>" } ?? "")
    }

    /// What is written for the levels of a hierarchy.
    static func text(ofLevels levels: [String]) -> String {
        levels.map { needsQuotes($0) ? PermalinkQuotes.quoted($0) : $0 }.joined(separator: "~")
    }

    /// The levels of a list such as `lvl0~lvl1`.
    static func levels(_ list: String) throws -> [String] {
        try elements(list).map { element in
            let filter = try filter(element, attribute: "levels")
            guard let value = filter.facetValue, !filter.isNegated, filter.score == nil else {
                throw JSONError("the levels of a hierarchy are names of attributes")
            }
            return value.label
        }
    }

    private static func condition(of filter: Filter) -> String {
        let bounds = filter.bounds.map { text(of: $0.json) }
        let bound = bounds.first ?? ""
        return switch filter.condition {
        case .facet(.text(let text)): needsQuotes(text) ? PermalinkQuotes.quoted(text) : text
        case .facet(let value): text(of: value.json)
        case .geo(let shape): "(" + shape.linkText.replacing(" ", with: "_") + ")"
        case .date(let period): "(" + period.text.replacing(" ", with: "_") + ")"
        case .range: bounds.joined(separator: "..")
        case .comparison(.greaterOrEqual, _): bound + ".."
        case .comparison(.lessOrEqual, _): ".." + bound
        // After an exclamation mark, one equals sign would read as `!=`.
        case .comparison(.equal, _): (filter.isNegated ? "==" : "=") + bound
        case .comparison(let comparison, _): comparison.rawValue + bound
        }
    }

    /// A number or a boolean; the plus sign of an exponent, which would read as a space, can be left out.
    private static func text(of value: JSON) -> String {
        String(decoding: value.bytes.filter { $0 != UInt8(ascii: "+") }, as: UTF8.self)
    }

    private static func needsQuotes(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, !leading.contains(first), !bytes.contains(UInt8(ascii: "~")) else { return true }
        return range(bytes[...]) != nil || literal(bytes[...]) != nil || bytes.last == UInt8(ascii: ">")
    }

    /// The elements of a list such as `Acme~Globex`; an empty list holds none.
    static func elements(_ list: String) -> [ArraySlice<UInt8>] {
        list.isEmpty ? [] : PermalinkQuotes.split(Array(list.utf8), at: UInt8(ascii: "~"))
    }

    /// The filter that an element of a list stands for.
    static func filter(_ element: ArraySlice<UInt8>, attribute: String) throws -> Filter {
        let isNegated = isNegated(element)
        let (value, score) = try scored(isNegated ? element.dropFirst() : element)
        let filter = try Self.filter(value, attribute, isNegated: isNegated, score: score)
        guard filter.shape == nil || attribute == Filter.geoAttribute else {
            throw JSONError("places are kept in `\(Filter.geoAttribute)`")
        }
        guard filter.score == score else { throw JSONError("only a facet filter has a score") }
        return filter
    }

    /// Parts a value from the score that follows it: `Acme<score=5>`.
    private static func scored(_ element: ArraySlice<UInt8>) throws -> (value: ArraySlice<UInt8>, score: Int?) {
        let name = Array("<score=".utf8)
        guard element.last == UInt8(ascii: ">"), element.first != UInt8(ascii: "<"),
            let start = element.lastIndex(of: UInt8(ascii: "<")), element[start...].starts(with: name)
        else { return (element, nil) }
        let digits = String(decoding: element[(start + name.count)...].dropLast(), as: UTF8.self)
        guard let score = Int(digits), Filter.scores.contains(score) else {
            throw JSONError("a score is a whole number from 0 to \(Filter.scores.upperBound)")
        }
        return (element[..<start], score)
    }

    /// Whether an exclamation mark is for the whole, and not the first half of `!=`.
    private static func isNegated(_ element: ArraySlice<UInt8>) -> Bool {
        guard element.first == UInt8(ascii: "!") else { return false }
        let rest = element.dropFirst()
        return !rest.starts(with: "=".utf8) || rest.starts(with: "==".utf8)
    }

    private static func filter(
        _ element: ArraySlice<UInt8>,
        _ attribute: String,
        isNegated: Bool,
        score: Int?
    ) throws -> Filter {
        func with(_ condition: Filter.Condition) -> Filter {
            Filter(attribute: attribute, condition: condition, isNegated: isNegated, score: score)
        }
        guard let first = element.first else { throw JSONError("an empty text needs quotes: ''") }
        if first == UInt8(ascii: "("), element.last == UInt8(ascii: ")") { return with(try words(element)) }
        if first == PermalinkQuotes.quote {
            return with(.facet(.text(try PermalinkQuotes.unquoted(element))))
        }
        for (sign, comparison) in signs where element.starts(with: sign.utf8) {
            guard let bound = number(element.dropFirst(sign.utf8.count)),
                let filter = Filter.comparison(attribute, comparison, exactly: bound, isNegated: isNegated)
            else {
                throw JSONError("`\(sign)` is not followed by a number; a text that begins so needs quotes")
            }
            return filter
        }
        if let range = range(element, attribute, isNegated: isNegated) {
            guard let filter = range else {
                throw JSONError("`..` is not between two numbers in order; a text with it needs quotes")
            }
            return filter
        }
        if let value = literal(element) { return with(.facet(value)) }
        guard !leading.contains(first) else {
            let sign = String(decoding: [first], as: UTF8.self)
            throw JSONError("a text that begins with `\(sign)` needs quotes")
        }
        return with(.facet(.text(String(decoding: element, as: UTF8.self))))
    }

    /// The place or the relative time in parentheses, with underscores for spaces.
    private static func words(_ element: ArraySlice<UInt8>) throws -> Filter.Condition {
        let words = String(decoding: element.dropFirst().dropLast(), as: UTF8.self).replacing("_", with: " ")
        if let shape = try GeoShape(linkText: words) { return .geo(shape) }
        return .date(try DatePeriod(text: words))
    }

    /// The signs of comparisons, the longer ones first.
    private static let signs: [(String, Filter.Operator)] = [
        ("<=", .lessOrEqual), (">=", .greaterOrEqual), ("!=", .notEqual), ("==", .equal),
        ("<", .less), (">", .greater), ("=", .equal),
    ]

    /// The range, or the comparison, that two dots stand for; `nil` without two dots, and `nil` inside where they make
    /// none.
    private static func range(
        _ element: ArraySlice<UInt8>,
        _ attribute: String = "",
        isNegated: Bool = false
    ) -> Filter?? {
        let dot = UInt8(ascii: ".")
        guard let place = element.indices.dropLast().first(where: { element[$0] == dot && element[$0 + 1] == dot })
        else { return nil }
        let (low, high) = (element[..<place], element[(place + 2)...])
        switch (number(low), number(high)) {
        case (let low?, let high?): return .some(.range(attribute, from: low, to: high, isNegated: isNegated))
        case (let low?, nil) where high.isEmpty:
            return .some(.comparison(attribute, .greaterOrEqual, exactly: low, isNegated: isNegated))
        case (nil, let high?) where low.isEmpty:
            return .some(.comparison(attribute, .lessOrEqual, exactly: high, isNegated: isNegated))
        default: return .some(nil)
        }
    }

    private static func number(_ text: ArraySlice<UInt8>) -> FacetValue? {
        literal(text).flatMap { $0.double == nil ? nil : $0 }
    }

    /// The number or boolean that a text stands for.
    private static func literal(_ text: ArraySlice<UInt8>) -> FacetValue? {
        guard let first = text.first else { return nil }
        switch first {
        case UInt8(ascii: "t"): return text.elementsEqual("true".utf8) ? true : nil
        case UInt8(ascii: "f"): return text.elementsEqual("false".utf8) ? false : nil
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            // Spaces around it would make it a text.
            guard text.last.map({ $0 > 0x20 }) == true else { return nil }
            return (try? JSON(parsing: text)).flatMap(FacetValue.init(scalar:))
        default: return nil
        }
    }
}
