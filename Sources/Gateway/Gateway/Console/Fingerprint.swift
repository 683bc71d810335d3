// SPDX-License-Identifier: MIT

import Wire

/// A short text that identifies bytes.
///
/// It is equal after a restart, and differs when they change; it is not cryptographic.
enum Fingerprint {
    static func of(_ bytes: some Sequence<UInt8>) -> String { String(NameHash.of(bytes), radix: 16) }
}
