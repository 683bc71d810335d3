// SPDX-License-Identifier: MIT

import Wire

/// The pages of a list of hits, from the widget's view and its further pages.
struct HitPages {
    /// The page that the list began with.
    let start: Int
    /// The loaded pages, in order.
    let loaded: [Int]
    /// Their records, not decoded yet.
    let records: [(page: Int, records: [JSON])]

    /// The largest integer of JSON that every reader represents exactly.
    private static let limit = 9_007_199_254_740_992

    /// Gathers the pages that belong to the list that the view is of.
    ///
    /// - Throws: `JSONError` for numbers of pages that no list has.
    init(_ views: WidgetViews) throws {
        let json = views.view
        start = try Self.checked(json.integer("page") ?? 0)
        let count = try Self.checked(json.integer("pages") ?? 1)
        let list = try json.integer("list") ?? 0
        var listed: [Int]?
        if json["loaded"] != nil { listed = try json.list("loaded").map { try Self.checked($0.int ?? -1) } }
        let run = start..<start + max(count, 1)
        let isHere = { (page: Int) in listed?.contains(page) ?? run.contains(page) }
        var found: [Int: [JSON]] = [:]
        if isHere(start) { found[start] = try json.list("hits") }
        for (_, view) in views.pages where view["list"]?.int == list {
            // A page that was dropped, or whose successor has not arrived yet.
            guard let page = try view.integer("page"), page != start, isHere(page) else { continue }
            found[page] = try view.list("hits")
        }
        loaded = (listed ?? Array(found.keys)).filter { found[$0] != nil }.sorted()
        records = found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func checked(_ page: Int) throws -> Int {
        guard (0...limit).contains(page) else { throw JSONError("\(page) is not a page of a list") }
        return page
    }

    /// The number of rows up to the last loaded one.
    ///
    /// - Throws: `JSONError` for pages longer than any list has.
    func rowCount(size: Int) throws -> Int {
        guard (0...Self.limit).contains(size) else { throw JSONError("`hitsPerPage` is out of all reason") }
        guard let last = records.last else { return 0 }
        let (before, isTooLarge) = last.page.multipliedReportingOverflow(by: size)
        return isTooLarge || before > Self.limit ? Self.limit : before + last.records.count
    }
}
