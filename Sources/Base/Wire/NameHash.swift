// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The 64-bit FNV-1a hash of bytes; not a cryptographic hash.
///
/// Stored cursors, folder names and query identifiers depend on it, so it must not change.
public enum NameHash {
    @inlinable
    public static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
