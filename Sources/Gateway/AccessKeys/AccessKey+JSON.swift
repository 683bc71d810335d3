// SPDX-License-Identifier: MIT

import Bus
import Wire

extension AccessKey: JSONConvertible {
    /// Reads a key of the file.
    ///
    /// - Throws: `JSONError` if it is not a key.
    public init(json: JSON) throws {
        let id = try json.requiredString("id")
        guard Name.isValid(id), let role = AccessRole(rawValue: try json.requiredString("role")),
            let digest = SecretDigest(text: try json.requiredString("digest"))
        else { throw JSONError("not a key") }
        let session = json["session"]?.string
        guard session == nil || (Name.isValid(session ?? "") && role != .admin) else {
            throw JSONError("not a key of a session")
        }
        let filters = try json["filters"].map { _ in try KeyFilters(try json.requiredString("filters")) }
        guard filters == nil || role != .admin else { throw JSONError("not a key with filters") }
        self.init(
            id: id,
            scope: AccessScope(role, session: session, filters: filters),
            digest: digest,
            description: json["description"]?.string ?? "",
            createdAt: try json.integer("createdAt") ?? 0,
            endsAt: try json.integer("endsAt")
        )
        revokedAt = try json.integer("revokedAt")
        former = (json["former"]?.array ?? []).prefix(Self.formerLimit).compactMap(Former.init(json:))
    }

    /// The key in the format of the file.
    public var json: JSON {
        var members = description(showing: true)
        if !former.isEmpty { members["former"] = .array(former.map(\.json)) }
        return .object(members)
    }

    /// The public part of the key, for users and programs that manage keys.
    public var shown: JSONObject { description(showing: false) }

    private func description(showing isDigestShown: Bool) -> JSONObject {
        var members = JSONObject([("id", .string(id)), ("role", .string(scope.role.rawValue))])
        if let session = scope.session { members["session"] = .string(session) }
        if let filters = scope.filters { members["filters"] = .string(filters.text) }
        if isDigestShown { members["digest"] = .string(digest.text) }
        if !description.isEmpty { members["description"] = .string(description) }
        members["createdAt"] = JSON(createdAt)
        if let endsAt { members["endsAt"] = JSON(endsAt) }
        if let revokedAt { members["revokedAt"] = JSON(revokedAt) }
        return members
    }
}

extension AccessKey.Former {
    init?(json: JSON) {
        guard let digest = json["digest"]?.string.flatMap(SecretDigest.init(text:)), let endsAt = json["endsAt"]?.int
        else { return nil }
        self.init(digest: digest, endsAt: endsAt)
    }

    var json: JSON { ["digest": .string(digest.text), "endsAt": JSON(endsAt)] }
}
