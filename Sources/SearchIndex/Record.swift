// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A record that an index can hold: a JSON object with an `objectID`.
public struct Record: Sendable, Hashable {
    /// The attribute that a record is known by.
    public static let identifierAttribute = "objectID"
    /// How many bytes of JSON text a record may have.
    public static let largest = 1 << 20

    /// What the record is known by in its index.
    public let objectID: String
    /// The record itself, its `objectID` included.
    public let json: JSON

    /// Takes a JSON value as a record.
    ///
    /// - Throws: `SearchBusError.invalidRecord` for a value that is no object, or has no `objectID` that is a non-empty
    ///   text or an integer.
    public init(_ json: JSON) throws {
        guard let object = json.object else {
            throw SearchBusError(.invalidRecord, "A record is not a JSON object.")
        }
        switch object[Record.identifierAttribute] {
        case .string(let text) where !text.isEmpty && text.utf8.count <= 512: objectID = text
        case .int(let number): objectID = String(number)
        case nil, .null:
            throw SearchBusError(
                .invalidRecord,
                "A record has no `objectID`.",
                remedy: "Give each record an `objectID`, or pass --generate-ids to number them by line."
            )
        default:
            throw SearchBusError(.invalidRecord, "The `objectID` is not a text of 1 to 512 bytes or an integer.")
        }
        self.json = json
    }
}
