// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// What stands for a text that is only compared with others.
enum TextDigest {
    /// FNV-1a: the same in every process; never 0, which stands for none.
    static func of(_ text: String) -> UInt64 {
        max(1, text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    }
}
