// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The rule for names of components, sessions and indexes.
public enum Name {
    /// Whether the text is 1 to 64 letters, digits, `_` or `-`; nothing else reaches a topic, a path or a log line.
    public static func isValid(_ text: some StringProtocol) -> Bool { isValid(text, longest: 64) }

    /// The same for a text that may have another length.
    public static func isValid(_ text: some StringProtocol, longest: Int) -> Bool {
        (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy(\.isNameByte)
    }
}

extension UInt8 {
    /// Whether it is a letter of ASCII, a digit, `_` or `-`.
    public var isNameByte: Bool {
        switch self {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x5F, 0x2D: true
        default: false
        }
    }
}
