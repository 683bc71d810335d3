// SPDX-License-Identifier: MIT

import Wire

/// A matching record.
public struct Hit: Sendable {
    /// A hit in parts, or its text in the results.
    enum Content: Sendable {
        case parts(objectID: String, record: JSON, highlights: [String: Highlight])
        case text(JSONText)
    }

    let content: Content
    /// Why the record stands where it does, where that was asked for.
    ///
    /// Results on the bus have its explanation, if there is one.
    public var ranking: HitRanking?

    public init(objectID: String, record: JSON, highlights: [String: Highlight] = [:]) {
        content = .parts(objectID: objectID, record: record, highlights: highlights)
    }

    /// Takes a record as JSON text, which reaches the bus without ever being made a value.
    ///
    /// - Throws: `JSONError` for text that is not JSON.
    public init(objectID: String, recordText: [UInt8], highlights: [String: Highlight] = [:]) throws {
        self.init(objectID: objectID, record: .text(try JSONText(parsing: recordText)), highlights: highlights)
    }

    /// Takes a hit's text in the results, to pass it on.
    ///
    /// - Throws: `JSONError` for one without an `objectID`.
    init(text: JSONText) throws {
        guard text["objectID"]?.string != nil else { throw JSONError("`objectID` is missing or no string") }
        content = .text(text)
    }

    /// What the record is known by in its index.
    public var objectID: String {
        switch content {
        case .parts(let objectID, _, _): objectID
        case .text(let text): text["objectID"]?.string ?? ""
        }
    }

    /// The imported record, or its requested attributes; parsed each time if it is still a text.
    public var record: JSON {
        switch content {
        case .parts(_, let record, _): record.read
        case .text(let text): text["record"] ?? [:]
        }
    }

    /// The record as JSON text, as it stands.
    public var recordText: JSONText {
        switch content {
        case .parts(_, let record, _): JSONText(record)
        case .text(let text): JSONText(text["record"] ?? [:])
        }
    }

    /// The text of attributes in which the query was found, with the matched parts marked; parsed each time where they are
    /// text still.
    public var highlights: [String: Highlight] {
        switch content {
        case .parts(_, _, let highlights): highlights
        case .text(let text):
            // An invalid highlight marks nothing.
            (text["highlights"]?.object?.members ?? []).reduce(into: [:]) {
                $0[$1.key] = try? Highlight(json: $1.value)
            }
        }
    }

    public var text: JSONText {
        switch content {
        case .parts: JSONText(json)
        case .text(let text): text
        }
    }
}

extension Hit: Hashable {
    public static func == (left: Hit, right: Hit) -> Bool {
        if case .text(let left) = left.content, case .text(let right) = right.content, left.bytes == right.bytes {
            return true
        }
        return left.objectID == right.objectID && left.highlights == right.highlights && left.record == right.record
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(objectID)
        hasher.combine(highlights)
    }
}
