// SPDX-License-Identifier: MIT

import Wire

/// A record that an index can hold: a JSON object with an `objectID`.
///
/// It is kept as text, so that it is returned with every digit of its numbers, and nothing is parsed without need.
public struct Record: Sendable {
    /// The attribute that a record is known by.
    public static let identifierAttribute = "objectID"
    /// How many bytes of JSON text a record may have.
    public static let largest = 1 << 20
    /// How deeply arrays and objects may nest in a record, itself included.
    public static let deepest = JSONLimits().depth
    /// How many members an object in a record may have, or the record itself.
    public static let mostMembers = 1_000
    /// How many values a record may hold: texts, numbers, arrays, objects and names of members, all together.
    public static let mostValues = JSONLimits().values

    /// What the record is known by in its index.
    public let objectID: String
    /// The record itself, its `objectID` included: one JSON object in UTF-8 without needless white space.
    ///
    /// No object in it has two members of one name.
    public let text: [UInt8]

    /// Takes the text of a record.
    ///
    /// Of members with the same name the last counts; the others are left out, as is white space between values.
    ///
    /// - Throws: `SearchBusError.invalidRecord` for text that is not one JSON object in UTF-8, has a NUL, passes a limit, or
    ///   has no `objectID` that is a text of 1 to 512 bytes or an integer of 64 bits.
    public init(text: [UInt8]) throws {
        do throws(RecordFault) {
            try self.init(checking: text)
        } catch {
            throw error.error(in: text)
        }
    }

    /// Takes a JSON value as a record.
    ///
    /// - Throws: `SearchBusError.invalidRecord` as for the value's text.
    public init(_ json: JSON) throws {
        try self.init(text: json.bytes)
    }

    init(checking text: [UInt8]) throws(RecordFault) {
        let check = try RecordCheck(text)
        objectID = check.objectID
        self.text = check.isTidy ? text : RecordTidying.tidied(text, hasDuplicates: check.hasDuplicates)
    }

    /// The record as a tree, which is parsed each time.
    public var json: JSON {
        // It was checked when it came.
        (try? JSON(parsing: text)) ?? .null
    }
}

extension Record: Hashable {
    /// Records are equal where their values are, however they are written.
    public static func == (left: Record, right: Record) -> Bool {
        left.objectID == right.objectID && (left.text == right.text || left.json == right.json)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(objectID) }
}
