// SPDX-License-Identifier: MIT

import AppModel
import Interactors
import SearchModel
import Testing
import Wire

@testable import Components

/// What clients may request from a searcher beyond the app file.
@Suite("Clients' permissions at a searcher")
struct SearcherReachTests {
    private func app(indexes: [String] = [], retrieving attributes: [String]? = nil) -> App {
        let list = WidgetConfiguration(
            name: "brand",
            type: "refinement-list",
            searcher: "products",
            filterState: "main",
            parameters: ["attribute": "brand"]
        )
        let order = WidgetConfiguration(
            name: "order",
            type: "sort-by",
            searcher: "products",
            parameters: ["items": [["index": "products"], ["index": "products_cheap"]]]
        )
        return App(
            name: "shop",
            searchers: [
                Searcher(
                    name: "products",
                    kind: .hits(index: "products", hitsPerPage: 20),
                    extraNeeds: SearchNeeds(facets: ["color"], stats: ["price"]),
                    attributesToRetrieve: attributes
                ),
                Searcher(name: "films", kind: .hits(index: "films", hitsPerPage: 20)),
                Searcher(name: "both", kind: .multi(members: ["products", "films"])),
            ],
            filterStates: [.init(name: "main", searchers: ["products"])],
            widgets: [list, order].map { App.Widget($0) },
            indexes: indexes
        )
    }

    private func started(_ app: App) throws -> StoreBench {
        var bench = try StoreBench(app)
        _ = try bench.tell("session", "start")
        return bench
    }

    @Test func `It is the searcher's index, those that its widgets offer, and those of the app file`() throws {
        let app = app(indexes: ["archive"])
        #expect(app.reach(of: "products").indexes == ["products", "products_cheap", "archive"])
        #expect(app.reach(of: "films").indexes == ["films", "archive"])
        #expect(app.reach(of: "products").counted == nil)
        #expect(
            try App(json: app.json) == app && SearcherReach(json: app.reach(of: "films").json) == app.reach(of: "films")
        )
        let bound = self.app(retrieving: ["name"]).reach(of: "products")
        #expect(bound.counted == ["name", "brand", "color", "price"])
        #expect(try SearcherReach(json: bound.json) == bound)
    }

    @Test func `Another index is refused, whichever way a session asks for it, and whether it exists or not`() throws {
        var bench = try started(app(indexes: ["archive"]))
        let link = "?index.films="
        let state: JSON = ["searchers": ["films": ["index": "secret"]]]
        for (addressee, type, data) in [
            ("films", "set-index", ["index": "secret"]), ("films", "set-index", ["index": "products"]),
            ("both", "set-index", ["index": "products_cheap"]),
            ("session", "restore", ["link": .string(link + "secret")]),
            ("session", "restore", ["state": state]),
        ] as [(String, String, JSON)] {
            let turn = try bench.tell(addressee, type, data)
            #expect(turn.results == ["rejected"] && turn.code == "unknown-index", "\(type) \(data)")
            #expect(turn.requests.isEmpty)
        }
        #expect(try bench.tell("both", "set-index", ["index": "archive"]).results == ["applied"])
        #expect(try bench.tell("session", "restore", ["link": .string(link + "archive")]).results == ["applied"])
        #expect(try bench.tell("products", "set-index", ["index": "products_cheap"]).results == ["applied"])
        #expect(try bench.tell("products", "set-index", ["index": .null]).results == ["applied"])
    }

    @Test func `An index that the app file names no longer is left with the next start, and no step leads back to it`()
        throws
    {
        var bench = try started(app(indexes: ["archive"]))
        _ = try bench.tell("films", "set-index", ["index": "archive"])
        var left = try bench.restart(as: app())
        let turn = try left.revisit()
        #expect(turn.member("films")?["index"] == "films" && turn.member("films")?["chosen"] == nil)
        _ = try bench.tell("films", "set-index", ["index": .null])
        var later = try bench.restart(as: app())
        #expect(try later.tell("session", "undo").results == ["rejected"], "it leads to an index that is not named")
    }

    @Test func `What results leave out is not counted for clients, unless the app has it counted`() throws {
        var bench = try started(app(retrieving: ["name", "maker"]))
        for needs: JSON in [
            ["facets": [["attribute": "name"], ["attribute": "maker.country"]], "stats": []],
            ["facets": [["attribute": "color"]], "stats": ["price"]], ["facets": [["attribute": "brand", "limit": 3]]],
        ] {
            #expect(try bench.tell("products", "add-needs", needs).results == ["applied"], "\(needs)")
        }
        for needs: JSON in [
            ["facets": [["attribute": "cost"]]], ["stats": ["cost"]], ["facets": [["attribute": "makers"]]],
            ["facets": [["attribute": "name"], ["attribute": "cost"]]],
        ] {
            let turn = try bench.tell("products", "add-needs", needs)
            #expect(turn.results == ["rejected"] && turn.requests.isEmpty, "\(needs)")
        }
        #expect(try bench.tell("films", "add-needs", ["facets": [["attribute": "cost"]]]).results == ["applied"])
    }
}
