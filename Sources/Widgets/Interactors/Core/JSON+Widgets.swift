// SPDX-License-Identifier: MIT

import Wire

extension JSON {
    /// A text without quotes, anything else as JSON writes it: a number without a needless fraction.
    var label: String { string ?? text }

    /// What a widget saves; `nil` where there is nothing to save.
    static func saved(_ members: [(String, JSON)]) -> JSON? {
        members.isEmpty ? nil : .object(JSONObject(members))
    }

    func requiredBool(_ key: String) throws -> Bool {
        guard let value = try required(key).bool else { throw JSONError("`\(key)` is not true or false") }
        return value
    }

    /// A member that must be there, and may be null.
    func present(_ key: String) throws -> JSON {
        guard let value = self[key] else { throw JSONError("`\(key)` is missing") }
        return value
    }

    /// Reads a member that may be missing.
    func optional<Value>(_ key: String, _ read: (JSON) throws -> Value) throws -> Value? {
        guard let value = self[key], !value.isNull else { return nil }
        return try read(self)
    }
}
