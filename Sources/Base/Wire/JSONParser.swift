// SPDX-License-Identifier: MIT

/// What a JSON text must not exceed.
public struct JSONLimits: Sendable {
    /// How deeply arrays and objects may nest.
    public var depth: Int
    /// How many values (scalars, arrays, objects and member names) the text may hold in all.
    public var values: Int

    public init(depth: Int = 64, values: Int = 200_000) {
        self.depth = depth
        self.values = values
    }
}

/// Why a text is not the JSON that was expected.
public struct JSONError: Error, Hashable, CustomStringConvertible {
    public let message: String
    /// The offset of the first offending byte, where one is known.
    public let offset: Int?

    public init(_ message: String, offset: Int? = nil) {
        self.message = message
        self.offset = offset
    }

    public var description: String {
        offset.map { "\(message) at byte \($0)" } ?? message
    }
}

extension JSON {
    /// Parses a complete JSON text (RFC 8259) of UTF-8 bytes.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - limits: What it must not exceed.
    ///   - unwanted: Members of the outermost object that, where they are arrays or objects, are read as empty ones, which
    ///     saves making what is in them.
    ///   - untouched: Members of the outermost object that, where they are arrays, have elements that stay text.
    ///   - parts: Members of the outermost object that, where they are objects, are read without the members that are not
    ///     named.
    /// - Throws: `JSONError` for text that is not JSON, is not UTF-8 or passes a limit.
    public init(
        parsing bytes: some Collection<UInt8>,
        limits: JSONLimits = JSONLimits(),
        emptying unwanted: Set<String> = [],
        leaving untouched: Set<String> = [],
        keeping parts: [String: Set<String>] = [:]
    ) throws {
        func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws -> JSON {
            var parser = JSONParser(bytes: bytes, limits: limits)
            (parser.unwanted, parser.untouched, parser.parts) = (unwanted, untouched, parts)
            return try parser.document()
        }
        self = try bytes.withContiguousStorageIfAvailable(parse) ?? Array(bytes).withUnsafeBufferPointer(parse)
    }

    public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }
}

/// A recursive-descent parser over borrowed bytes; it reads no byte outside of them and stops at its limits.
struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    let limits: JSONLimits
    var position = 0
    var depth = 0
    var values = 0
    /// The members of the outermost object whose content is stepped over.
    var unwanted: Set<String> = []
    /// The members of the outermost object whose elements stay text.
    var untouched: Set<String> = []
    /// The members of the outermost object of which only some members are read.
    var parts: [String: Set<String>] = [:]

    init(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func document() throws -> JSON {
        skipSpace()
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw failure("text follows the JSON value") }
        return value
    }

    func failure(_ message: String) -> JSONError { JSONError(message, offset: position) }

    @inline(__always)
    func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    @inline(__always)
    mutating func skipSpace() {
        // Most texts have none.
        if let byte = peek(), byte <= 0x20 { skipSpaces() }
    }

    private mutating func skipSpaces() {
        while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    mutating func count() throws {
        values += 1
        guard values <= limits.values else { throw failure("more than \(limits.values) values") }
    }

    mutating func value() throws -> JSON {
        try count()
        guard let byte = peek() else { throw failure("the text ends where a value should be") }
        switch byte {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw failure("no JSON value starts with this byte")
        }
    }

    // MARK: Containers

    /// Enters the array or object that is here; returns whether it has an element.
    mutating func enter(closing: UInt8) throws -> Bool {
        depth += 1
        guard depth <= limits.depth else { throw failure("nested more than \(limits.depth) deep") }
        position += 1
        skipSpace()
        guard peek() == closing else { return true }
        position += 1
        depth -= 1
        return false
    }

    /// Goes on after an element; returns whether another one follows, or else leaves the container.
    mutating func next(closing: UInt8) throws -> Bool {
        skipSpace()
        switch peek() {
        case UInt8(ascii: ","):
            position += 1
            skipSpace()
            return true
        case closing:
            position += 1
            depth -= 1
            return false
        default:
            let bracket = closing == UInt8(ascii: "}") ? "brace" : "bracket"
            throw failure("a comma or a closing \(bracket) should be here")
        }
    }

    /// Reads the name of a member, and its colon.
    mutating func name() throws -> String {
        try beginName()
        let name = try string()
        try endName()
        return name
    }

    /// Checks that a member's name is here.
    mutating func beginName() throws {
        guard peek() == UInt8(ascii: "\"") else { throw failure("a member name in quotes should be here") }
        try count()
    }

    /// Steps over the colon after a member's name.
    mutating func endName() throws {
        skipSpace()
        guard peek() == UInt8(ascii: ":") else { throw failure("a colon should be here") }
        position += 1
        skipSpace()
    }

    mutating func object() throws -> JSON {
        let brace = UInt8(ascii: "}")
        var members: [JSONObject.Member] = []
        var hasMember = try enter(closing: brace)
        while hasMember {
            let name = try name()
            members.append(JSONObject.Member(key: name, value: depth == 1 ? try member(name) : try value()))
            hasMember = try next(closing: brace)
        }
        return .object(JSONObject(read: members))
    }

    /// Reads a member of the outermost object.
    private mutating func member(_ key: String) throws -> JSON {
        if unwanted.contains(key) { return try emptyValue() }
        if let names = parts[key], peek() == UInt8(ascii: "{") { return try object(of: names) }
        return peek() == UInt8(ascii: "[") && untouched.contains(key) ? try array { try $0.text() } : try value()
    }

    /// Reads the members with these names, and steps over the others.
    private mutating func object(of names: Set<String>) throws -> JSON {
        let brace = UInt8(ascii: "}")
        var members: [JSONObject.Member] = []
        var hasMember = try enter(closing: brace)
        while hasMember {
            let name = try name()
            if names.contains(name) {
                members.append(JSONObject.Member(key: name, value: try value()))
            } else {
                try skipValue()
            }
            hasMember = try next(closing: brace)
        }
        return .object(JSONObject(read: members))
    }

    /// Steps over the content of an array or object; any other value is read.
    private mutating func emptyValue() throws -> JSON {
        switch peek() {
        case UInt8(ascii: "["):
            try skipValue()
            return .array([])
        case UInt8(ascii: "{"):
            try skipValue()
            return .object(JSONObject())
        default: return try value()
        }
    }

    mutating func array(of element: (inout JSONParser) throws -> JSON = { try $0.value() }) throws -> JSON {
        let bracket = UInt8(ascii: "]")
        var elements: [JSON] = []
        var hasElement = try enter(closing: bracket)
        while hasElement {
            elements.append(try element(&self))
            hasElement = try next(closing: bracket)
        }
        return .array(elements)
    }

    mutating func literal(_ word: StaticString, _ value: JSON) throws -> JSON {
        let length = word.utf8CodeUnitCount
        guard position + length <= bytes.count else { throw failure("the text ends inside a literal") }
        for index in 0..<length where bytes[position + index] != word.utf8Start[index] {
            throw failure("a literal is misspelt")
        }
        position += length
        return value
    }
}
