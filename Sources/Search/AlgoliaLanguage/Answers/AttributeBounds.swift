// SPDX-License-Identifier: MIT

import Wire

/// The attributes that an answer may contain, as restricted by a key or the settings of an index.
///
/// The syntax is that of `attributesToRetrieve`: names, with dots for nested ones; `*` for all; `-NAME` for all but that one.
public struct AttributeBounds: Sendable, Hashable {
    /// The attributes that may be shown, with all within them; `nil` for all.
    let listed: [String]?
    /// The attributes that may not be shown, nor anything within them.
    let withheld: Set<String>

    /// Reads names of attributes.
    init(_ names: [String]) {
        withheld = Set(names.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) })
        listed = names.contains("*") || !withheld.isEmpty ? nil : names
    }

    /// Returns the parts of an attribute that may be shown: itself, those within it that are listed, or none.
    func shown(of attribute: String) -> [String] {
        guard !withheld.contains(where: { Self.holds($0, attribute) || Self.holds(attribute, $0) }) else { return [] }
        guard let listed, !listed.contains(where: { Self.holds($0, attribute) }) else { return [attribute] }
        return listed.filter { Self.holds(attribute, $0) }
    }

    /// Returns the text of a record with only the permitted attributes, and its identifier.
    ///
    /// - Throws: `JSONError` for text that is not one JSON object.
    public func cut(_ record: [UInt8]) throws -> [UInt8] {
        let text = try listed.map { try JSONSelection($0 + ["objectID"]).cut(record) } ?? record
        guard !withheld.isEmpty else { return text }
        return Self.removing(withheld, from: try JSON(parsing: text)).bytes
    }

    /// Returns a record without attributes, at any depth; its identifier stays.
    static func removing(_ attributes: Set<String>, from record: JSON) -> JSON {
        attributes.reduce(record) { record, attribute in
            guard attribute != "objectID" else { return record }
            return removing(attribute.split(separator: ".", omittingEmptySubsequences: false)[...], from: record)
        }
    }

    private static func removing(_ path: ArraySlice<Substring>, from value: JSON) -> JSON {
        if let elements = value.array { return .array(elements.map { removing(path, from: $0) }) }
        guard let object = value.object, let first = path.first else { return value }
        // A member whose own name contains the dots matches too.
        let whole = path.joined(separator: ".")
        return .object(
            JSONObject(
                object.members.compactMap { member in
                    guard member.key != whole else { return nil }
                    guard member.key == first else { return (member.key, member.value) }
                    return (member.key, removing(path.dropFirst(), from: member.value))
                }
            )
        )
    }

    /// Whether an attribute is another one or is within it.
    private static func holds(_ outer: String, _ inner: String) -> Bool {
        inner == outer || inner.hasPrefix(outer + ".")
    }
}

extension AlgoliaQuestion {
    /// The bounds on the attributes of the answer: those of the key, and the index's own.
    ///
    /// - Parameter unretrievable: The attributes that the settings of the index withhold (`unretrievableAttributes`).
    /// - Returns: The bounds, all of which apply.
    /// - Throws: `AlgoliaError` for a restriction that cannot be read.
    public func attributeBounds(unretrievable: JSON?) throws(AlgoliaError) -> [AttributeBounds] {
        var bounds: [AttributeBounds] = []
        for restriction in restrictions {
            guard let names = try ParameterValues(restriction).texts("attributesToRetrieve") else { continue }
            bounds.append(AttributeBounds(names))
        }
        let withheld = (unretrievable?.array ?? []).compactMap(\.string)
        if !withheld.isEmpty { bounds.append(AttributeBounds(withheld.map { "-\($0)" })) }
        return bounds
    }

    /// Whether the key may not see withheld attributes when it reads the whole index.
    public var hidesUnretrievable: Bool { restrictions.contains { $0["hidesUnretrievable"] == true } }

    /// The maximum number of hits in the answer.
    var hitLimit: Int {
        restrictions.compactMap { $0["maxHitsPerQuery"]?.int }.reduce(AlgoliaQuery.paginationLimit) {
            min($0, max(0, $1))
        }
    }
}
