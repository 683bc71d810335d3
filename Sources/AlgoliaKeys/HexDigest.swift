// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Crypto
import Foundation

/// Digests and codes in hexadecimal digits, as Algolia's clients write them.
public enum HexDigest {
    /// The first bytes of a text's digest by SHA-256 (FIPS 180-4).
    ///
    /// - Parameters:
    ///   - text: The text, of which the bytes in UTF-8 are taken.
    ///   - count: How many bytes of the 32 are told; each is two digits.
    /// - Returns: The digits, in lower case.
    public static func sha256(_ text: String, bytes count: Int = SHA256.byteCount) -> String {
        digits(of: SHA256.hash(data: Data(text.utf8)).prefix(count))
    }

    /// The code by which who knows the key vouches for a message: HMAC (RFC 2104) by SHA-256, 64 digits.
    public static func authenticationCode(of message: some Collection<UInt8>, key: String) -> String {
        let key = SymmetricKey(data: Data(key.utf8))
        return digits(of: HMAC<SHA256>.authenticationCode(for: Data(message), using: key))
    }

    /// Bytes, each as two digits in lower case.
    static func digits(of bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
