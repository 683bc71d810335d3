// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A problem of a view that does not affect the rest of it.
public struct ViewWarning: ViewObject, Hashable {
    /// The code for programs, such as `attribute-unknown`; see [protocol](../../../docs/protocol.md).
    public let code: String
    /// The problem, as text for users.
    public let message: String
    /// The remedy, if the engine has one.
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
