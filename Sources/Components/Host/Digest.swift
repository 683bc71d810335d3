// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Short texts that tell whether longer ones are the same.
package enum Digest {
    /// FNV-1a of 64 bits: the bytes are our own, so nobody looks for collisions.
    package static func number(of bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// A text of up to 16 hexadecimal digits.
    package static func text(of text: String) -> String { String(number(of: text.utf8), radix: 16) }
}
