// SPDX-License-Identifier: MIT

import AppModel
import Interactors
import SearchModel
import Testing
import Wire

@testable import Components

/// One filter state that reaches indexes with other names for its attributes.
@Suite struct StateStoreAttributesTests {
    @Test func `A searcher gets the filters with its index's attribute names, and there is one filter state`() throws {
        var app = App.shop()
        let price = FilterIntent.toggle(
            Filter(attribute: "price", condition: .range(1...2)),
            in: .init(kind: .and, name: "price")
        ).intent
        app.filterStates = [
            App.FilterStateConfiguration(
                name: "main",
                searchers: ["products", "films"],
                attributes: ["films": AttributeMap(["brand": "studio", "price": nil])]
            )
        ]
        #expect(try App(json: app.json) == app)
        var bench = try StoreBench(app)
        _ = try bench.tell("session", "start")
        let page = try bench.tell("films", "load-page", ["page": 2, "request": 1])
        #expect(page.member("films")?["page"] == 2)
        let priced = try bench.tell([("main", price)])
        #expect(priced.member("products") != nil)
        #expect(priced.member("films") == nil, "filters that it does not get change nothing, and it keeps its page")
        let turn = try bench.tell([
            ("main", FilterIntent.toggle(.facet("brand", "acme"), in: .init(kind: .or, name: "brand")).intent)
        ])
        let kept = try FilterState(json: try #require(turn.filters["main"]))
        #expect(kept.groups.flatMap(\.filters).map(\.attribute).sorted() == ["brand", "price"])
        let films = try FilterState(json: try #require(turn.member("films")?["filters"]))
        #expect(films.groups.flatMap(\.filters) == [.facet("studio", "acme")])
        #expect(turn.member("films")?["page"] == 0)
        let products = try FilterState(json: try #require(turn.member("products")?["filters"]))
        #expect(products.groups.flatMap(\.filters).map(\.attribute).sorted() == ["brand", "price"])
        let back = try bench.tell("session", "undo")
        #expect(try FilterState(json: try #require(back.member("films")?["filters"])).isEmpty)
    }
}
