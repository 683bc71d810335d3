// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What `hits` show: the list as far as it is loaded, all its pages together.
public struct HitsView<Record: Decodable & Sendable>: PhasedView {
    public let status: ViewStatus
    /// The text that was searched.
    public let query: String
    /// How many records match.
    public let nbHits: Int
    public let nbPages: Int
    public let hitsPerPage: Int
    /// Which list this is: the number of the request that began it.
    public let list: Int
    /// The records, without a gap from the first one on.
    public let hits: [Hit<Record>]
    /// Whether there is another page to load, and whether one is awaited.
    public let hasMore: Bool
    public let loadingMore: Bool
    /// How the app file says that a record is drawn.
    public let template: JSON

    public init(json: JSON) throws { try self.init(WidgetViews(widget: "", view: json)) }

    /// Reads the view and those of its further pages that have come.
    public init(_ views: WidgetViews) throws {
        let json = views.view
        status = try ViewStatus(json: json)
        query = json["query"]?.string ?? ""
        nbHits = try json.integer("nbHits") ?? 0
        nbPages = try json.integer("nbPages") ?? 0
        hitsPerPage = try json.integer("hitsPerPage") ?? 0
        let list = try json.integer("list") ?? 0
        self.list = list
        hasMore = try json.truth("hasMore") ?? false
        loadingMore = try json.truth("loadingMore") ?? false
        template = json["template"] ?? [:]
        var hits = try json.list("hits").map { try Hit<Record>(json: $0) }
        for number in 1..<max(try json.integer("pages") ?? 1, 1) {
            // A page that has not come yet ends the list for now.
            guard let page = views.pages[number], page["list"]?.int == list else { break }
            hits += try page.list("hits").map { try Hit<Record>(json: $0) }
        }
        self.hits = hits
    }
}

extension HitsView: Equatable where Record: Equatable {}
extension HitsView: Hashable where Record: Hashable {}
