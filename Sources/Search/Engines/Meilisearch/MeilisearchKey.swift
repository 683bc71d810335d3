// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Which attribute of an index's records is their `objectID`: the index's primary key, whose values are texts or whole numbers.
struct MeilisearchKey: Sendable, Hashable {
    /// The candidates, the likeliest first: if it is not configured, it is what most indexes have.
    private let names: [String]

    /// - Parameter name: The primary key; `nil` where it is not known.
    init(_ name: String?) { names = name.map { [$0] } ?? ["objectID", "id"] }

    /// The primary key, as far as is known.
    var name: String { names[0] }

    func field(of attribute: String) -> String {
        switch attribute {
        case "objectID": name
        case Filter.geoAttribute: MeilisearchDialect.geoAttribute
        default: attribute
        }
    }

    /// What the engine calls attributes that are wanted, each once.
    func fields(of attributes: [String]) -> [String] {
        var fields: [String] = []
        for field in attributes.flatMap({ $0 == "objectID" ? names : [field(of: $0)] }) where !fields.contains(field) {
            fields.append(field)
        }
        return fields
    }

    /// The id of a record as a text, and the attribute that has it.
    func objectID(of record: JSON) throws -> (id: String, name: String) {
        for name in names {
            guard let value = record.at(name) else { continue }
            if let text = value.string { return (text, name) }
            // A whole number, beyond those of 64 bits too.
            if let number = value.double, number == number.rounded() { return (value.text, name) }
        }
        throw JSONError(
            "a record has no `\(names.joined(separator: "` and no `"))` that is a text or a whole number; "
                + "name the index's primary key as `primaryKey` of the backend"
        )
    }
}
