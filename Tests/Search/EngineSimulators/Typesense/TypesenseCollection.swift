// SPDX-License-Identifier: MIT

import Wire

/// An error of the simulated Typesense.
struct TypesenseFailure: Error {
    let code: Int
    let message: String

    init(_ code: Int, _ message: String) { (self.code, self.message) = (code, message) }
}

/// A collection of the simulated Typesense: fields with their types, and documents.
struct TypesenseCollection: Sendable {
    struct Field: Sendable {
        let type: String
        let isFacet: Bool

        var isText: Bool { type.hasPrefix("string") }
        var isWhole: Bool { type.hasPrefix("int") }
        var isNumber: Bool { isWhole || type.hasPrefix("float") }
    }

    let schema: JSON
    let fields: [String: Field]
    /// Signs that separate words; other signs are removed.
    private let separators: Set<Character>
    private(set) var documents: [JSON] = []

    init(schema: JSON) throws {
        self.schema = schema
        var fields: [String: Field] = [:]
        for field in schema["fields"]?.array ?? [] {
            guard let name = field["name"]?.string, let type = field["type"]?.string else {
                throw TypesenseFailure(
                    400,
                    "Wrong format for `fields`. It should be an array of objects containing `name`, `type`, …"
                )
            }
            fields[name] = Field(type: type, isFacet: field["facet"]?.bool ?? false)
        }
        self.fields = fields
        separators = Set((schema["token_separators"]?.array ?? []).compactMap { $0.string?.first })
    }

    mutating func add(_ document: JSON) throws {
        guard document["id"]?.string != nil else {
            throw TypesenseFailure(400, "Document's `id` field should be a string.")
        }
        for (name, field) in fields where name != "id" {
            for value in values(name, document) {
                let fits = field.isText ? value.string != nil : field.isNumber ? value.double != nil : true
                guard fits else { throw TypesenseFailure(400, "Field `\(name)` must be a \(field.type).") }
            }
        }
        documents.append(document)
    }

    func values(_ name: String, _ document: JSON) -> [JSON] {
        let found = document.values(at: name)
        // Numbers with fractions have 32 bits.
        guard fields[name]?.type.hasPrefix("float") == true else { return found }
        return found.map { $0.double.map { .number(Double(Float($0))) } ?? $0 }
    }

    /// The words of a text: cut at spaces and separators, without other signs, in lower case.
    func words(_ text: String) -> [String] {
        text.lowercased().split { $0.isWhitespace || separators.contains($0) }
            .map { String($0.filter { $0.isLetter || $0.isNumber }) }.filter { !$0.isEmpty }
    }
}
