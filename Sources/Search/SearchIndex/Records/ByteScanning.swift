// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// Finds bytes in a text eight at a time.
extension UnsafeBufferPointer<UInt8> {
    /// The place, from one on, of the first quote or backslash; the end if it is not found.
    @inline(__always)
    func firstQuoteOrBackslash(from start: Int) -> Int { first(0x22, or: 0x5C, from: start) }

    /// The place, from one on, of the first quote, bracket or brace; the end if it is not found.
    func firstQuoteOrBracket(from start: Int) -> Int {
        var place = start
        while place + 8 <= count {
            let word = eight(at: place)
            // With this bit, a bracket is a brace, and nothing else is.
            let braces = word | Self.eight(0x20)
            let found =
                Self.zeros(word ^ Self.eight(0x22)) | Self.zeros(braces ^ Self.eight(0x7B))
                | Self.zeros(braces ^ Self.eight(0x7D))
            let bits = found & Self.eight(0x80)
            guard bits == 0 else { return place + bits.trailingZeroBitCount / 8 }
            place += 8
        }
        while place < count, self[place] != 0x22, self[place] | 0x20 != 0x7B, self[place] | 0x20 != 0x7D { place += 1 }
        return place
    }

    /// The place, from one on, of the first byte of a kind; the end if it is not found.
    func first(_ byte: UInt8, from start: Int) -> Int {
        guard start < count, let base = baseAddress else { return count }
        guard let found = memchr(base + start, Int32(byte), count - start) else { return count }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// How many line breaks there are between two places, and where the last one is.
    func lineBreaks(in range: Range<Int>) -> (count: Int, last: Int?) {
        var (number, last) = (0, Int?.none)
        var place = first(0x0A, from: range.lowerBound)
        while place < range.upperBound {
            number += 1
            last = place
            place = first(0x0A, from: place + 1)
        }
        return (number, last)
    }

    /// The place, from one on, of the first byte of either kind; the end if it is not found.
    @inline(__always)
    func first(_ one: UInt8, or other: UInt8, from start: Int) -> Int {
        let (ones, others) = (Self.eight(UInt64(one)), Self.eight(UInt64(other)))
        var place = start
        while place + 8 <= count {
            let word = eight(at: place)
            let bits = (Self.zeros(word ^ ones) | Self.zeros(word ^ others)) & Self.eight(0x80)
            guard bits == 0 else { return place + bits.trailingZeroBitCount / 8 }
            place += 8
        }
        while place < count, self[place] != one, self[place] != other { place += 1 }
        return place
    }

    /// A number that follows from the bytes, and mostly differs where they do.
    @inline(__always)
    var mixed: UInt64 {
        var state = UInt64(count) &* 0x9E37_79B9_7F4A_7C15
        var place = 0
        while place + 8 <= count {
            state = Self.mix(state ^ eight(at: place))
            place += 8
        }
        var rest: UInt64 = 0
        while place < count {
            rest = rest << 8 | UInt64(self[place])
            place += 1
        }
        return Self.mix(state ^ rest)
    }

    @inline(__always)
    func isEqual(to other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count, let left = baseAddress, let right = other.baseAddress else {
            return count == other.count
        }
        return memcmp(left, right, count) == 0
    }

    @inline(__always)
    private static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }
}
