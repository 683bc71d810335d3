// SPDX-License-Identifier: MIT

import SearchClient
import Wire

/// A list of hits as a program that draws its rows sees it.
struct ShownList {
    private let view: HitsView<AnyRecord>

    init(_ view: JSON, pages: [Int: JSON]) throws {
        self.view = try HitsView(WidgetViews(widget: "widget", view: view, pages: pages))
    }

    /// The loaded pages.
    var pages: [Int] { view.loadedPages }

    /// Whether a page is loaded.
    func has(_ page: Int) -> Bool { view.has(page: page) }

    /// How many rows there are, including missing ones.
    var count: Int { view.rowCount }

    /// The record of a row; `nil` if it is not loaded.
    func record(_ row: Int) -> JSON? { view.hit(atRow: row)?.record.json }

    /// How many rows a page has.
    var size: Int { view.hitsPerPage }
}
