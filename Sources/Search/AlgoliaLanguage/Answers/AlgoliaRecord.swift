// SPDX-License-Identifier: MIT

import Wire

/// Records in the format of Algolia's clients: each has its `objectID` as text, even if the record has a number.
public enum AlgoliaRecord {
    /// Whether the text of a record begins with an `objectID` that is text.
    static func hasIdentifier(_ text: [UInt8]) -> Bool { text.starts(with: #"{"objectID":""#.utf8) }

    /// The text of a record with its identifier as text.
    public static func identified(_ text: [UInt8], as objectID: String) -> [UInt8] {
        guard !hasIdentifier(text), var object = (try? JSON(parsing: text))?.object else { return text }
        object["objectID"] = .string(objectID)
        return JSON.object(object).bytes
    }
}
