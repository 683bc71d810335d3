// SPDX-License-Identifier: MIT

/// A JSON value that is still text: it is written unchanged, and parsed on access.
///
/// So what is only passed on, such as the records of a list of hits, never becomes a tree.
public struct JSONText: Sendable {
    /// The text, one JSON value in UTF-8.
    public let bytes: [UInt8]

    /// Takes a text, once it has been checked.
    ///
    /// - Throws: `JSONError` for text that is not JSON.
    public init(parsing bytes: [UInt8]) throws {
        try JSONValidator.validate(bytes)
        self.bytes = bytes
    }

    /// Takes text that was checked before.
    init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    public init(_ value: JSON) {
        if case .text(let text) = value {
            self = text
        } else {
            bytes = value.bytes
        }
    }

    public init(array elements: some Sequence<JSONText>) {
        var bytes = [UInt8(ascii: "[")]
        for element in elements {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: element.bytes)
        }
        bytes.append(UInt8(ascii: "]"))
        self.bytes = bytes
    }

    /// The value; the text is parsed each time.
    public var value: JSON {
        // It was checked when it came.
        (try? JSON(parsing: bytes, limits: JSONLimits(depth: 512, values: .max))) ?? .null
    }

    /// The same object with one more member, which replaces one of the same name; `nil` if this is not an object.
    public func adding(_ name: String, _ member: JSON) -> JSONText? {
        guard let keys else { return nil }
        guard !keys.contains(name), bytes.last == UInt8(ascii: "}") else {
            var object = value.object ?? JSONObject()
            object[name] = member
            return JSONText(.object(object))
        }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 32)
        output.append(contentsOf: bytes.dropLast())
        if !keys.isEmpty { output.append(UInt8(ascii: ",")) }
        JSONObject([(name, member)]).writeMembers(to: &output)
        output.append(UInt8(ascii: "}"))
        return JSONText(checked: output)
    }

    /// A member of an object, read without the others; `nil` if it is missing.
    public subscript(name: String) -> JSON? {
        var member: JSON?
        scan { parser, key in
            guard key == name else { return false }
            member = try parser.value()
            return true
        }
        return member
    }

    /// The names of an object's members, in order; `nil` if this is not an object.
    private var keys: [String]? {
        var keys: [String] = []
        let isObject = scan { _, key in
            keys.append(key)
            return false
        }
        return isObject ? keys : nil
    }

    /// Goes through the members of an object.
    ///
    /// - Parameter visit: Called with a member's name; returns whether it has read its value.
    /// - Returns: Whether this is an object.
    @discardableResult
    private func scan(_ visit: (inout JSONParser, String) throws -> Bool) -> Bool {
        bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(bytes: buffer, limits: JSONLimits(depth: 512, values: .max))
            return (try? parser.members(visit)) ?? false
        }
    }
}

extension JSONText: Hashable {
    /// Texts are equal where their values are, however they are written.
    public static func == (left: JSONText, right: JSONText) -> Bool {
        left.bytes == right.bytes || left.value == right.value
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension JSONParser {
    /// Reads a value and keeps it as text.
    mutating func text() throws -> JSON {
        let start = position
        try skipValue()
        let part = UnsafeBufferPointer(rebasing: bytes[start..<position])
        guard JSONValidator.isUTF8(part) else { throw failure("a string is not UTF-8") }
        return .text(JSONText(checked: Array(part)))
    }

    /// Goes through the members of the object that is here; answers whether it is one.
    fileprivate mutating func members(_ visit: (inout JSONParser, String) throws -> Bool) throws -> Bool {
        let brace = UInt8(ascii: "}")
        skipSpace()
        guard peek() == UInt8(ascii: "{") else { return false }
        var hasMember = try enter(closing: brace)
        while hasMember {
            let key = try name()
            if try !visit(&self, key) { try skipValue() }
            hasMember = try next(closing: brace)
        }
        return true
    }
}
