// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What `stats` show: a line, and the figures of the last answer.
public struct StatsView: PhasedView, Hashable {
    public let status: ViewStatus
    /// The line, as the app file's template makes it.
    public let text: String
    public let nbHits: Int
    public let nbPages: Int
    public let page: Int
    public let hitsPerPage: Int
    public let processingTimeMS: Double
    public let query: String

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        text = try json.requiredString("text")
        nbHits = try json.integer("nbHits") ?? 0
        nbPages = try json.integer("nbPages") ?? 0
        page = try json.integer("page") ?? 0
        hitsPerPage = try json.integer("hitsPerPage") ?? 0
        processingTimeMS = json["processingTimeMS"]?.double ?? 0
        query = json["query"]?.string ?? ""
    }
}
