// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Digests
import Wire

/// The permissions of a key.
public enum AlgoliaRight: String, Sendable, Hashable, CaseIterable {
    case search, browse, addObject, deleteObject, deleteIndex, settings, editSettings, listIndexes, recommendation
    case analytics, logs, seeUnretrievableAttributes
    /// To create, read and delete keys: only the admin key's.
    case admin
}

/// A key with its permissions.
public struct AlgoliaKey: Sendable, Hashable {
    /// The key itself: a secret.
    public let value: String
    public var rights: Set<AlgoliaRight>
    /// The permitted indexes, by their names or with a `*` at an end; empty for all.
    public var indexes: [String]
    /// Parameters that every query has; filters among them cannot be removed.
    public var parameters: JSONObject
    /// The maximum number of hits of one query; 0 for the general limit.
    public var maxHitsPerQuery: Int
    public var description: String
    /// The time of its creation, in seconds since 1970.
    public let createdAt: Int
    /// The time of its expiry, in seconds since 1970; `nil` for never.
    public var endsAt: Int?

    public init(
        value: String,
        rights: Set<AlgoliaRight>,
        indexes: [String] = [],
        parameters: JSONObject = JSONObject(),
        maxHitsPerQuery: Int = 0,
        description: String = "",
        createdAt: Int,
        endsAt: Int? = nil
    ) {
        self.value = value
        self.rights = rights
        self.indexes = indexes
        self.parameters = parameters
        self.maxHitsPerQuery = maxHitsPerQuery
        self.description = description
        self.createdAt = createdAt
        self.endsAt = endsAt
    }

    /// A new text of 128 random bits, in the format of Algolia's own keys.
    public static func makeValue() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }.hexadecimal
    }

    /// Whether the key has expired.
    func hasEnded(at now: Int) -> Bool { endsAt.map { $0 <= now } ?? false }
}

extension AlgoliaKey: JSONConvertible {
    /// Reads a key of the file.
    public init(json: JSON) throws {
        let rights = try json.strings("acl").map { name in
            guard let right = AlgoliaRight(rawValue: name) else { throw JSONError("Unknown permission `\(name)`") }
            return right
        }
        self.init(
            value: try json.requiredString("value"),
            rights: Set(rights),
            indexes: json["indexes"] == nil ? [] : try json.strings("indexes"),
            parameters: try AlgoliaKey.parameters(json["queryParameters"]?.string ?? ""),
            maxHitsPerQuery: try json.integer("maxHitsPerQuery") ?? 0,
            description: json["description"]?.string ?? "",
            createdAt: try json.integer("createdAt") ?? 0,
            endsAt: try json.integer("endsAt")
        )
        guard (16...256).contains(value.utf8.count) else { throw JSONError("a key has 16 to 256 bytes") }
    }

    /// Reads the parameters that a key puts on every query.
    ///
    /// - Throws: `AlgoliaError` for invalid parameters, and for repeated ones.
    public static func parameters(_ text: String) throws(AlgoliaError) -> JSONObject {
        guard text.utf8.count <= 4_096 else { throw AlgoliaError("queryParameters: more than 4096 bytes") }
        let members = try ParameterValues(try FormText.uniqueMembers(of: text.drop { $0 == "?" })).members
        _ = try AlgoliaQuery(AlgoliaQuestion(.hits, index: "", parameters: members))
        return members
    }

    /// The key in the format of the file, including the secret.
    public var json: JSON {
        var members = JSONObject([
            ("value", .string(value)), ("acl", JSON(rights.map(\.rawValue).sorted())), ("createdAt", JSON(createdAt)),
        ])
        if !indexes.isEmpty { members["indexes"] = JSON(indexes) }
        if !parameters.isEmpty { members["queryParameters"] = .string(FormText.text(of: parameters)) }
        if maxHitsPerQuery > 0 { members["maxHitsPerQuery"] = JSON(maxHitsPerQuery) }
        if !description.isEmpty { members["description"] = .string(description) }
        if let endsAt { members["endsAt"] = JSON(endsAt) }
        return .object(members)
    }
}

extension AlgoliaKey {
    /// Creates a key from a request: `{"acl", "indexes", "queryParameters", "maxHitsPerQuery", "description", "validity"}`.
    ///
    /// - Throws: `AlgoliaError` that describes the problem.
    public init(wanted: JSONObject, value: String, createdAt: Int) throws(AlgoliaError) {
        let names = (wanted["acl"]?.array ?? []).map(\.string)
        var rights: Set<AlgoliaRight> = []
        for name in names {
            guard let right = name.flatMap(AlgoliaRight.init(rawValue:)), right != .admin else {
                throw AlgoliaError("acl: a list of rights is expected, such as [\"search\"]")
            }
            rights.insert(right)
        }
        guard !rights.isEmpty else { throw AlgoliaError("acl: a list of rights is expected, such as [\"search\"]") }
        let indexes = (wanted["indexes"]?.array ?? []).compactMap(\.string)
        guard indexes.count <= 100, indexes.allSatisfy({ (1...256).contains($0.utf8.count) }) else {
            throw AlgoliaError("indexes: at most a hundred names are allowed")
        }
        let parameters = try AlgoliaKey.parameters(wanted["queryParameters"]?.string ?? "")
        _ = try KeyAccess.networks(parameters)
        let validity = wanted["validity"]?.int ?? 0
        let hits = wanted["maxHitsPerQuery"]?.int ?? 0
        guard (0...Int(Int32.max)).contains(validity), (0...1_000).contains(hits) else {
            throw AlgoliaError("validity and maxHitsPerQuery: numbers are expected, the latter up to 1000")
        }
        self.init(
            value: value,
            rights: rights,
            indexes: indexes,
            parameters: parameters,
            maxHitsPerQuery: hits,
            description: String((wanted["description"]?.string ?? "").prefix(256)),
            createdAt: createdAt,
            endsAt: validity > 0 ? createdAt + validity : nil
        )
    }
}
