// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What `hits` show: the pages of a list that are here, all together.
///
/// Rows are counted from 0 in the whole list. Pages may be missing between those that are here, and before them: they have
/// not come yet, or were let go.
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
    /// The page that the list began with.
    public let page: Int
    /// The pages that are here, in order.
    public private(set) var loadedPages: [Int]
    /// The lowest page that the list has had.
    public let firstPage: Int
    /// How many rows come after the last page that is here.
    public let remaining: Int
    /// The records that are here, in the order of their rows.
    public private(set) var hits: [Hit<Record>]
    /// How many rows there are up to the last one that is here, those that are missing among them.
    public private(set) var rowCount: Int
    /// Whether there is a page to load after the last one, and whether it is awaited.
    public private(set) var hasMore: Bool
    public let loadingMore: Bool
    /// Whether there is a page to load before the first one, and whether it is awaited.
    public let hasPrevious: Bool
    public let loadingPrevious: Bool
    /// The page that is awaited.
    public let awaitedPage: Int?
    /// How records can be selected; `nil` where they cannot.
    public let selection: HitsSelection?
    /// The ids of the records that are selected.
    public let selected: [String]
    /// What to say, where nothing was found and the app file has words for it.
    public let empty: String?
    /// How what matched is to be marked; `nil` where the app file does not say.
    public let highlighting: HighlightStyle?
    /// How the app file says that a record is drawn.
    public let template: JSON

    /// Where the pages begin among the hits.
    private var places: [Int: Range<Int>]

    public init(json: JSON) throws { try self.init(WidgetViews(widget: "", view: json)) }

    /// Reads the view and those of its further pages that have come.
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

    /// The record of a row; `nil` for one that is not here.
    public func hit(atRow row: Int) -> Hit<Record>? {
        let size = max(hitsPerPage, 1)
        guard row >= 0, let place = places[row / size], row % size < place.count else { return nil }
        return hits[place.lowerBound + row % size]
    }

    /// Whether a page is here.
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
