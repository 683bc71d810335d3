// SPDX-License-Identifier: MIT

import Wire

/// A value that records are counted and filtered by: a text, a number or a boolean.
///
/// Numbers are one value however they are written: `4` and `4.0` are equal, and so is a whole number to a `Double` that is
/// exactly as large.
public enum FacetValue: Sendable {
    case text(String)
    case integer(Int64)
    /// Any other number; records have finite ones only.
    case number(Double)
    case bool(Bool)

    /// The value of a number in its one form: a whole number is an integer.
    public init(_ number: Double) {
        self = Int64(exactly: number).map(FacetValue.integer) ?? .number(number)
    }

    /// The value of a member of a record; `nil` for what cannot be counted: null, lists and objects.
    public init?(scalar json: JSON) {
        switch json.read {
        case .string(let text): self = .text(text)
        case .int(let number): self = .integer(number)
        case .double(let number): self = .number(number)
        case .bool(let truth): self = .bool(truth)
        default: return nil
        }
    }

    public var string: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The number, in either form, or `nil` for other values.
    public var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .text, .bool: nil
        }
    }

    /// The boolean, or `nil` for every other kind.
    public var bool: Bool? {
        guard case .bool(let truth) = self else { return nil }
        return truth
    }

    /// The value as people read it: a text without quotes, a number without a needless fraction.
    public var label: String {
        switch self {
        case .text(let text): text
        case .integer, .number, .bool: json.text
        }
    }
}

extension FacetValue {
    /// The value as people see it in a list: one without a visible character is shown as `(empty)`.
    public var shown: String { label.shownValue }
}

extension String {
    /// The text, or `(empty)` where none of its characters can be seen.
    public var shownValue: String { unicodeScalars.contains(where: \.isVisible) ? self : "(empty)" }
}

extension Unicode.Scalar {
    /// Whether the character leaves a mark: no space, no control, nothing that is ignored where it is not supported.
    fileprivate var isVisible: Bool {
        // Nearly all labels begin so, and the tables of Unicode take time.
        if (0x21...0x7E).contains(value) { return true }
        // The blank pattern of Braille is a symbol.
        guard self != "\u{2800}", !properties.isDefaultIgnorableCodePoint else { return false }
        switch properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: return false
        default: return true
        }
    }
}

extension FacetValue: Hashable {
    public static func == (left: FacetValue, right: FacetValue) -> Bool {
        switch (left, right) {
        case (.text(let left), .text(let right)): left == right
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.integer(let whole), .number(let number)), (.number(let number), .integer(let whole)):
            Int64(exactly: number) == whole
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .text(let text): hasher.combine(text)
        case .integer(let number): hasher.combine(number)
        case .number(let number):
            if let whole = Int64(exactly: number) { hasher.combine(whole) } else { hasher.combine(number) }
        case .bool(let truth): hasher.combine(truth)
        }
    }
}

extension FacetValue: JSONConvertible {
    /// Reads a value.
    ///
    /// - Throws: `JSONError` for null, a list or an object.
    public init(json: JSON) throws {
        guard let value = FacetValue(scalar: json) else {
            throw JSONError("a facet value is not \(json.kindInWords) but a text, a number or a boolean")
        }
        self = value
    }

    public var json: JSON {
        switch self {
        case .text(let text): .string(text)
        case .integer(let number): .int(number)
        case .number(let number): .number(number)
        case .bool(let truth): .bool(truth)
        }
    }
}

extension FacetValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self.init(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON {
    fileprivate var kindInWords: String {
        switch read {
        case .null: "null"
        case .array: "a list"
        case .object: "an object"
        default: "this"
        }
    }

    /// A facet value that must be there.
    ///
    /// - Throws: `JSONError` that names the member, where it is missing or no such value.
    public func requiredFacetValue(_ key: String) throws -> FacetValue {
        guard let value = self[key] else { throw JSONError("`\(key)` is missing") }
        do { return try FacetValue(json: value) } catch let error as JSONError {
            throw JSONError("`\(key)`: \(error.message)")
        }
    }

    /// A list of facet values, empty where it is missing.
    ///
    /// - Throws: `JSONError` that names the member, where it holds something else.
    public func facetValues(_ key: String) throws -> [FacetValue] {
        do { return try list(key).map(FacetValue.init(json:)) } catch let error as JSONError {
            throw JSONError("`\(key)`: \(error.message)")
        }
    }
}

extension FacetValue {
    /// A number as an engine prints it; `nil` for anything that would be printed otherwise, so that the engine knows it again
    /// when it is asked for.
    public init?(printedNumber text: String) {
        guard let number = (try? JSON(parsing: text)).flatMap(FacetValue.init(scalar:)), number.double != nil,
            number.label == text
        else { return nil }
        self = number
    }
}

/// What a facet value is sorted by where names are: numbers first and as numbers, then texts, capitals like small letters.
///
/// The code that truncates a list and the code that shows it must agree on this.
public struct FacetName: Sendable, Hashable, Comparable {
    private let number: Double
    private let folded: String
    private let exact: String

    public init(_ value: FacetValue) {
        number = value.double ?? .infinity
        exact = value.label
        folded = exact.lowercased()
    }

    public static func < (left: FacetName, right: FacetName) -> Bool {
        if left.number != right.number { return left.number < right.number }
        if left.folded != right.folded { return left.folded < right.folded }
        return left.exact < right.exact
    }
}
