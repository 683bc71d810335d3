// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A short text that stands for bytes (FNV-1a).
///
/// It is the same after a restart, and another one when they change; it is no protection against anybody.
enum Fingerprint {
    static func of(_ bytes: some Sequence<UInt8>) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16)
    }
}
