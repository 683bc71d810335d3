// SPDX-License-Identifier: MIT

import Wire

/// The view of `hits`: all loaded pages of a list.
///
/// Rows are counted from 0 in the whole list. Pages may be missing between the loaded ones, and before them: they have
/// not arrived yet, or were dropped.
public struct HitsView<Record: Decodable & Sendable>: PhasedView {
    public let status: ViewStatus
    /// The text that was searched.
    public let query: String
    /// How many records match.
    public let nbHits: Int
    public let nbPages: Int
    public let hitsPerPage: Int
    /// The identity of the list: the number of the request that began it.
    public let list: Int
    /// The page that the list began with.
    public let page: Int
    /// The loaded pages, in order.
    public private(set) var loadedPages: [Int]
    /// The lowest page that the list has had.
    public let firstPage: Int
    /// The number of rows after the last loaded page.
    public let remaining: Int
    /// The loaded records, in the order of their rows.
    public private(set) var hits: [Hit<Record>]
    /// The number of rows up to the last loaded one, including missing ones.
    public private(set) var rowCount: Int
    /// Whether there is a page to load after the last one, and whether it is being loaded.
    public private(set) var hasMore: Bool
    public let loadingMore: Bool
    /// Whether there is a page to load before the first one, and whether it is being loaded.
    public let hasPrevious: Bool
    public let loadingPrevious: Bool
    /// The page that is being loaded.
    public let awaitedPage: Int?
    /// How records can be selected; `nil` if they cannot.
    public let selection: HitsSelection?
    /// The ids of the records that are selected.
    public let selected: [String]
    /// The app file's text for an empty result.
    public let empty: String?
    /// How matches are marked; `nil` if the app file does not define it.
    public let highlighting: HighlightStyle?
    /// The app file's attributes for drawing a record.
    public let template: JSON

    /// The start of each page among the hits.
    private var places: [Int: Range<Int>]

    public init(json: JSON) throws { try self.init(WidgetViews(widget: "", view: json)) }

    /// Decodes the view and its loaded further pages.
    public init(_ views: WidgetViews) throws {
        let json = views.view
        status = try ViewStatus(json: json)
        query = json["query"]?.string ?? ""
        nbHits = try json.integer("nbHits") ?? 0
        nbPages = try json.integer("nbPages") ?? 0
        hitsPerPage = try json.integer("hitsPerPage") ?? 0
        list = try json.integer("list") ?? 0
        remaining = try json.integer("remaining") ?? 0
        hasMore = try json.truth("hasMore") ?? false
        loadingMore = try json.truth("loadingMore") ?? false
        hasPrevious = try json.truth("hasPrevious") ?? false
        loadingPrevious = try json.truth("loadingPrevious") ?? false
        awaitedPage = try json.integer("awaited")
        selection = try json.optionalMember("selection")
        selected = try json.strings("selected")
        empty = json["empty"]?.string
        highlighting = try json.optionalMember("highlighting")
        template = json["template"] ?? [:]
        let pages = try HitPages(views)
        (page, loadedPages) = (pages.start, pages.loaded)
        firstPage = try json.integer("firstPage") ?? pages.start
        var hits: [Hit<Record>] = []
        var places: [Int: Range<Int>] = [:]
        for (page, records) in pages.records {
            let start = hits.count
            hits += try records.map { try Hit<Record>(json: $0) }
            places[page] = start..<hits.count
        }
        (self.hits, self.places) = (hits, places)
        rowCount = try pages.rowCount(size: hitsPerPage)
    }

    /// The record of a row; `nil` if it is not loaded.
    public func hit(atRow row: Int) -> Hit<Record>? {
        let size = max(hitsPerPage, 1)
        guard row >= 0, let place = places[row / size], row % size < place.count else { return nil }
        return hits[place.lowerBound + row % size]
    }

    /// Whether a page is loaded.
    public func has(page: Int) -> Bool { places[page] != nil }

    /// The same list with some pages that an earlier view of it had.
    func holding(_ wanted: ClosedRange<Int>, of earlier: HitsView) -> HitsView {
        guard list == earlier.list, hitsPerPage == earlier.hitsPerPage else { return self }
        let held = earlier.loadedPages.filter { wanted.contains($0) && !has(page: $0) }
        guard !held.isEmpty else { return self }
        var view = self
        (view.hits, view.places, view.loadedPages) = ([], [:], (loadedPages + held).sorted())
        for page in view.loadedPages {
            let start = view.hits.count
            view.hits += records(of: page) ?? earlier.records(of: page) ?? []
            view.places[page] = start..<view.hits.count
        }
        view.rowCount = max(rowCount, held.contains(view.loadedPages.last ?? 0) ? earlier.rowCount : 0)
        view.hasMore = hasMore || (view.loadedPages.last ?? 0) + 1 < nbPages
        return view
    }

    private func records(of page: Int) -> [Hit<Record>]? { places[page].map { Array(hits[$0]) } }
}

extension HitsView: Equatable where Record: Equatable {}
extension HitsView: Hashable where Record: Hashable {}

/// How records of a list can be selected.
public struct HitsSelection: ViewObject, Hashable {
    /// Whether several can be at a time.
    public let isMultiple: Bool
    /// The attributes whose values are sent with a selected record.
    public let attributes: [String]

    public init(json: JSON) throws {
        isMultiple = json["mode"] == "multiple"
        attributes = try json.strings("attributes")
    }
}
