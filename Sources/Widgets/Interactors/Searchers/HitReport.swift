// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A user's action on a result.
public struct HitReport: Sendable, Hashable {
    /// What was done; the type of the intent.
    public enum Kind: String, Sendable, Hashable {
        /// It was opened.
        case click = "report-click"
        /// It led to what it was for: a purchase, an order, a download.
        case conversion = "report-conversion"
    }

    public let kind: Kind
    public let objectID: String
    /// Where it stood among all results, the first being 1, where that is known.
    public let position: Int?
    /// The text whose result it was; without it, the text that is searched for now.
    public let query: String?

    /// Reads an intent of one of these kinds.
    ///
    /// - Throws: `JSONError` for data that makes no sense.
    init(_ intent: Intent) throws {
        guard let kind = Kind(rawValue: intent.type) else { throw JSONError("`\(intent.type)` is not a report") }
        self.kind = kind
        objectID = try intent.data.requiredString("objectID")
        guard (1...512).contains(objectID.utf8.count) else { throw JSONError("`objectID` has not 1 to 512 bytes") }
        position = try intent.data.optional("position") { try $0.requiredInt("position") }
        guard position.map((1...1_000_000).contains) ?? true else {
            throw JSONError("`position` is not within 1 and 1000000")
        }
        query = try intent.data.optional("query") { try $0.requiredString("query") }
    }

    /// The report as it travels.
    var intent: Intent {
        var data = JSONObject([("objectID", .string(objectID))])
        if let position { data["position"] = JSON(position) }
        if let query { data["query"] = .string(query) }
        return Intent(type: kind.rawValue, data: .object(data))
    }
}
