// SPDX-License-Identifier: MIT

import Digests

/// Digests and codes in hexadecimal digits, in the format of Algolia's clients.
public enum HexDigest {
    /// The first bytes of a text's digest by SHA-256 (FIPS 180-4).
    ///
    /// - Parameters:
    ///   - text: The text, as UTF-8.
    ///   - count: How many bytes of the 32 are included; each is two digits.
    /// - Returns: The digits, in lower case.
    public static func sha256(_ text: String, bytes count: Int = SHA256.byteCount) -> String {
        SHA256.digest(of: text.utf8).prefix(count).hexadecimal
    }

    /// The authentication code of a message with a key: HMAC (RFC 2104) by SHA-256, 64 digits.
    public static func authenticationCode(of message: some Collection<UInt8>, key: String) -> String {
        SHA256.authenticationCode(of: message, key: key.utf8).hexadecimal
    }
}
