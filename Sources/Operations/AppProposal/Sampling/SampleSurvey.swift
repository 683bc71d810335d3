// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchIndex
import Wire

/// What a sample of records has of each attribute.
public struct SampleSurvey: Sendable {
    /// How many attributes are told apart, how deep they may lie, and how long a name may be.
    public static let mostAttributes = 256
    private static let deepest = 4
    private static let longestName = 256

    /// The attributes in the order in which records name them.
    public private(set) var attributes: [AttributeTally] = []
    /// How many records were looked at.
    public private(set) var sampleCount = 0
    /// How many of them lie somewhere (`_geoloc`).
    public private(set) var placeCount = 0
    /// Whether there are attributes that were not looked at.
    public private(set) var hasMore = false
    private var places: [String: Int] = [:]

    public init() {}

    /// Looks at records.
    public init(of records: [Record]) {
        for record in records { add(record.json) }
    }

    /// The attribute of a name.
    public subscript(name: String) -> AttributeTally? { places[name].map { attributes[$0] } }

    /// Looks at one more record.
    public mutating func add(_ record: JSON) {
        for member in record.object?.members ?? [] where member.key != Record.identifierAttribute {
            if member.key == "_geoloc" {
                if Self.isPlace(member.value) { placeCount += 1 }
                continue
            }
            add(member.value, name: member.key, depth: 1)
        }
        sampleCount += 1
    }

    private static func isPlace(_ value: JSON) -> Bool {
        let point = value.array?.first ?? value
        return point["lat"]?.double != nil && point["lng"]?.double != nil
    }

    private mutating func add(_ value: JSON, name: String, depth: Int, isInList: Bool = false) {
        switch value.read {
        case .object(let object):
            guard depth < Self.deepest else {
                hasMore = true
                return
            }
            for member in object.members { add(member.value, name: "\(name).\(member.key)", depth: depth + 1) }
        case .array(let elements):
            for element in elements {
                if element.array == nil { add(element, name: name, depth: depth, isInList: true) }
            }
        case .null, .text: return
        case let scalar:
            guard let place = place(of: name, isTop: depth == 1) else { return }
            attributes[place].add(scalar, of: sampleCount, isInList: isInList)
        }
    }

    private mutating func place(of name: String, isTop: Bool) -> Int? {
        if let place = places[name] { return place }
        guard attributes.count < Self.mostAttributes, !name.isEmpty, name.utf8.count <= Self.longestName else {
            hasMore = true
            return nil
        }
        places[name] = attributes.count
        attributes.append(AttributeTally(name, isTop: isTop))
        return attributes.count - 1
    }
}
