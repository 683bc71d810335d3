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
    /// How many results are relevant, where others are left out.
    public let nbSortedHits: Int?
    /// What the engine knows the search by.
    public let queryID: String?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        text = try json.requiredString("text")
        nbHits = try json.requiredInt("nbHits")
        nbPages = try json.requiredInt("nbPages")
        page = try json.requiredInt("page")
        hitsPerPage = try json.requiredInt("hitsPerPage")
        processingTimeMS = try json.requiredDouble("processingTimeMS")
        query = try json.requiredString("query")
        nbSortedHits = try json.integer("nbSortedHits")
        queryID = try json.optionalString("queryID")
    }
}
