// SPDX-License-Identifier: MIT

import Wire

extension StringProtocol {
    /// A decoded part of a path, in which a plus sign is unchanged; `nil` for invalid encoding.
    var decodedPathPart: String? {
        guard utf8.contains(UInt8(ascii: "%")) else { return String(self) }
        return PercentCoding.decoded(utf8, hasSpaces: false)
    }
}
