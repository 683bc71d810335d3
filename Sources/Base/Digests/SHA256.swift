// SPDX-License-Identifier: MIT

import COpenSSL

/// A SHA-256 digest (FIPS 180-4), computed over bytes that arrive in parts.
///
/// An instance may be used by one thread at a time.
public final class SHA256 {
    /// The size of a digest in bytes.
    public static let byteCount = 32

    private let context: OpaquePointer

    public init() {
        // Both calls fail only where memory has run out or OpenSSL is not usable.
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            preconditionFailure("OpenSSL cannot compute SHA-256.")
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Adds bytes to what is digested.
    public func update(_ bytes: [UInt8]) {
        let isUpdated = EVP_DigestUpdate(context, bytes, bytes.count)
        precondition(isUpdated == 1, "OpenSSL cannot compute SHA-256.")
    }

    /// Returns the digest of all bytes so far; more may follow.
    public func digest() -> [UInt8] {
        guard let copy = EVP_MD_CTX_new() else { preconditionFailure("Out of memory.") }
        defer { EVP_MD_CTX_free(copy) }
        var digest = [UInt8](repeating: 0, count: Self.byteCount)
        let isFinal = EVP_MD_CTX_copy_ex(copy, context) == 1 && EVP_DigestFinal_ex(copy, &digest, nil) == 1
        precondition(isFinal, "OpenSSL cannot compute SHA-256.")
        return digest
    }

    public static func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
        let hash = SHA256()
        hash.update(Array(bytes))
        return hash.digest()
    }

    /// Returns the message authentication code HMAC-SHA-256 (RFC 2104) of a message.
    public static func authenticationCode(of message: some Sequence<UInt8>, key: some Sequence<UInt8>) -> [UInt8] {
        let (message, key) = (Array(message), Array(key))
        var code = [UInt8](repeating: 0, count: byteCount)
        // OpenSSL takes a key of no bytes only with a pointer that is not null.
        let made = (key.isEmpty ? [0] : key).withUnsafeBufferPointer {
            HMAC(EVP_sha256(), $0.baseAddress, Int32(clamping: key.count), message, message.count, &code, nil)
        }
        precondition(made != nil, "OpenSSL cannot compute HMAC-SHA-256.")
        return code
    }
}
