// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A parameter that a widget type understands.
public struct Parameter: Sendable, Hashable {
    /// What kind of value it takes.
    public enum Kind: Sendable, Hashable {
        case string
        case integer
        case number
        case boolean
        case strings
        /// One of these words.
        case choice([String])
        /// An object or list that the widget checks itself.
        case any
    }

    /// What the app file calls it.
    public let name: String
    /// What kind of value it takes.
    public let kind: Kind
    /// Whether the app file must give it.
    public let isRequired: Bool
    /// The value where the app file gives none.
    public let defaultValue: JSON
    /// What it is for, in one sentence.
    public let summary: String

    public init(
        _ name: String,
        _ kind: Kind,
        isRequired: Bool = false,
        default defaultValue: JSON = .null,
        _ summary: String
    ) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.defaultValue = defaultValue
        self.summary = summary
    }

    /// What is wrong with a value, in words that follow the parameter's name; `nil` where it is of the right kind.
    public func problem(with value: JSON) -> String? {
        switch kind {
        case .string: value.string == nil ? "is not a text" : nil
        case .integer: value.int == nil ? "is not a whole number" : nil
        case .number: value.double == nil ? "is not a number" : nil
        case .boolean: value.bool == nil ? "is not true or false" : nil
        case .strings: value.array?.allSatisfy { $0.string != nil } == true ? nil : "is not a list of texts"
        case .choice(let words):
            value.string.map(words.contains) == true ? nil : "is not one of: \(words.joined(separator: ", "))"
        case .any: nil
        }
    }
}

/// A parameter whose value makes no sense.
public struct ParameterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The parameter's name.
    public let parameter: String
    /// What is wrong with it and what would be right, in words that follow the name.
    public let message: String

    public init(_ parameter: String, _ message: String) {
        self.parameter = parameter
        self.message = message
    }

    public var description: String { "`\(parameter)` \(message)" }
}
