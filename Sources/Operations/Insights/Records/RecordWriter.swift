// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Writes numbers and texts one after the other, each in as few bytes as it takes.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: UInt64) {
        var rest = value
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Writes a number that may be negative: small ones are short, whatever their sign.
    mutating func write(signed value: Int64) {
        write(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    /// Writes how many elements follow.
    mutating func write(count: Int) { write(UInt64(max(0, count))) }

    /// Writes a number whose bits are all used, in eight bytes.
    mutating func write(digest value: UInt64) {
        for shift in stride(from: 0 as UInt64, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func write(_ text: String) {
        write(count: text.utf8.count)
        bytes += text.utf8
    }
}
