// SPDX-License-Identifier: MIT

import Wire

/// The attributes that records have, and the kinds of their values, as they are kept in a manifest.
struct AttributeKinds: Sendable {
    let all: [(name: String, kind: IndexDescription.Kind)]
    /// Whether there are no others.
    let isComplete: Bool
    private let kinds: [String: IndexDescription.Kind]

    init(_ all: [(name: String, kind: IndexDescription.Kind)] = [], isComplete: Bool = false) {
        self.all = all
        self.isComplete = isComplete
        kinds = Dictionary(all.map { ($0.name, $0.kind) }) { first, _ in first }
    }

    subscript(attribute: String) -> IndexDescription.Kind? { kinds[attribute] }

    init(json: JSON) {
        self.init(
            (json["attributes"]?.object?.members ?? []).map { member in
                (member.key, member.value.string.flatMap(IndexDescription.Kind.init(rawValue:)) ?? .mixed)
            },
            isComplete: json["complete"]?.bool ?? false
        )
    }

    /// These attributes and those of others, as many as are distinguished in all.
    func union(_ other: AttributeKinds) -> AttributeKinds {
        var joined = all.map { entry in
            let kind = other[entry.name].map { $0 == entry.kind ? $0 : .mixed } ?? entry.kind
            return (name: entry.name, kind: kind)
        }
        joined += other.all.filter { self[$0.name] == nil }
        // One more than those of records: `objectID`.
        let kept = joined.prefix(AttributeWalker.mostAttributes + 1)
        return AttributeKinds(Array(kept), isComplete: isComplete && other.isComplete && kept.count == joined.count)
    }

    var json: JSON {
        [
            "complete": .bool(isComplete),
            "attributes": .object(JSONObject(all.map { ($0.name, .string($0.kind.rawValue)) })),
        ]
    }
}

extension AttributeKinds: Hashable {
    static func == (left: AttributeKinds, right: AttributeKinds) -> Bool {
        left.isComplete == right.isComplete && left.all.elementsEqual(right.all) { $0 == $1 }
    }

    func hash(into hasher: inout Hasher) { for entry in all { hasher.combine(entry.name) } }
}
