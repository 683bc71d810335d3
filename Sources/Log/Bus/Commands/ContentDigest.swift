// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Tells one content from another in eight bytes.
///
/// It is kept in logs, so the same bytes have to give the same digest in every version. It holds off mistakes, not
/// a sender that creates a collision: an id is its sender's own.
enum ContentDigest {
    /// The digest of bytes that follow others.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - earlier: The digest of what came before; zero for nothing.
    /// - Returns: The digest of both.
    static func digest(_ bytes: UnsafeRawBufferPointer, after earlier: UInt64 = 0) -> UInt64 {
        var digest = mix(earlier ^ 0x9E37_79B9_7F4A_7C15, UInt64(bytes.count) ^ 0xE703_7ED1_A0B4_28DB)
        var place = 0
        while place + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            digest = mix(digest ^ word, 0x8EBC_6AF0_9C88_C6E3)
            place += 8
        }
        var rest: UInt64 = 0
        while place < bytes.count {
            rest = rest << 8 | UInt64(bytes[place])
            place += 1
        }
        return mix(digest ^ rest, 0x5899_65CC_7537_4CC3)
    }

    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
