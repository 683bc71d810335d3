// SPDX-License-Identifier: MIT

/// A secret, which is in neither logs nor error messages, and which is compared in constant time.
public struct SecretText: Sendable, CustomStringConvertible, CustomReflectable {
    public let text: String

    public init(_ text: String) { self.text = text }

    /// A new secret of 256 random bits, in characters that are valid in a URL, a cookie and a header.
    public static func make() -> SecretText {
        var generator = SystemRandomNumberGenerator()
        return SecretText(encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }))
    }

    /// Whether a text is the secret.
    ///
    /// Compares every byte of the text, in constant time.
    public func matches(_ candidate: some StringProtocol) -> Bool {
        let expected = Array(text.utf8)
        guard !expected.isEmpty else { return false }
        let candidate = Array(candidate.utf8)
        var difference = UInt8(candidate.count == expected.count ? 0 : 1)
        for (index, byte) in candidate.enumerated() { difference |= byte ^ expected[index % expected.count] }
        return difference == 0
    }

    public var description: String { "(secret)" }
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Base64 in the alphabet for URLs, without padding.
    static func encode(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var output: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                output.append(alphabet[Int(bits >> UInt32(count) & 63)])
            }
        }
        if count > 0 { output.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
        return String(decoding: output, as: UTF8.self)
    }
}
