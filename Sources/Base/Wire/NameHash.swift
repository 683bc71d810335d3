// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A number of 64 bits that stands for bytes: FNV-1a, the same in every process and language.
///
/// Cursors, names of folders and identifiers of queries are made of it, so that it never changes; it is no protection against anybody.
public enum NameHash {
    @inlinable
    public static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
