// SPDX-License-Identifier: MIT

/// A JSON value that keeps the order of an object's members.
///
/// Numbers have one form each: a number without a fraction that a `Double` holds exactly is `.int`, every other one is
/// `.double`. So `40` and `40.0` are the same value, which is what facet values need.
public enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)
    /// A value that is still text, as it is read where that was asked for (`init(parsing:limits:emptying:leaving:)`). It equals
    /// the value that it is the text of; the properties below read it each time.
    case text(JSONText)

    /// The largest magnitude at which every integer has an exact `Double`.
    static let exactIntegerLimit = 9_007_199_254_740_992.0

    /// Makes the canonical value of a number; a number that is not finite becomes `null`, which JSON has no word for.
    public static func number(_ value: Double) -> JSON {
        guard value.isFinite else { return .null }
        if value.rounded(.towardZero) == value, abs(value) <= exactIntegerLimit {
            return .int(Int64(value))
        }
        return .double(value)
    }

    /// The member of an object, or `nil` if this is not an object or has no such member.
    public subscript(key: String) -> JSON? {
        object?[key]
    }

    /// The string, or `nil` for every other kind.
    public var string: String? {
        guard case .string(let value) = read else { return nil }
        return value
    }

    /// The integer, or `nil` for every other kind and for numbers that do not fit.
    public var int: Int? {
        guard case .int(let value) = read else { return nil }
        return Int(exactly: value)
    }

    /// The number, in any form, or `nil` if this is not a number.
    public var double: Double? {
        switch read {
        case .int(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// The boolean, or `nil` for every other kind.
    public var bool: Bool? {
        guard case .bool(let value) = read else { return nil }
        return value
    }

    /// The elements, or `nil` if this is not an array.
    public var array: [JSON]? {
        guard case .array(let values) = read else { return nil }
        return values
    }

    /// The members, or `nil` if this is not an object.
    public var object: JSONObject? {
        guard case .object(let object) = read else { return nil }
        return object
    }

    /// The value itself, of one that is still text.
    public var read: JSON {
        guard case .text(let text) = self else { return self }
        return text.value
    }

    public var isNull: Bool { self == .null }
}

extension JSON {
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.text(let left), .text(let right)): left == right
        case (.text(let text), let value), (let value, .text(let text)): text.value == value
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .int(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .array(let values): hasher.combine(values)
        case .object(let object): hasher.combine(object)
        case .text(let text): hasher.combine(text)
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .int(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }
}

extension JSON {
    /// A value for a string that may be missing: `nil` becomes `null`.
    public init(_ value: String?) { self = value.map(JSON.string) ?? .null }

    /// A value for an integer that may be missing: `nil` becomes `null`.
    public init(_ value: Int?) { self = value.map { .int(Int64($0)) } ?? .null }

    public init(_ values: [String]) { self = .array(values.map(JSON.string)) }
}

extension JSON {
    /// Reads the members of an object up to one that is written last, and says where that one's value begins.
    ///
    /// The value itself is not looked at, so a large payload costs nothing until it is read.
    ///
    /// - Throws: `JSONError` if the bytes are not an object, or the member is not in it.
    public static func membersBefore(_ last: String, in bytes: [UInt8]) throws -> (members: JSONObject, start: Int) {
        try bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(bytes: buffer, limits: JSONLimits())
            return try parser.membersBefore(last)
        }
    }

    /// The same of a part of some bytes; where the value begins is a place in that part.
    public static func membersBefore(
        _ last: String,
        in bytes: ArraySlice<UInt8>
    ) throws -> (members: JSONObject, start: Int) {
        let (members, start) = try bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(bytes: buffer, limits: JSONLimits())
            return try parser.membersBefore(last)
        }
        return (members, bytes.startIndex + start)
    }
}

extension JSONParser {
    mutating func membersBefore(_ last: String) throws -> (members: JSONObject, start: Int) {
        skipSpace()
        guard peek() == UInt8(ascii: "{") else { throw failure("an object should be here") }
        let brace = UInt8(ascii: "}")
        var members: [JSONObject.Member] = []
        var hasMember = try enter(closing: brace)
        while hasMember {
            let name = try name()
            guard name != last else {
                guard bytes.last == brace, position < bytes.count - 1 else { throw failure("`\(last)` is not last") }
                return (JSONObject(read: members), position)
            }
            members.append(JSONObject.Member(key: name, value: try value()))
            hasMember = try next(closing: brace)
        }
        throw failure("`\(last)` is missing")
    }
}
