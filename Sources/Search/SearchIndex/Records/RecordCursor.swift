// SPDX-License-Identifier: MIT

import Wire

/// Steps through the text of a record, which was checked when it came.
///
/// Invalid JSON is an error or is skipped; no byte is read outside of the text.
struct RecordCursor {
    /// How deeply arrays and objects may nest in a text that is walked through.
    static let deepest = 512

    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    var failure: JSONError { JSONError("the record's text is damaged", offset: position) }

    /// The next byte; 0, which stands nowhere in JSON, at the end.
    @inline(__always)
    var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    @inline(__always)
    mutating func skipSpace() {
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }

    /// Takes a byte of structure and the space behind it, where it is there.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        skipSpace()
        return true
    }

    /// Takes a string.
    ///
    /// - Returns: What is between the quotes as it stands, and whether something in it is escaped.
    @inline(__always)
    mutating func string() throws(JSONError) -> (text: UnsafeBufferPointer<UInt8>, isEscaped: Bool) {
        guard next == UInt8(ascii: "\"") else { throw failure }
        let start = position + 1
        var place = bytes.firstQuoteOrBackslash(from: start)
        let isEscaped = place < bytes.count && bytes[place] == UInt8(ascii: "\\")
        while place < bytes.count, bytes[place] == UInt8(ascii: "\\") {
            place = bytes.firstQuoteOrBackslash(from: Swift.min(place + 2, bytes.count))
        }
        guard place < bytes.count else { throw failure }
        position = place + 1
        return (UnsafeBufferPointer(rebasing: bytes[start..<place]), isEscaped)
    }

    /// Takes the name of a member with its colon, and the space behind it.
    @inline(__always)
    mutating func name() throws(JSONError) -> (text: UnsafeBufferPointer<UInt8>, isEscaped: Bool) {
        let name = try string()
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw failure }
        return name
    }

    mutating func skipValue() throws(JSONError) {
        switch next {
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "{"), UInt8(ascii: "["): try skipContainer()
        default: skipWord()
        }
    }

    mutating func skipWord() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0...0x20: return
            default: position += 1
            }
        }
    }

    private mutating func skipContainer() throws(JSONError) {
        var depth = 0
        repeat {
            position = bytes.firstQuoteOrBracket(from: position)
            switch next {
            case UInt8(ascii: "\""): _ = try string()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                position += 1
            default: throw failure
            }
        } while depth > 0
    }
}
