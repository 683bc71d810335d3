// SPDX-License-Identifier: MIT

/// Short values that tell whether longer ones are the same; collisions are not an attack, since the bytes are our own.
package enum Digest {
    /// A number of 64 bits, made eight bytes at a time: views of many kilobytes are compared with each key.
    package static func number(of bytes: some Collection<UInt8>) -> UInt64 {
        bytes.withContiguousStorageIfAvailable { number(of: UnsafeRawBufferPointer($0)) }
            ?? Array(bytes).withUnsafeBytes(number)
    }

    private static func number(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        var digest = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
        var place = 0
        while place + 8 <= bytes.count {
            digest = mixed(digest, bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        var rest: UInt64 = 0
        while place < bytes.count {
            rest = rest << 8 | UInt64(bytes[place])
            place += 1
        }
        return mixed(digest, rest)
    }

    private static func mixed(_ digest: UInt64, _ word: UInt64) -> UInt64 {
        let product = (digest ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low &+ 0xA076_1D64_78BD_642F
    }

    /// A text of up to 16 hexadecimal digits.
    package static func text(of text: String) -> String { String(number(of: Array(text.utf8)), radix: 16) }
}

/// Remembers what was published last, so that what did not change is not published again.
public struct Published: Sendable {
    private var digest: UInt64?

    public init() {}

    /// Remembers bytes that are on the log already.
    public init(_ bytes: some Collection<UInt8>) {
        digest = Digest.number(of: bytes)
    }

    public var isEmpty: Bool { digest == nil }

    /// Remembers the bytes as published; answers whether they differ from those before.
    public mutating func update(_ bytes: [UInt8]) -> Bool {
        let new = Digest.number(of: bytes)
        guard new != digest else { return false }
        digest = new
        return true
    }
}
