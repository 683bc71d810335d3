// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A matching record.
public struct Hit: Sendable {
    /// A record as a value, or as the text that it is stored as.
    private enum Content: Sendable {
        case value(JSON)
        case text([UInt8])
    }

    /// What the record is known by in its index.
    public let objectID: String
    /// The text of attributes in which the query was found, with the matched parts marked.
    public let highlights: [String: Highlight]
    private let content: Content

    public init(objectID: String, record: JSON, highlights: [String: Highlight] = [:]) {
        self.objectID = objectID
        self.highlights = highlights
        content = .value(record)
    }

    /// Takes a record as JSON text, which reaches the bus without ever being made a value.
    ///
    /// - Throws: `JSONError` for text that is not JSON.
    public init(objectID: String, recordText: [UInt8], highlights: [String: Highlight] = [:]) throws {
        try JSONValidator.validate(recordText)
        self.objectID = objectID
        self.highlights = highlights
        content = .text(recordText)
    }

    /// The record as it was imported, or as much of it as was asked for.
    ///
    /// One that is held as text is parsed each time.
    public var record: JSON {
        switch content {
        case .value(let record): record
        // The text was checked when it came.
        case .text(let text): (try? JSON(parsing: text)) ?? .null
        }
    }

    /// Appends the record as JSON text.
    func writeRecord(to output: inout [UInt8]) {
        switch content {
        case .value(let record): record.write(to: &output)
        case .text(let text): output.append(contentsOf: text)
        }
    }
}

extension Hit: Hashable {
    public static func == (left: Hit, right: Hit) -> Bool {
        guard left.objectID == right.objectID, left.highlights == right.highlights else { return false }
        if case .text(let left) = left.content, case .text(let right) = right.content, left == right { return true }
        return left.record == right.record
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(objectID)
        hasher.combine(highlights)
    }
}
