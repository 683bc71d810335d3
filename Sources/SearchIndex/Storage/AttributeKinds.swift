// SPDX-License-Identifier: MIT
// Part of SearchBus.

import GRDB
import Wire

/// The attributes that records have, and the kinds of their values, as they are kept in an index file.
struct AttributeKinds: Sendable {
    /// The attributes in the order in which they were found.
    let all: [(name: String, kind: IndexDescription.Kind)]
    /// Whether there are no others.
    let isComplete: Bool
    private let kinds: [String: IndexDescription.Kind]

    init(_ all: [(name: String, kind: IndexDescription.Kind)] = [], isComplete: Bool = false) {
        self.all = all
        self.isComplete = isComplete
        kinds = Dictionary(all.map { ($0.name, $0.kind) }) { first, _ in first }
    }

    /// The kind of an attribute; `nil` where it was not found.
    subscript(attribute: String) -> IndexDescription.Kind? { kinds[attribute] }

    /// Reads what a file holds; `nil` in one that an older version made.
    init?(in database: Database) throws {
        guard let text = try database.meta(.attributes, as: String.self) else { return nil }
        let stored = try JSON(parsing: text)
        self.init(
            (stored["attributes"]?.object?.members ?? []).map { member in
                (member.key, member.value.string.flatMap(IndexDescription.Kind.init(rawValue:)) ?? .mixed)
            },
            isComplete: stored["complete"]?.bool ?? false
        )
    }

    /// What a file holds.
    var json: JSON {
        [
            "complete": .bool(isComplete),
            "attributes": .object(JSONObject(all.map { ($0.name, .string($0.kind.rawValue)) })),
        ]
    }
}
