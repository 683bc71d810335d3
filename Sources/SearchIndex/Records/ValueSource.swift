// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Reads the elements of a JSON array, or JSON values one after the other, without ever holding the whole of it.
///
/// Only quotes and brackets are looked at to find where a value ends; whether it is JSON is the parser's business. So a
/// wrong value does not hinder those after it, as long as its brackets match.
struct ValueSource: RawRecordSource {
    private enum Place {
        case start, element, separator, sequence, end
    }

    private var place = Place.start
    private var text: [UInt8] = []

    mutating func next(from bytes: inout ByteReader) throws -> RawRecord? {
        while true {
            try bytes.skipSpace()
            let byte = try bytes.peek()
            switch (place, byte) {
            case (.start, UInt8(ascii: "[")):
                _ = try bytes.next()
                try bytes.skipSpace()
                place = .element
                if try bytes.peek() == UInt8(ascii: "]") { place = .separator }
            case (.start, _):
                place = .sequence
            case (.element, _), (.sequence, _?):
                if place == .element { place = .separator }
                return try value(from: &bytes)
            case (.separator, UInt8(ascii: ",")):
                _ = try bytes.next()
                place = .element
            case (.separator, UInt8(ascii: "]")):
                _ = try bytes.next()
                place = .end
            case (.separator, nil):
                throw RawFileError(
                    line: bytes.line,
                    message: "The array is not closed; the file seems to be cut short."
                )
            case (.separator, _):
                throw RawFileError(line: bytes.line, message: "A comma or a closing bracket should be here.")
            case (.end, _?):
                throw RawFileError(line: bytes.line, message: "Text follows the array.")
            case (.sequence, nil), (.end, nil):
                return nil
            }
        }
    }

    /// Takes the bytes of one value: up to its closing bracket or quote, or to what ends a number or a word.
    private mutating func value(from bytes: inout ByteReader) throws -> RawRecord {
        let line = bytes.line
        var depth = 0
        var isInString = false
        var isEscaped = false
        var isTooLong = false
        text.removeAll(keepingCapacity: true)
        while let byte = try bytes.peek() {
            let isBracket = byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
            if depth == 0, !isInString, isBracket || byte == UInt8(ascii: ",") || byte <= 0x20, place != .sequence {
                break
            }
            if depth == 0, !isInString, place == .sequence, byte <= 0x20 { break }
            _ = try bytes.next()
            if text.count < Record.largest { text.append(byte) } else { isTooLong = true }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            if byte == UInt8(ascii: "\"") { isInString = true }
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
            if isBracket { depth -= 1 }
            if isBracket, depth <= 0 { break }
        }
        guard depth <= 0, !isInString else {
            throw RawFileError(line: line, message: "The value is not closed; the file seems to be cut short.")
        }
        guard !text.isEmpty else { throw RawFileError(line: line, message: "A value should be here.") }
        return isTooLong ? .tooLong(line: line) : RawRecord(line: line, text: text)
    }
}
