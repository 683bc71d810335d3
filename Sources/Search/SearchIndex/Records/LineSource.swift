// SPDX-License-Identifier: MIT

/// Finds one JSON value a line; empty lines are passed over.
struct LineSource: RecordSource {
    private var extent = RecordExtent()
    private var isInside = false

    mutating func next(in buffer: inout ReadBuffer) throws(RawFileError) -> RawFinding {
        if !isInside { buffer.takeSpace() }
        guard isInside || buffer.available > 0 else { return buffer.isAtEnd ? .end : .more }
        isInside = true
        let from = buffer.position + extent.seen
        let end = buffer.bytes.withUnsafeBufferPointer { $0.first(0x0A, from: from) }
        guard end < buffer.bytes.count || buffer.isAtEnd else {
            extent.goOn(from: end, in: &buffer)
            return .more
        }
        isInside = false
        var last = end
        while last > buffer.position, buffer.bytes[last - 1] == 0x0D || buffer.bytes[last - 1] == 0x20 { last -= 1 }
        return .record(extent.take(to: last, next: min(end + 1, buffer.bytes.count), from: &buffer))
    }
}
