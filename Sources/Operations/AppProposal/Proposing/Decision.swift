// SPDX-License-Identifier: MIT

import Wire

/// Something that was decided, and why.
public struct Decision: Sendable, Hashable {
    /// What it is about: an attribute, or a part of the app.
    public let subject: String
    /// What becomes of it.
    public let choice: String
    public let reason: String

    public init(_ subject: String, _ choice: String, _ reason: String) {
        (self.subject, self.choice, self.reason) = (subject, choice, reason)
    }

    /// The decision as JSON, for programs.
    public var json: JSON {
        ["subject": .string(subject), "choice": .string(choice), "reason": .string(reason)]
    }
}
