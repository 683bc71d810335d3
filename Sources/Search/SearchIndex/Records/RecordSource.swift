// SPDX-License-Identifier: MIT

/// What a file holds in a record's place, unchecked.
struct RawRecord: Sendable {
    /// The line in which it starts, from 1.
    let line: Int
    /// How many bytes of that line are before it.
    let column: Int
    /// Its place in the bytes that it was found in.
    let range: Range<Int>
    /// Why it cannot be a record, where that is known already.
    var fault: RecordFault?
}

enum RawFinding {
    case record(RawRecord)
    /// No whole record: more has to be read.
    case more
    /// The end of the file.
    case end
}

/// What is wrong with a file as a whole, so that nothing after it can be read.
struct RawFileError: Error {
    let line: Int
    let message: String
    /// What to do, where that is more than to correct the file.
    var remedy: String?
}

/// Finds the records in the bytes of a file, without looking at what is in them more than it takes.
protocol RecordSource {
    /// Takes the next record from the bytes that were read.
    mutating func next(in buffer: inout ReadBuffer) throws(RawFileError) -> RawFinding
}

/// The search for the end of a record, which continues when more is read.
struct RecordExtent {
    /// How many bytes after the first one not taken were looked at.
    var seen = 0
    private var start: (line: Int, column: Int)?

    /// The line in which the record starts: that of the first byte not taken, if nothing of it was dropped.
    func line(in buffer: ReadBuffer) -> Int { start?.line ?? buffer.line }

    /// Notes that there is no end before a place; what is too long for a record is not kept.
    mutating func goOn(from place: Int, in buffer: inout ReadBuffer) {
        seen = place - buffer.position
        guard seen > Record.largest else { return }
        start = start ?? (buffer.line, buffer.column)
        buffer.take(to: place)
        seen = 0
    }

    /// Takes the record, now that its end was found.
    mutating func take(to end: Int, next: Int, from buffer: inout ReadBuffer) -> RawRecord {
        let isTooLong = start != nil || end - buffer.position > Record.largest
        let first = buffer.position
        let (line, column) = start ?? (buffer.line, buffer.column)
        buffer.take(to: next)
        self = RecordExtent()
        return RawRecord(
            line: line,
            column: column,
            range: isTooLong ? first..<first : first..<end,
            fault: isTooLong ? .tooLong : nil
        )
    }
}
