// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Wire

/// The fields of a collection, as far as its schema is known.
struct TypesenseFields: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case text, integer, number, truth, other
    }

    let shape: IndexShape?

    /// The kind of a field's values: `.other` where nothing is known, `nil` for a field that the collection does not have.
    func kind(of attribute: String) -> Kind? {
        guard attribute != "objectID" else { return .text }
        guard let shape else { return .other }
        guard let known = shape[attribute] else { return nil }
        switch known.type.replacing("[]", with: "") {
        case "string", "string*": return .text
        case "int32", "int64": return .integer
        case "float": return .number
        case "bool": return .truth
        default: return .other
        }
    }

    /// Whether a field is counted, as far as is known.
    func isCountable(_ attribute: String) -> Bool { shape?[attribute]?.isCountable ?? (shape == nil) }

    /// The fields whose words are searched where the app file names none.
    var texts: [String] {
        (shape?.attributes ?? []).filter { kind(of: $0.name) == .text && $0.name != "id" }.map(\.name)
    }

    /// The fields that hold vectors, which are not displayed and are larger than the rest of a record; those that are requested
    /// stay.
    func vectors(besides wanted: [String]) -> [String] {
        (shape?.attributes ?? []).filter { $0.type == Self.vectorType && !wanted.contains($0.name) }.map(\.name)
    }

    /// The type of lists of numbers that are vectors, in a shape; the engine calls them `float[]` as others.
    private static let vectorType = "vector"

    /// The name of an attribute in the engine's expressions, which have no way to quote one.
    ///
    /// - Throws: `SearchBusError.invalidArgument` for a name with signs of the language in it.
    static func name(_ attribute: String) throws -> String {
        if attribute == "objectID" { return "id" }
        let isPlain = attribute.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-" || $0 == "."
        }
        guard isPlain, !attribute.isEmpty else {
            throw SearchBusError(
                .invalidArgument,
                "The engine has no way to write the attribute `\(attribute.prefix(64))`.",
                remedy: "Name attributes with letters, digits, `_`, `-` and `.` alone."
            )
        }
        return attribute
    }

    /// Reads the answer to `GET /collections/NAME`.
    static func shape(of reply: JSON) throws -> IndexShape {
        guard reply["fields"] != nil else { throw JSONError("`fields` is missing") }
        var isComplete = true
        let attributes = try reply.list("fields").compactMap { field -> IndexShape.Attribute? in
            let name = try field.requiredString("name")
            // Names that are patterns stand for fields that come to be with records.
            guard !name.contains("*") else {
                isComplete = false
                return nil
            }
            let isVector = field["num_dim"] != nil || field["embed"] != nil
            let type = isVector ? vectorType : field["type"]?.string ?? ""
            let isIndexed = field["index"]?.bool ?? true
            let isNumber = ["int32", "int64", "float"].contains(type.replacing("[]", with: ""))
            return IndexShape.Attribute(
                name,
                type: isIndexed || isVector ? type : "",
                isCountable: isIndexed && field["facet"]?.bool ?? false,
                isComparable: isIndexed && isNumber
            )
        }
        return IndexShape(attributes: attributes, isComplete: isComplete)
    }
}
