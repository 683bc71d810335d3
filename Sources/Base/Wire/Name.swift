// SPDX-License-Identifier: MIT

/// The rule for names of components, sessions and indexes.
public enum Name {
    public static let maxLength = 64

    /// Whether the text is 1 to `maxLength` letters, digits, `_` or `-`; nothing else reaches a topic, a path or a log line.
    @inlinable
    public static func isValid(_ text: some StringProtocol) -> Bool { isValid(text, longest: maxLength) }

    /// The same for a text that may have another length.
    @inlinable
    public static func isValid(_ text: some StringProtocol, longest: Int) -> Bool {
        (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy(\.isNameByte)
    }
}

extension UInt8 {
    /// Whether it is a letter of ASCII, a digit, `_` or `-`.
    @inlinable public var isNameByte: Bool {
        switch self {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x5F, 0x2D: true
        default: false
        }
    }
}

/// The 64-bit FNV-1a hash of bytes; not a cryptographic hash.
///
/// Stored cursors, folder names and query identifiers depend on it, so it must not change.
public enum NameHash {
    @inlinable
    public static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
