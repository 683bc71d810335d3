// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Wire

/// Which field of an index stands for an attribute.
///
/// A text is cut into words, so that its values can be neither counted nor compared; mostly it has a further field that can,
/// `brand.keyword`. Where the mapping is not known, attributes are fields as they stand.
struct ElasticFields: Sendable, Hashable {
    /// What kind of values an exact field has.
    enum Kind: Sendable, Hashable {
        case text, number, truth
        case time(isNanoseconds: Bool)
        /// Addresses and whatever else: the engine reads texts and numbers as such values.
        case other
    }

    /// A field that holds values as they are.
    struct Exact: Sendable, Hashable {
        let name: String
        let kind: Kind
        /// The path of the `nested` objects in which it lies; `nil` for a field of the record itself.
        let path: String?
        /// The unit of its numbers in requests and answers, where they are times.
        let times: ElasticTimes?
    }

    private static let textTypes: Set<String> = ["text", "match_only_text", "search_as_you_type"]
    private static let exactTypes: Set<String> = [
        "keyword", "constant_keyword", "wildcard", "flattened", "counted_keyword", "flat_object",
    ]
    private static let numberTypes: Set<String> = [
        "long", "integer", "short", "byte", "double", "float", "half_float", "scaled_float", "unsigned_long",
    ]
    private static let otherTypes: Set<String> = ["ip", "version", "alias"]

    let shape: IndexShape?
    let exactSuffix: String
    let geoField: String
    let dateUnit: ElasticSettings.DateUnit

    /// The field in which an attribute's values are counted, filtered and sorted; `nil` for a text without one, and for objects.
    ///
    /// A field that the index does not have is one that no record has.
    func exact(_ attribute: String) -> Exact? {
        // The engine's own field; nothing can be counted by it.
        attribute == "objectID" ? Self.id : own(attribute)
    }

    /// The field by which records are ordered.
    ///
    /// The engine keeps no order of its ids. So it is an attribute `objectID` that records have; `nil` where they have none.
    ///
    /// - Parameters:
    ///   - attribute: The attribute.
    ///   - loadsIDs: Whether the engine loads its ids into memory where there is nothing else.
    /// - Returns: The field.
    func sortable(_ attribute: String, loadsIDs: Bool) -> Exact? {
        guard attribute == "objectID" || attribute == Self.id.name else { return exact(attribute) }
        if shape?["objectID"] != nil, let own = own("objectID") { return own }
        if loadsIDs { return Self.id }
        // Where the mapping is not known, it is taken as it is named.
        return shape == nil ? own("objectID") : nil
    }

    /// The engine's own field of ids.
    static let id = Exact(name: "_id", kind: .text, path: nil, times: nil)

    private func own(_ attribute: String) -> Exact? {
        let path = nestedPath(of: attribute)
        guard let shape, let known = shape[attribute] else {
            return Exact(name: attribute, kind: .other, path: path, times: nil)
        }
        if let kind = Self.kind(of: known.type) {
            var times: ElasticTimes?
            if case .time(let isNanoseconds) = kind {
                times = ElasticTimes(unit: dateUnit, isNanoseconds: isNanoseconds)
            }
            return Exact(name: attribute, kind: kind, path: path, times: times)
        }
        guard known.isCountable, Self.textTypes.contains(known.type) else { return nil }
        let preferred = shape["\(attribute).\(exactSuffix)"].flatMap { Self.kind(of: $0.type) == .text ? $0.name : nil }
        let name =
            preferred
            ?? shape.attributes.first { $0.name.hasPrefix(attribute + ".") && Self.kind(of: $0.type) == .text }?.name
        return name.map { Exact(name: $0, kind: .text, path: path, times: nil) }
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

    /// The fields that hold vectors, which are not displayed and are larger than the rest of a record; those that are requested
    /// stay.
    func vectors(besides wanted: [String]) -> [String] {
        (shape?.attributes ?? []).compactMap { attribute in
            // In older versions such a field is an object of its text and of what was made of it.
            if attribute.type == Self.semanticType { return attribute.name + ".inference" }
            return Self.vectorTypes.contains(attribute.type) && !wanted.contains(attribute.name) ? attribute.name : nil
        }
    }

    private static let vectorTypes: Set<String> = [
        "dense_vector", "sparse_vector", "rank_vectors", "knn_vector", "rank_features",
    ]
    private static let semanticType = "semantic_text"

    /// The value of a record's attribute: of a text with a vector, the text.
    func value(_ value: JSON, of attribute: String) -> JSON {
        guard value.object != nil, shape?[attribute]?.type == Self.semanticType else { return value }
        return value["text"] ?? value
    }

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
        if type == "date" || type == "date_nanos" { return .time(isNanoseconds: type == "date_nanos") }
        return otherTypes.contains(type) ? .other : nil
    }

    static func isText(_ type: String) -> Bool { textTypes.contains(type) }
}
