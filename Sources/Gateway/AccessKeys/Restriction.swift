// SPDX-License-Identifier: MIT

import Digests
import Foundation
import Wire

/// What a program took from a key before it gave it on: `{"filters", "session", "endsAt"}`, each if it is wanted.
///
/// A server makes such a key for each of its tenants without asking the gateway: the key's text, a dot-separated signature
/// included, is all that there is of it. It ends with the key that it was made from.
public struct Restriction: Sendable, Hashable {
    /// The maximum size of a restricted key, in bytes.
    public static let textLimit = 6_144

    public var filters: KeyFilters?
    /// The only session that the key opens.
    public var session: String?
    /// The time of its expiry, in seconds since 1970.
    public var endsAt: Int?

    public init(filters: KeyFilters? = nil, session: String? = nil, endsAt: Int? = nil) {
        (self.filters, self.session, self.endsAt) = (filters, session, endsAt)
    }

    /// Makes a key with these restrictions.
    ///
    /// - Parameter key: The text of a key of the role `session` or `read`.
    /// - Returns: The text of the new key; `nil` if the text is not that of a key of the file.
    public func key(from key: some StringProtocol) -> String? {
        guard let (id, secret) = AccessKey.parts(of: key), !secret.contains(".") else { return nil }
        let payload = SecretText.encode(Array(json.bytes))
        return
            "\(AccessKey.text(id: id, secret: payload)).\(Self.signature(of: payload, with: SecretDigest(of: secret)))"
    }

    /// The code by which the gateway recognizes a payload: of the digest of the key's secret, which is what it knows.
    static func signature(of payload: some StringProtocol, with digest: SecretDigest) -> String {
        SHA256.authenticationCode(of: payload.utf8, key: digest.text.utf8).hexadecimal
    }

    var json: JSON {
        var members = JSONObject()
        if let filters { members["filters"] = .string(filters.text) }
        if let session { members["session"] = .string(session) }
        if let endsAt { members["endsAt"] = JSON(endsAt) }
        return .object(members)
    }

    /// Reads a payload whose signature was checked.
    ///
    /// - Throws: `JSONError` for invalid restrictions, also for unknown ones: they must not be disregarded.
    init(payload: some StringProtocol) throws {
        guard let bytes = Self.decoded(payload) else { throw JSONError("the restrictions are not in base64") }
        let json = try JSON(parsing: bytes, limits: JSONLimits(depth: 2, values: 8))
        guard let members = json.object, !members.isEmpty else { throw JSONError("there are no restrictions") }
        if let other = members.keys.first(where: { !["filters", "session", "endsAt"].contains($0) }) {
            throw JSONError("unknown restriction `\(other.prefix(80))`")
        }
        if members["filters"] != nil { filters = try KeyFilters(try json.requiredString("filters")) }
        if members["session"] != nil {
            let name = try json.requiredString("session")
            guard Name.isValid(name), !AccessScope.isShared(name) else { throw JSONError("invalid session ID") }
            session = name
        }
        if members["endsAt"] != nil { endsAt = try json.requiredInt("endsAt") }
    }

    /// Reads base64 in the alphabet for URLs, without padding.
    private static func decoded(_ text: some StringProtocol) -> [UInt8]? {
        let usual = text.utf8.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - usual.count % 4) % 4)
        return Data(base64Encoded: Data(usual + padding)).map(Array.init)
    }
}
