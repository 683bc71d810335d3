// SPDX-License-Identifier: MIT

/// Finds the elements of a JSON array, or JSON values one after the other, without ever holding the whole of it.
///
/// Only quotes and brackets are looked at to find where a value ends; whether it is JSON is looked at later. So a wrong
/// value does not hinder those after it, as long as its brackets match.
struct ValueSource: RecordSource {
    private enum Place {
        case start, first, element, separator, sequence, end
    }

    private var place = Place.start
    private var extent = RecordExtent()
    private var isInside = false
    /// How many brackets are open where the search has come to, and whether it is in a string.
    private var depth = 0
    private var isInString = false

    mutating func next(in buffer: inout ReadBuffer) throws(RawFileError) -> RawFinding {
        while true {
            if isInside { return try value(in: &buffer) }
            buffer.takeSpace()
            guard let byte = buffer.next ?? (buffer.isAtEnd ? 0 : nil) else { return .more }
            let isOver = buffer.available == 0
            switch place {
            case .start where byte == UInt8(ascii: "["):
                buffer.take(to: buffer.position + 1)
                place = .first
            case .start:
                place = .sequence
            case .first where byte == UInt8(ascii: "]"):
                place = .separator
            case .first, .element:
                place = .separator
                isInside = true
            case .separator:
                switch byte {
                case UInt8(ascii: ","): place = .element
                case UInt8(ascii: "]"): place = .end
                default:
                    throw RawFileError(
                        line: buffer.line,
                        message: isOver
                            ? "The array is not closed; the file seems to be cut short."
                            : "A comma or a closing bracket should be here."
                    )
                }
                buffer.take(to: buffer.position + 1)
            case .sequence, .end:
                if isOver { return .end }
                guard place == .sequence else {
                    throw RawFileError(line: buffer.line, message: "Text follows the array.")
                }
                isInside = true
            }
        }
    }

    /// Takes the bytes of one value: up to its closing bracket or quote, or to what ends a number or a word.
    private mutating func value(in buffer: inout ReadBuffer) throws(RawFileError) -> RawFinding {
        let from = buffer.position + extent.seen
        let (end, isWhole) = buffer.bytes.withUnsafeBufferPointer { findEnd(in: $0, from: from) }
        guard isWhole || buffer.isAtEnd else {
            extent.goOn(from: end, in: &buffer)
            return .more
        }
        let line = extent.line(in: buffer)
        guard depth <= 0, !isInString else {
            throw RawFileError(line: line, message: "The value is not closed; the file seems to be cut short.")
        }
        let record = extent.take(to: end, next: end, from: &buffer)
        guard !record.range.isEmpty || record.fault != nil else {
            throw RawFileError(line: line, message: "A value should be here.")
        }
        (isInside, depth) = (false, 0)
        return .record(record)
    }

    /// Where the value ends, or how far the search has come where it does not end.
    private mutating func findEnd(
        in bytes: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> (place: Int, isWhole: Bool) {
        var place = start
        while place < bytes.count {
            if isInString {
                place = bytes.firstQuoteOrBackslash(from: place)
                guard place < bytes.count else { break }
                if bytes[place] == UInt8(ascii: "\\") {
                    guard place + 1 < bytes.count else { return (place, false) }
                    place += 2
                } else {
                    isInString = false
                    place += 1
                }
                continue
            }
            if depth > 0 { place = bytes.firstQuoteOrBracket(from: place) }
            guard place < bytes.count else { break }
            switch bytes[place] {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 || self.place == .sequence else { return (place, true) }
                depth -= 1
                if depth <= 0 { return (place + 1, true) }
            case 0...0x20: if depth == 0 { return (place, true) }
            case UInt8(ascii: ","): if depth == 0, self.place != .sequence { return (place, true) }
            default: break
            }
            place += 1
        }
        return (place, false)
    }
}
