// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A parameter that a widget type understands, as a member of what the app file says about the widget.
public typealias Parameter = Schema.Member

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
