// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Backends
import SearchModel

/// Which field of an index stands for an attribute.
///
/// A text is cut into words, so that its values can be neither counted nor compared; mostly it has a further field that can,
/// `brand.keyword`. Where the mapping is not known, attributes are fields as they stand.
struct ElasticFields: Sendable, Hashable {
    /// What kind of values an exact field has.
    enum Kind: Sendable, Hashable {
        case text, number, truth
        /// Dates, addresses and whatever else: the engine reads texts and numbers as such values.
        case other
    }

    /// A field that holds values as they are.
    struct Exact: Sendable, Hashable {
        let name: String
        let kind: Kind
        /// The path of the `nested` objects in which it lies; `nil` for a field of the record itself.
        let path: String?
    }

    private static let textTypes: Set<String> = ["text", "match_only_text", "search_as_you_type"]
    private static let exactTypes: Set<String> = [
        "keyword", "constant_keyword", "wildcard", "flattened", "counted_keyword", "flat_object",
    ]
    private static let numberTypes: Set<String> = [
        "long", "integer", "short", "byte", "double", "float", "half_float", "scaled_float", "unsigned_long",
    ]
    private static let otherTypes: Set<String> = ["date", "date_nanos", "ip", "version", "alias"]

    let shape: IndexShape?
    let exactSuffix: String
    let geoField: String

    /// The field in which an attribute's values are counted, filtered and sorted; `nil` for a text without one, and for objects.
    ///
    /// A field that the index does not have is one that no record has.
    func exact(_ attribute: String) -> Exact? {
        // The engine's own field; nothing can be counted by it.
        if attribute == "objectID" { return Exact(name: "_id", kind: .text, path: nil) }
        let path = nestedPath(of: attribute)
        guard let shape, let known = shape[attribute] else { return Exact(name: attribute, kind: .other, path: path) }
        if let kind = Self.kind(of: known.type) { return Exact(name: attribute, kind: kind, path: path) }
        guard known.isCountable, Self.textTypes.contains(known.type) else { return nil }
        let preferred = shape["\(attribute).\(exactSuffix)"].flatMap { Self.kind(of: $0.type) == .text ? $0.name : nil }
        let name =
            preferred
            ?? shape.attributes.first { $0.name.hasPrefix(attribute + ".") && Self.kind(of: $0.type) == .text }?.name
        return name.map { Exact(name: $0, kind: .text, path: path) }
    }

    /// The path of the innermost `nested` objects in which an attribute lies.
    ///
    /// The engine keeps them as documents of their own: only who names the path finds what is in them.
    private func nestedPath(of attribute: String) -> String? {
        guard let shape else { return nil }
        var path = attribute[...]
        while let dot = path.lastIndex(of: ".") {
            path = path[..<dot]
            if shape[String(path)]?.type == Self.nestedType { return String(path) }
        }
        return nil
    }

    private static let nestedType = "nested"

    /// Whether the index is known not to have an attribute.
    func isUnknown(_ attribute: String) -> Bool {
        guard let shape, shape.isComplete, attribute != "objectID" else { return false }
        return shape[attribute] == nil
    }

    /// The attribute that a highlighted field is of: `brand` of `brand.keyword`.
    func attribute(of field: String) -> String {
        guard let dot = field.lastIndex(of: ".") else { return field }
        let parent = String(field[..<dot])
        guard let shape else { return field.hasSuffix("." + exactSuffix) ? parent : field }
        return shape[parent].map { Self.textTypes.contains($0.type) || Self.kind(of: $0.type) != nil } == true
            ? parent : field
    }

    /// The kind of values of a type; `nil` for one whose values cannot be compared with one.
    static func kind(of type: String) -> Kind? {
        if exactTypes.contains(type) { return .text }
        if numberTypes.contains(type) { return .number }
        if type == "boolean" { return .truth }
        return otherTypes.contains(type) ? .other : nil
    }

    static func isText(_ type: String) -> Bool { textTypes.contains(type) }
}
