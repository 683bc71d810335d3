// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Reads one JSON value a line; empty lines are passed over.
struct LineSource: RawRecordSource {
    private var text: [UInt8] = []

    mutating func next(from bytes: inout ByteReader) throws -> RawRecord? {
        try bytes.skipSpace()
        guard try bytes.peek() != nil else { return nil }
        let line = bytes.line
        var isTooLong = false
        text.removeAll(keepingCapacity: true)
        while let byte = try bytes.next(), byte != 0x0A {
            if text.count < Record.largest { text.append(byte) } else { isTooLong = true }
        }
        return isTooLong ? .tooLong(line: line) : RawRecord(line: line, text: text)
    }
}
