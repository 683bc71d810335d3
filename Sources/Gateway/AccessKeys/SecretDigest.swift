// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Digests

/// What is kept of a secret: its digest by SHA-256.
///
/// The secrets have 256 bits of chance, so that a plain digest does.
public struct SecretDigest: Sendable, Hashable {
    /// 64 hexadecimal digits in lower case.
    public let text: String

    public init(of secret: some StringProtocol) {
        text = SHA256.digest(of: secret.utf8).hexadecimal
    }

    /// A digest as stored in a file; `nil` for other texts.
    public init?(text: String) {
        let isHexadecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard text.utf8.count == 64, isHexadecimal else { return nil }
        self.text = text
    }

    /// Whether two digests are the same; looks at every digit, wherever the first difference is.
    public static func == (left: SecretDigest, right: SecretDigest) -> Bool {
        zip(left.text.utf8, right.text.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
