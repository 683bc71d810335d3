// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Crypto
import Foundation

/// What is kept of a secret: its digest by SHA-256.
///
/// The secrets have 256 bits of chance, so that a plain digest does.
public struct SecretDigest: Sendable, Hashable {
    /// 64 hexadecimal digits in lower case.
    public let text: String

    public init(of secret: some StringProtocol) {
        let digits = Array("0123456789abcdef".utf8)
        let bytes = SHA256.hash(data: Data(secret.utf8)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// A digest as a file has it; `nil` for what is none.
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
