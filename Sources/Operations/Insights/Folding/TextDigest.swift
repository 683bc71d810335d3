// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What stands for a text that is only compared with others.
enum TextDigest {
    /// The same in every process; never 0, which stands for none.
    static func of(_ text: String) -> UInt64 { max(1, NameHash.of(text.utf8)) }
}
