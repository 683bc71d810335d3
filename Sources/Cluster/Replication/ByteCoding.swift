// SPDX-License-Identifier: MIT

/// Writes numbers and byte strings one behind the other, numbers with the lowest byte first.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(_ more: some Collection<UInt8>) { bytes += more }

    mutating func append(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    mutating func append(_ number: UInt32) {
        for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}

/// Reads what `ByteWriter` wrote, from bytes that anybody may have sent.
struct ByteReader {
    enum Failure: Error { case wrong }

    /// What was not read yet.
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
        guard count >= 0, count <= rest.count else { throw Failure.wrong }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func takeByte() throws -> UInt8 {
        guard let byte = rest.popFirst() else { throw Failure.wrong }
        return byte
    }

    mutating func takeNumber() throws -> UInt64 {
        try take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func takeShortNumber() throws -> UInt32 {
        try take(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
