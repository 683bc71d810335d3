// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// A value in a view.
public protocol ViewValue: Sendable {
    /// Reads the value of a member.
    ///
    /// - Throws: `JSONError` with the member's name if the value has another type.
    static func read(_ json: JSON, named name: String) throws -> Self
}

/// An object in a view.
public protocol ViewObject: ViewValue {
    /// Reads the members; unknown ones are ignored.
    ///
    /// - Throws: `JSONError` for a member that is missing or has another type.
    init(json: JSON) throws
}

extension ViewObject {
    public static func read(_ json: JSON, named name: String) throws -> Self {
        try Self(json: json.checked(.object, named: name))
    }
}

extension ViewValue {
    static func checked(_ value: Self?, _ kind: String, _ name: String) throws -> Self {
        guard let value else { throw JSONError("`\(name)` is not \(kind)") }
        return value
    }
}

extension String: ViewValue {
    public static func read(_ json: JSON, named name: String) throws -> String {
        try checked(json.string, "a text", name)
    }
}

extension Bool: ViewValue {
    public static func read(_ json: JSON, named name: String) throws -> Bool {
        try checked(json.bool, "true or false", name)
    }
}

extension Int: ViewValue {
    public static func read(_ json: JSON, named name: String) throws -> Int {
        try checked(json.int, "an integer", name)
    }
}

extension Double: ViewValue {
    public static func read(_ json: JSON, named name: String) throws -> Double {
        try checked(json.double, "a number", name)
    }
}

extension Array: ViewValue where Element: ViewValue {
    public static func read(_ json: JSON, named name: String) throws -> [Element] {
        guard let elements = json.array else { throw JSONError("`\(name)` is not a list") }
        return try elements.map { try Element.read($0, named: name) }
    }
}

extension Dictionary: ViewValue where Key == String, Value == JSON {
    public static func read(_ json: JSON, named name: String) throws -> [String: JSON] {
        let members = try json.checked(.object, named: name).object?.members ?? []
        return Dictionary(members.map { ($0.key, $0.value) }) { $1 }
    }
}

extension RawRepresentable where Self: ViewValue, RawValue == String {
    public static func read(_ json: JSON, named name: String) throws -> Self {
        let word = try String.read(json, named: name)
        guard let value = Self(rawValue: word) else { throw JSONError("`\(name)` is an unknown word: \(word)") }
        return value
    }
}

extension ClosedRange: ViewValue where Bound == Double {
    public static func read(_ json: JSON, named name: String) throws -> ClosedRange<Double> {
        let ends = try RangeSelection.read(json, named: name)
        guard let low = ends.low, let high = ends.high else { throw JSONError("`\(name)` has an open end") }
        return low...high
    }
}

extension SearchBusError: ViewObject {}

extension JSON {
    /// A value that is passed on as JSON.
    public enum Kind: Sendable {
        case any
        case object
        /// A facet value: a text, a number or a Boolean.
        case value
    }

    /// Reads a required member.
    public func member<Value: ViewValue>(_ key: String) throws -> Value { try Value.read(required(key), named: key) }

    /// Reads a required member that may be null.
    public func nullableMember<Value: ViewValue>(_ key: String) throws -> Value? {
        guard let value = self[key] else { throw JSONError("`\(key)` is missing") }
        return value.isNull ? nil : try Value.read(value, named: key)
    }

    /// Reads a member that may be missing.
    public func optionalMember<Value: ViewValue>(_ key: String) throws -> Value? {
        guard let value = self[key], !value.isNull else { return nil }
        return try Value.read(value, named: key)
    }

    /// A required member, as JSON.
    public func member(_ key: String, as kind: Kind) throws -> JSON { try required(key).checked(kind, named: key) }

    /// A required member that may be null, as JSON.
    public func nullableMember(_ key: String, as kind: Kind) throws -> JSON? {
        guard let value = self[key] else { throw JSONError("`\(key)` is missing") }
        return value.isNull ? nil : try value.checked(kind, named: key)
    }

    /// A member that may be missing, as JSON.
    public func optionalMember(_ key: String, as kind: Kind) throws -> JSON? {
        guard let value = self[key], !value.isNull else { return nil }
        return try value.checked(kind, named: key)
    }

    /// Reads a required object as a type of the program, or `AnyRecord`.
    public func record<Record: Decodable & Sendable>(_ key: String) throws -> Record {
        try member(key, as: .object).decoded(naming: "`\(key)`")
    }

    /// Reads an object that may be missing as a type of the program, or `AnyRecord`.
    public func optionalRecord<Record: Decodable & Sendable>(_ key: String) throws -> Record? {
        try optionalMember(key, as: .object)?.decoded(naming: "`\(key)`")
    }

    func checked(_ kind: Kind, named name: String) throws -> JSON {
        switch kind {
        case .object where object == nil: throw JSONError("`\(name)` is not an object")
        case .value where string == nil && double == nil && bool == nil:
            throw JSONError("`\(name)` is not a text, a number or a Boolean")
        default: return self
        }
    }

    /// A record's value of an attribute, which may be nested with dots in its name.
    func attribute(_ name: String) -> JSON? {
        let parts = name.split(separator: ".")
        return self[name] ?? (parts.count > 1 ? parts.reduce(self) { $0?[String($1)] } : nil)
    }

    /// The value as a type of the program, or `AnyRecord`.
    ///
    /// - Throws: `JSONError` with the name of the invalid member.
    func decoded<Record: Decodable>(as type: Record.Type = Record.self, naming name: String) throws -> Record {
        if let record = AnyRecord(self) as? Record { return record }
        do {
            return try JSONDecoder().decode(Record.self, from: Data(bytes))
        } catch {
            throw JSONError("\(name) does not fit: \(error)")
        }
    }
}
