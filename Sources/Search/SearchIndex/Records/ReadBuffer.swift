// SPDX-License-Identifier: MIT

/// The bytes of a file that were read and not yet taken, with the line that they are in.
struct ReadBuffer {
    /// What was read; a place in it stays good until more is read.
    private(set) var bytes: [UInt8] = []
    /// The first byte that was not taken yet.
    private(set) var position = 0
    private(set) var isAtEnd = false
    private(set) var byteCount = 0
    /// The line of the next byte, from 1.
    private(set) var line = 1
    /// How many bytes of that line are before it.
    private(set) var column = 0

    private let input: RecordInput

    init(_ input: RecordInput) {
        self.input = input
    }

    var available: Int { bytes.count - position }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Reads another chunk.
    mutating func fill() throws {
        guard !isAtEnd else { return }
        let isStart = byteCount == 0
        repeat {
            let chunk = try input.next()
            isAtEnd = chunk.isEmpty
            byteCount += chunk.count
            if available == 0 {
                bytes = chunk
                position = 0
            } else {
                if position > 0 {
                    bytes = Array(bytes[position...])
                    position = 0
                }
                bytes += chunk
            }
            // The mark that some programs put in front of UTF-8 has three bytes; a pipe may give fewer at first.
        } while isStart && !isAtEnd && bytes.count < 3
        if isStart, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    mutating func take(to place: Int) {
        let start = position
        let (breaks, last) = bytes.withUnsafeBufferPointer { $0.lineBreaks(in: start..<place) }
        line += breaks
        column = last.map { place - $0 - 1 } ?? column + place - start
        position = place
    }

    mutating func takeSpace() {
        take(while: { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 })
    }

    /// Takes the bytes that match a rule, of those that are read already.
    mutating func take(while rule: (UInt8) -> Bool) {
        guard let next, rule(next) else { return }
        take(to: bytes[position...].firstIndex { !rule($0) } ?? bytes.count)
    }

    /// Makes a buffer that starts again with the bytes that are not taken yet, once `input` is back there.
    func restarted() -> ReadBuffer {
        var buffer = ReadBuffer(input)
        (buffer.line, buffer.column, buffer.byteCount) = (line, column, byteCount - available)
        return buffer
    }
}
