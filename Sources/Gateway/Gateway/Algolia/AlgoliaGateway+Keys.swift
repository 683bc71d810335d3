// SPDX-License-Identifier: MIT

import AlgoliaKeys
import AlgoliaLanguage
import Bus
import Hummingbird
import HummingbirdCore
import Wire

/// Keys: the only routes that return them, and only for the admin key.
extension AlgoliaGateway {
    /// Answers `GET /1/keys`.
    func keys(_ call: AlgoliaCall) throws -> Response {
        .json(["keys": .array(credentials.ring.keys.map { Self.description(of: $0) })])
    }

    /// Answers `GET /1/keys/KEY`: every client may read the key that it presents.
    func key(_ call: AlgoliaCall) throws -> Response {
        let value = call.names.key
        let isOwn = call.key == value
        guard isOwn || call.access.rights.contains(.admin) else { throw Self.notAllowed }
        guard let key = credentials.ring.keys.first(where: { $0.value == value }) else { throw Self.unknownKey }
        return .json(Self.description(of: key))
    }

    /// Answers `POST /1/keys`.
    func makeKey(_ call: AlgoliaCall) async throws -> Response {
        let key = try AlgoliaKey(
            wanted: try await body(call),
            value: AlgoliaKey.makeValue(),
            createdAt: AlgoliaCredentials.now
        )
        try credentials.file.change(at: AlgoliaCredentials.now) { try $0.insert(key) }
        return .json(
            ["key": .string(key.value), "createdAt": .string(Timestamp.now().description)],
            status: .created
        )
    }

    /// Answers `PUT /1/keys/KEY`.
    func changeKey(_ call: AlgoliaCall) async throws -> Response {
        let value = call.names.key
        let wanted = try await body(call)
        try credentials.file.change(at: AlgoliaCredentials.now) { ring in
            guard let known = ring.keys.first(where: { $0.value == value }), !known.rights.contains(.admin) else {
                throw Self.unknownKey
            }
            try ring.insert(try AlgoliaKey(wanted: wanted, value: value, createdAt: known.createdAt))
        }
        return .json(["key": .string(value), "updatedAt": .string(Timestamp.now().description)])
    }

    /// Answers `DELETE /1/keys/KEY`.
    func deleteKey(_ call: AlgoliaCall) throws -> Response {
        try credentials.file.change(at: AlgoliaCredentials.now) { ring in
            guard let key = ring.remove(call.names.key) else { throw Self.unknownKey }
            guard !key.rights.contains(.admin) else { throw AlgoliaError("The admin key cannot be deleted.") }
        }
        return .json(["deletedAt": .string(Timestamp.now().description)])
    }

    private static var unknownKey: AlgoliaError { AlgoliaError("Key does not exist", status: 404) }

    /// A key in the format of clients.
    private static func description(of key: AlgoliaKey) -> JSON {
        [
            "value": .string(key.value), "createdAt": JSON(key.createdAt),
            "acl": JSON(key.rights.filter { $0 != .admin }.map(\.rawValue).sorted()), "indexes": JSON(key.indexes),
            "description": .string(key.description), "maxHitsPerQuery": JSON(key.maxHitsPerQuery),
            "maxQueriesPerIPPerHour": 0, "queryParameters": .string(FormText.text(of: key.parameters)),
            "referers": [], "validity": JSON(key.endsAt.map { max(1, $0 - AlgoliaCredentials.now) } ?? 0),
        ]
    }
}
