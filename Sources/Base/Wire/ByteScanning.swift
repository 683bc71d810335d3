// SPDX-License-Identifier: MIT

/// Walks through text eight bytes at a time: most of what is on the bus is text between quotes.
extension UnsafeBufferPointer<UInt8> {
    /// The place, from one on, of the first byte that cannot stand as it is between the quotes of a JSON string: a quote, a
    /// backslash or a control character; the end if it is not found.
    func firstSpecial(from start: Int) -> Int {
        var place = start
        let quotes = Self.eight(0x22)
        let backslashes = Self.eight(0x5C)
        while place + 8 <= count {
            let word = eight(at: place)
            // In each, the high bits of the bytes that are zero, or below 0x20; the first is right, those above may not be.
            let found =
                Self.zeros(word ^ quotes) | Self.zeros(word ^ backslashes) | ((word &- Self.eight(0x20)) & ~word)
            let bits = found & Self.eight(0x80)
            guard bits == 0 else { return place + bits.trailingZeroBitCount / 8 }
            place += 8
        }
        while place < count, !isSpecial(self[place]) { place += 1 }
        return place
    }

    var isASCII: Bool {
        var place = 0
        var seen: UInt64 = 0
        while place + 8 <= count {
            seen |= eight(at: place)
            place += 8
        }
        guard seen & Self.eight(0x80) == 0 else { return false }
        while place < count {
            guard self[place] < 0x80 else { return false }
            place += 1
        }
        return true
    }

    @inline(__always)
    private func isSpecial(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x22 || byte == 0x5C }

    /// Eight bytes from a place on, the first in the lowest one.
    @inlinable @inline(__always)
    package func eight(at place: Int) -> UInt64 {
        let word = UnsafeRawPointer(baseAddress.unsafelyUnwrapped + place).loadUnaligned(as: UInt64.self)
        return UInt64(littleEndian: word)
    }

    /// The same byte eight times.
    @inlinable @inline(__always)
    package static func eight(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

    /// The high bit of each byte that is zero, and maybe of some above it.
    @inlinable @inline(__always)
    package static func zeros(_ word: UInt64) -> UInt64 { (word &- eight(0x01)) & ~word }
}
