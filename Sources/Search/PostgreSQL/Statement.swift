// SPDX-License-Identifier: MIT

/// A statement of SQL with its values, which travel beside it and are never part of its text.
public struct Statement: Sendable, Hashable {
    /// The text; values are written as `$1`, `$2` and so on.
    public var text: String
    /// The values in their order, each as PostgreSQL writes it; none holds the character 0, which PostgreSQL has no place for.
    public private(set) var values: [String] = []

    public init(_ text: String = "") { self.text = text }

    /// Takes a value along.
    ///
    /// - Parameters:
    ///   - value: The value as PostgreSQL writes it; it ends before a character 0.
    ///   - type: The type that it has, a word of ours.
    /// - Returns: What stands for it in the text, such as `$3::text`.
    public mutating func bind(_ value: String, as type: StaticString = "text") -> String {
        values.append(value)
        return "$\(values.count)::\(type)"
    }

    /// A name in quotes, so that it can be nothing else than a name.
    ///
    /// - Returns: `nil` for what cannot be a name: nothing at all, or a text with the character 0.
    public static func quoted(_ name: String) -> String? {
        guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
        var quoted = "\""
        for scalar in name.unicodeScalars {
            if scalar == "\"" { quoted.unicodeScalars.append("\"") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
