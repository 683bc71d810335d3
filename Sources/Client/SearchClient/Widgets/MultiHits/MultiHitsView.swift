// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// The first records of one searcher, or its first values where it searches values.
public struct ResultSection: Sendable, Hashable {
    /// The searcher's name.
    public let searcher: String
    public let title: String
    /// How far its search has got.
    public let status: ViewStatus
    /// Whether there is anything of it to show.
    public let listed: Bool
    /// The text that was searched.
    public let query: String
    /// How many records or values match.
    public let nbHits: Int
    /// The first records.
    public let hits: [Hit<AnyRecord>]
    /// The first values, of a searcher of values.
    public let values: [SelectableItem<Facet>]
    /// How the app file says that a record is drawn.
    public let template: JSON

    init(json: JSON) throws {
        searcher = try json.requiredString("searcher")
        title = try json.requiredString("title")
        status = try ViewStatus(json: json)
        listed = try json.requiredTruth("listed")
        query = try json.requiredString("query")
        nbHits = try json.requiredInt("nbHits")
        hits = try json.required("hits", each: Hit<AnyRecord>.init(json:))
        values = try json.selectable("values", each: Facet.init(json:))
        template = try json.requiredObject("template")
    }
}

/// What `multi-hits` show.
public struct MultiHitsView: PhasedView, Hashable {
    public let status: ViewStatus
    /// The sections in order, those too that are not listed.
    public let sections: [ResultSection]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        sections = try json.required("sections", each: ResultSection.init(json:))
    }
}
