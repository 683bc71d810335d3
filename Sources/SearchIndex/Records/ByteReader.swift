// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Bytes that come in chunks, one at a time, with the number of the line that they are in.
struct ByteReader {
    private let read: () throws -> [UInt8]
    private let onChunk: (Int) -> Void
    private var chunk: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    /// How many bytes were read so far.
    private(set) var byteCount = 0
    /// The line of the next byte, from 1.
    private(set) var line = 1

    /// - Parameters:
    ///   - read: Gives the next chunk; an empty one at the end.
    ///   - onChunk: Is told how many bytes were read in all, after each chunk.
    init(read: @escaping () throws -> [UInt8], onChunk: @escaping (Int) -> Void = { _ in }) {
        self.read = read
        self.onChunk = onChunk
    }

    /// The next byte, which stays; `nil` at the end.
    @inline(__always)
    mutating func peek() throws -> UInt8? {
        if position == chunk.count { try fill() }
        return position < chunk.count ? chunk[position] : nil
    }

    /// Takes the next byte; `nil` at the end.
    @inline(__always)
    mutating func next() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        if byte == 0x0A { line += 1 }
        return byte
    }

    /// Skips the mark that some programs put in front of UTF-8.
    mutating func skipMark() throws {
        guard byteCount == 0, try peek() == 0xEF else { return }
        if chunk.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Skips white space, and a mark at the start.
    mutating func skipSpace() throws {
        try skipMark()
        while let byte = try peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { _ = try next() }
    }

    private mutating func fill() throws {
        guard !isAtEnd else { return }
        chunk = try read()
        position = 0
        isAtEnd = chunk.isEmpty
        // The mark in front of UTF-8 has three bytes; a pipe may give fewer at first.
        while byteCount == 0, !isAtEnd, chunk.count < 3 {
            let more = try read()
            isAtEnd = more.isEmpty
            chunk += more
        }
        byteCount += chunk.count
        onChunk(byteCount)
    }
}
