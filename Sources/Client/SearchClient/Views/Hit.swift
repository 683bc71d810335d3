// SPDX-License-Identifier: MIT

import Wire

/// A record that was found.
public struct Hit<Record: Decodable & Sendable>: ViewObject {
    public let objectID: String
    /// The record as a type of yours, or `AnyRecord`.
    public let record: Record
    /// The matches, by attribute.
    public let highlights: [String: Highlight]
    /// Its position in the list, from 0.
    public let position: Int

    public init(objectID: String, record: Record, highlights: [String: Highlight] = [:], position: Int) {
        self.objectID = objectID
        self.record = record
        self.highlights = highlights
        self.position = position
    }

    public init(json: JSON) throws {
        objectID = try json.requiredString("objectID")
        position = try json.integer("position") ?? 0
        record = try (json["record"] ?? [:]).decoded(naming: "the record `\(objectID)`")
        let marked = json["highlights"]?.object?.members ?? []
        highlights = Dictionary(
            marked.compactMap { member in Highlight(json: member.value).map { (member.key, $0) } }
        ) { $1 }
    }
}

extension Hit: Equatable where Record: Equatable {}
extension Hit: Hashable where Record: Hashable {}

/// A record of any form, for programs without a type for it.
public struct AnyRecord: Decodable, Sendable, Hashable {
    public let json: JSON

    public init(_ json: JSON) { self.json = json }

    /// Needed for `Decodable`; records are made from JSON directly.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "AnyRecord stands for a whole record"
            )
        )
    }
}
