// SPDX-License-Identifier: MIT

import Digests

/// The stored form of a secret: its SHA-256 digest.
///
/// The secrets have 256 random bits, so a plain digest is sufficient.
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

    /// Whether two digests are the same; compares every digit, in constant time.
    public static func == (left: SecretDigest, right: SecretDigest) -> Bool {
        zip(left.text.utf8, right.text.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
