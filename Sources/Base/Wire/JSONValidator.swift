// SPDX-License-Identifier: MIT

/// Checks that bytes are one JSON value without making the value: what a broker needs of data that it passes on.
public enum JSONValidator {
    /// Checks a complete JSON text.
    ///
    /// - Throws: `JSONError` for text that is not JSON, is not UTF-8 or passes a limit.
    public static func validate(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws {
        try bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(bytes: buffer, limits: limits)
            parser.skipSpace()
            try parser.skipValue()
            parser.skipSpace()
            guard parser.position == buffer.count else { throw parser.failure("text follows the JSON value") }
            // One pass over the whole is quicker than one a string.
            guard isUTF8(buffer) else { throw JSONError("the text is not UTF-8") }
        }
    }

    static func isUTF8(_ buffer: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !buffer.isASCII else { return true }
        return String(validating: buffer, as: UTF8.self) != nil
    }
}

extension JSONParser {
    /// Steps over one value, checking its form.
    mutating func skipValue() throws {
        try count()
        guard let byte = peek() else { throw failure("the text ends where a value should be") }
        switch byte {
        case UInt8(ascii: "{"): try skipContainer(closing: UInt8(ascii: "}"))
        case UInt8(ascii: "["): try skipContainer(closing: UInt8(ascii: "]"))
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
        default: _ = try value()
        }
    }

    private mutating func skipContainer(closing: UInt8) throws {
        var hasElement = try enter(closing: closing)
        while hasElement {
            if closing == UInt8(ascii: "}") {
                try beginName()
                try skipString()
                try endName()
            }
            try skipValue()
            hasElement = try next(closing: closing)
        }
    }

    private mutating func skipString() throws {
        position += 1
        while true {
            position = bytes.firstSpecial(from: position)
            switch peek() {
            case UInt8(ascii: "\""):
                position += 1
                return
            case UInt8(ascii: "\\"):
                position += 1
                _ = try escape()
            case .some: throw failure("an unescaped control character in a string")
            case nil: throw failure("a string is not closed")
            }
        }
    }
}
