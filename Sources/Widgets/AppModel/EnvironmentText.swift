// SPDX-License-Identifier: MIT

import Wire

/// A text in which `${NAME}` stands for an environment variable.
public struct EnvironmentText: Sendable, Hashable {
    public enum Piece: Sendable, Hashable {
        case text(String)
        case variable(String)
    }

    public let pieces: [Piece]

    public var variables: [String] {
        pieces.compactMap { piece in
            guard case .variable(let name) = piece else { return nil }
            return name
        }
    }

    /// Reads a text.
    ///
    /// - Throws: `SearchBusError` for a `${` that is not closed or names nothing that can be a variable.
    public init(_ text: String) throws(SearchBusError) {
        var pieces: [Piece] = []
        var rest = Substring(text)
        while let dollar = rest.firstIndex(of: "$") {
            let after = rest[rest.index(after: dollar)...]
            guard after.first == "{" else {
                pieces.append(.text(String(rest[...dollar])))
                rest = after
                continue
            }
            let inside = after.dropFirst()
            guard let closing = inside.firstIndex(of: "}"), EnvironmentText.isName(inside[..<closing]) else {
                throw SearchBusError(
                    .invalidAppFile,
                    "a `${` is not followed by the name of an environment variable and `}`",
                    remedy: "Write ${NAME}, with letters, digits and `_` in the name."
                )
            }
            if dollar > rest.startIndex { pieces.append(.text(String(rest[..<dollar]))) }
            pieces.append(.variable(String(inside[..<closing])))
            rest = inside[inside.index(after: closing)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.pieces = pieces
    }

    /// The text with the values of the variables.
    ///
    /// - Parameters:
    ///   - environment: The values.
    ///   - owner: What needs them, in words such as "backend `products`".
    /// - Returns: The text.
    /// - Throws: `SearchBusError` that names a variable which is not set.
    public func value(in environment: [String: String], owner: String) throws -> String {
        try pieces.map { piece in
            switch piece {
            case .text(let text): return text
            case .variable(let name):
                guard let value = environment[name] else {
                    throw SearchBusError(
                        .invalidAppFile,
                        "\(owner) needs the environment variable `\(name)`, which is not set",
                        remedy: "Set `\(name)` in the environment of `searchbus up`."
                    )
                }
                return value
            }
        }.joined()
    }

    public static func isVariable(_ text: String) -> Bool { isName(text[...]) }

    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.first, !first.isNumber else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
