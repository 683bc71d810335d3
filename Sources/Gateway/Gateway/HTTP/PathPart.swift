// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

extension StringProtocol {
    /// A part of a path decoded, where a plus sign stands for itself; `nil` for one that is not well encoded.
    var decodedPathPart: String? {
        guard utf8.contains(UInt8(ascii: "%")) else { return String(self) }
        return PercentCoding.decoded(utf8, hasSpaces: false)
    }
}
