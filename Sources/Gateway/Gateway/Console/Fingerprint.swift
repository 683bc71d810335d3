// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A short text that stands for bytes.
///
/// It is the same after a restart, and another one when they change; it is no protection against anybody.
enum Fingerprint {
    static func of(_ bytes: some Sequence<UInt8>) -> String { String(NameHash.of(bytes), radix: 16) }
}
