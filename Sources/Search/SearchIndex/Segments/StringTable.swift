// SPDX-License-Identifier: MIT

/// Numbers strings of bytes by first appearance: each string has one number.
struct StringTable {
    private(set) var strings = ByteStrings()
    /// The hashes of the strings, so that growing needs no string.
    private var hashes: [UInt32] = []
    /// A number, or none, for each place; the count is a power of two.
    private var slots: [UInt32]

    init() { slots = [UInt32](repeating: .max, count: 1 << 8) }

    var count: Int { strings.count }

    var byteCount: Int { strings.bytes.capacity + strings.count * 8 + slots.count * 4 }

    /// The number of a string, which gets the next one where it is new.
    ///
    /// The caller sees to it that all strings together have fewer than 2^32 bytes, and that there are fewer than 2^32.
    @inline(__always)
    mutating func number(of string: UnsafeRawBufferPointer) -> (number: UInt32, isNew: Bool) {
        let hash = StringTable.hash(string)
        var slot = Int(hash) & (slots.count - 1)
        while true {
            let number = slots[slot]
            guard number != .max else { break }
            if hashes[Int(number)] == hash,
                strings.with(Int(number), { $0.count == string.count && SortedStrings.compare($0, string) == 0 })
            {
                return (number, false)
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        let number = UInt32(count)
        slots[slot] = number
        strings.append(string)
        hashes.append(hash)
        if count * 2 > slots.count { grow() }
        return (number, true)
    }

    private mutating func grow() {
        var larger = [UInt32](repeating: .max, count: slots.count * 2)
        for (number, hash) in hashes.enumerated() {
            var slot = Int(hash) & (larger.count - 1)
            while larger[slot] != .max { slot = (slot + 1) & (larger.count - 1) }
            larger[slot] = UInt32(number)
        }
        slots = larger
    }

    /// A hash of bytes that is the same in every process.
    @inline(__always)
    static func hash(_ string: UnsafeRawBufferPointer) -> UInt32 { UInt32(truncatingIfNeeded: wideHash(string)) }

    /// A longer hash, for strings that are distinguished by nothing else.
    @inline(__always)
    static func wideHash(_ string: UnsafeRawBufferPointer) -> UInt64 {
        var state: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(string.count)
        var position = 0
        while position + 8 <= string.count {
            state = (state ^ string.loadUnaligned(fromByteOffset: position, as: UInt64.self)) &* 0x9FB2_1C65_1E98_DF25
            state ^= state >> 29
            position += 8
        }
        while position < string.count {
            state = (state ^ UInt64(string[position])) &* 0x0000_0100_0000_01B3
            position += 1
        }
        state ^= state >> 32
        state = state &* 0xD6E8_FEB8_6659_FD93
        return state ^ state >> 32
    }
}
