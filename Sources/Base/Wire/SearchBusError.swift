// SPDX-License-Identifier: MIT

/// Something refused or failed: what happened, and what to do about it.
public struct SearchBusError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The entry in the catalogue.
    public let code: ErrorCode
    /// What happened and where, in words for a person.
    public let message: String
    /// What to do about it.
    public let remedy: String
    /// How long the failed service must not be called again; `nil` if unknown.
    ///
    /// It is not part of the JSON.
    public let retryAfter: Duration?

    public init(_ code: ErrorCode, _ message: String, remedy: String? = nil, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy ?? code.remedy
        self.retryAfter = retryAfter
    }

    public var description: String { "\(message) [\(code.rawValue)]\n  \(remedy)" }
}

extension SearchBusError: JSONConvertible {
    public init(json: JSON) throws {
        let name = try json.requiredString("code")
        self.init(
            ErrorCode(rawValue: name) ?? .internalError,
            json["message"]?.string ?? name,
            remedy: json["remedy"]?.string
        )
    }

    public var json: JSON {
        ["code": .string(code.rawValue), "message": .string(message), "remedy": .string(remedy)]
    }
}
