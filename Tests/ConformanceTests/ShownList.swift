// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchClient
import Wire

/// A list of hits as a program sees it that draws its rows.
struct ShownList {
    private let view: HitsView<AnyRecord>

    init(_ view: JSON, pages: [Int: JSON]) throws {
        self.view = try HitsView(WidgetViews(widget: "widget", view: view, pages: pages))
    }

    /// The pages that are here.
    var pages: [Int] { view.loadedPages }

    /// Whether a page is here.
    func has(_ page: Int) -> Bool { view.has(page: page) }

    /// How many rows there are, those that are missing among them.
    var count: Int { view.rowCount }

    /// The record of a row; `nil` for one that is not here.
    func record(_ row: Int) -> JSON? { view.hit(atRow: row)?.record.json }

    /// How many rows a page has.
    var size: Int { view.hitsPerPage }
}
