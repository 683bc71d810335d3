// SPDX-License-Identifier: MIT

/// Goes through a JSON text from value to value, and makes values only of what is asked for.
///
/// It is before a value; its user reads the value by one of its methods, exactly once. Borrowed bytes:
/// use it inside `withUnsafeBufferPointer` only.
public struct JSONCursor {
    private var parser: JSONParser

    /// What a value is.
    public enum Kind: Sendable {
        case object, array, string
        /// A number, a boolean, null, or nothing.
        case other
    }

    /// Stands before the value of a text.
    public init(_ bytes: UnsafeBufferPointer<UInt8>) {
        parser = JSONParser(bytes: bytes, limits: JSONLimits(depth: 512, values: .max))
        parser.skipSpace()
    }

    public var kind: Kind {
        switch parser.peek() {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        default: .other
        }
    }

    /// Takes an object, showing each member with its name.
    ///
    /// - Throws: `JSONError` for text that is not JSON; what the closure throws.
    public mutating func forEachMember(_ visit: (inout JSONCursor, String) throws -> Void) throws {
        try forEach(closing: UInt8(ascii: "}")) { cursor in
            let name = try cursor.parser.name()
            try visit(&cursor, name)
        }
    }

    /// Takes an array, showing each element.
    ///
    /// - Throws: `JSONError` for text that is not JSON; what the closure throws.
    public mutating func forEachElement(_ visit: (inout JSONCursor) throws -> Void) throws {
        try forEach(closing: UInt8(ascii: "]"), visit)
    }

    /// Takes a string, lending its text in UTF-8: the bytes as they stand, where none of them is escaped.
    ///
    /// - Throws: `JSONError` for text that is not JSON; what the closure throws.
    public mutating func withString<Value>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Value) throws -> Value {
        let start = parser.position + 1
        let end = parser.bytes.firstSpecial(from: min(start, parser.bytes.count))
        if end < parser.bytes.count, parser.bytes[end] == UInt8(ascii: "\"") {
            parser.position = end + 1
            return try body(UnsafeBufferPointer(rebasing: parser.bytes[start..<end]))
        }
        var text = try parser.string()
        return try text.withUTF8(body)
    }

    /// Takes a value of any kind.
    ///
    /// - Throws: `JSONError` for text that is not JSON.
    public mutating func value() throws -> JSON { try parser.value() }

    /// Takes a value of any kind as the text that it is.
    ///
    /// - Throws: `JSONError` for text that is not JSON.
    public mutating func text() throws -> JSON { try parser.text() }

    /// Steps over a value of any kind.
    ///
    /// - Throws: `JSONError` for text that is not JSON.
    public mutating func skip() throws { try parser.skipValue() }

    private mutating func forEach(closing: UInt8, _ visit: (inout JSONCursor) throws -> Void) throws {
        var hasElement = try parser.enter(closing: closing)
        while hasElement {
            try visit(&self)
            hasElement = try parser.next(closing: closing)
        }
    }
}
