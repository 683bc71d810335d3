// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What is odd about a view, or could not be given, while the rest of it stands.
public struct ViewWarning: ViewObject, Hashable {
    /// The word for programs, such as `attribute-unknown`; see [protocol](../../../docs/protocol.md).
    public let code: String
    /// What is wrong, in words for a person.
    public let message: String
    /// What to do about it, where the engine knows.
    public let remedy: String?

    public init(code: String, message: String, remedy: String? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    public init(json: JSON) throws {
        code = try json.requiredString("code")
        message = try json.requiredString("message")
        remedy = try json.optionalMember("remedy")
    }
}
