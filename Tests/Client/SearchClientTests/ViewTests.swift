// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import SearchClient

private struct Record: Decodable, Sendable, Hashable {
    let name: String
    let price: Double?
}

@Suite struct ViewTests {
    private func hit(_ name: String, _ position: Int) -> JSON {
        [
            "objectID": .string("id-\(name)"), "record": ["name": .string(name), "extra": [1, 2]],
            "highlights": ["name": [["la", true], ["mp", false]], "tags": [[["x", true]]]], "position": JSON(position),
        ]
    }

    @Test func `a search box has its text and whose edit it is`() throws {
        let text: JSON = ["query": "lamp", "placeholder": "P", "client": "c", "edit": 3, "voice": [:]]
        let view = try SearchBoxView(json: DeclaredViews.json("search-box", text))
        #expect(view.mode == .searchAsYouType && !view.autofocus && view.voice?.language == nil)
        #expect((view.query, view.placeholder, view.client, view.edit) == ("lamp", "P", "c", 3))
        #expect(throws: JSONError.self) { try SearchBoxView(json: ["phase": "ready"]) }
    }

    @Test(arguments: ViewPhase.allCases)
    func `every phase is known`(phase: ViewPhase) throws {
        let view = try LoadingView(json: DeclaredViews.json("loading", ["phase": .string(phase.rawValue)]))
        #expect(view.phase == phase)
        #expect(view.isLoading == (phase == .loading || phase == .stalled))
    }

    @Test func `a failure has a reason, and may leave older results`() throws {
        let error: JSON = ["code": "backend-timeout", "message": "slow", "remedy": "Wait."]
        let view = try StatsView(
            json: DeclaredViews.json(
                "stats",
                ["phase": "failed", "stale": true, "error": error, "text": "3 results", "nbHits": 3]
            )
        )
        #expect(view.phase == .failed && view.stale)
        #expect(view.error == SearchBusError(.backendTimeout, "slow", remedy: "Wait."))
        #expect((view.text, view.nbHits) == ("3 results", 3))
    }

    @Test func `an unknown phase of a later version is accepted`() throws {
        #expect(try LoadingView(json: DeclaredViews.json("loading", ["phase": "dreaming"])).phase == .ready)
    }

    @Test func `hits are records of one's own type, with what matched`() throws {
        let json: JSON = [
            "phase": "ready", "query": "la", "nbHits": 9, "nbPages": 5, "hitsPerPage": 2, "list": 4, "pages": 1,
            "hits": [hit("lamp", 0), hit("lace", 1)], "hasMore": true, "loadingMore": false,
            "template": ["title": "name"],
        ]
        let view = try HitsView<Record>(json: json)
        #expect(view.hits.map(\.record) == [Record(name: "lamp", price: nil), Record(name: "lace", price: nil)])
        #expect(
            view.hits[0].highlights["name"]?.spans == [.init("la", isMatched: true), .init("mp", isMatched: false)]
        )
        #expect(view.hits[0].highlights["tags"] == nil)
        #expect((view.hits[1].objectID, view.hits[1].position) == ("id-lace", 1))
        #expect(view.hasMore && !view.loadingMore && view.nbHits == 9)
        #expect(try HitsView<AnyRecord>(json: json).hits[0].record.json["extra"] == [1, 2])
    }

    @Test func `a record that does not fit is named`() throws {
        let json: JSON = ["phase": "ready", "hits": [["objectID": "p1", "record": ["price": 3]]]]
        #expect { try HitsView<Record>(json: json) } throws: { "\($0)".contains("`p1`") }
    }

    @Test func `the pages that have come are there, with gaps, and those of another list are left out`() throws {
        let first: JSON = [
            "phase": "ready", "list": 4, "pages": 4, "page": 2, "hitsPerPage": 2, "loaded": [0, 2, 3, 6],
            "firstPage": 0, "hits": [hit("c", 4), hit("d", 5)], "hasPrevious": true, "awaited": 1, "remaining": 9,
        ]
        func page(_ page: Int, _ name: String, of list: Int = 4) -> JSON {
            ["list": JSON(list), "page": JSON(page), "hits": [hit(name, page * 2)]]
        }
        func view(_ pages: [Int: JSON]) throws -> HitsView<Record> {
            try HitsView<Record>(WidgetViews(widget: "hits", view: first, pages: pages))
        }
        #expect(try view([:]).hits.map(\.record.name) == ["c", "d"])
        let all = try view([1: page(6, "g"), 2: page(0, "a"), 3: page(3, "e"), 4: page(1, "b"), 5: page(5, "x", of: 3)])
        #expect(all.hits.map(\.record.name) == ["a", "c", "d", "e", "g"])
        #expect(all.loadedPages == [0, 2, 3, 6] && all.rowCount == 13)
        #expect(
            (0..<14).map { all.hit(atRow: $0)?.record.name } == ["a", nil, nil, nil, "c", "d", "e"]
                + .init(repeating: nil, count: 5) + ["g", nil]
        )
        #expect(all.hit(atRow: -1) == nil)
        #expect(all.has(page: 3) && !all.has(page: 1))
        #expect((all.page, all.firstPage, all.awaitedPage, all.remaining) == (2, 0, 1, 9))
        #expect(all.hasPrevious && !all.loadingPrevious)
        let letGo: JSON = [
            "phase": "ready", "list": 4, "pages": 1, "page": 0, "loaded": [1], "hits": [], "hitsPerPage": 1,
        ]
        let rest = try HitsView<Record>(WidgetViews(widget: "hits", view: letGo, pages: [7: page(1, "b")]))
        #expect(rest.hit(atRow: 0) == nil && rest.hit(atRow: 1)?.record.name == "b")
    }

    @Test func `a view with absurd pages or lengths is invalid`() throws {
        for (name, value) in [("page", -1), ("page", .max), ("pages", .max), ("hitsPerPage", .max)] {
            let json = JSON.object(JSONObject([("phase", "ready"), ("hits", [hit("a", 0)]), (name, JSON(value))]))
            #expect(throws: JSONError.self) { try HitsView<Record>(json: json) }
        }
        #expect(throws: JSONError.self) { try HitsView<Record>(json: ["phase": "ready", "loaded": ["x"]]) }
    }

    @Test func `a list says what is selected, how matches are marked, and that there is nothing`() throws {
        let view = try HitsView<Record>(json: [
            "phase": "ready", "hits": [], "selection": ["mode": "multiple", "attributes": ["brand"]],
            "selected": ["p1", "p2"], "empty": "Nothing", "highlighting": ["inverted": true, "color": "gold"],
        ])
        #expect(view.selection?.isMultiple == true && view.selection?.attributes == ["brand"])
        #expect(view.selected == ["p1", "p2"] && view.empty == "Nothing")
        #expect(view.highlighting?.isInverted == true && view.highlighting?.color == "gold")
        let plain = try HitsView<Record>(json: ["phase": "ready", "hits": []])
        #expect(plain.selection == nil && plain.selected.isEmpty && plain.empty == nil && plain.highlighting == nil)
    }

    @Test func `facet values keep their kinds`() throws {
        let view = try RefinementListView(json: [
            "phase": "ready", "attribute": "brand", "title": "Brand", "operator": "or",
            "items": [
                [
                    "value": "Acme", "label": "Acme", "count": 3, "selected": true,
                    "highlighted": [["Ac", true], ["me", false]],
                ],
                ["value": 40, "label": "40", "count": 1, "selected": false],
                ["value": true, "label": "true", "count": 0, "selected": false],
            ],
            "selectedCount": 1, "canShowMore": true, "showingMore": false, "searchable": false,
            "warning": ["code": "attribute-unknown", "message": "m"],
        ])
        #expect(view.items.map(\.item.value) == ["Acme", "40", "true"])
        #expect(view.items.map(\.item.json) == ["Acme", 40, true])
        #expect(view.items.map(\.isSelected) == [true, false, false])
        #expect(view.items[0].item.highlighted?.text == "Acme")
        #expect(
            view.canShowMore && view.selectedCount == 1
                && view.warning == ViewWarning(code: "attribute-unknown", message: "m")
        )
    }

    @Test func `a range may have open ends`() throws {
        func read(_ members: JSON) throws -> NumberRangeView {
            try NumberRangeView(json: DeclaredViews.json("number-range", members))
        }
        let view = try read(["bounds": [1, 9.5], "range": [.null, 4], "title": "Price", "precision": 2])
        #expect(view.bounds == 1...9.5)
        #expect(view.range == .init(low: nil, high: 4))
        #expect(view.range?.closed(in: view.bounds) == 1...4)
        let fixed = try read(["bounds": [0, 500], "resultBounds": [20, 900]])
        #expect(fixed.bounds == 0...500 && fixed.resultBounds == 20...900)
        #expect(view.range?.closed(in: nil) == nil)
        #expect(view.range?.closed(in: 6...9) == 4...4)
        #expect((view.title, view.precision, view.outside) == ("Price", 2, false))
        let empty = try read(["phase": "idle", "bounds": .null, "range": .null])
        #expect(empty.bounds == nil && empty.range == nil)
        for wrong: JSON in [[9, 1], [1], ["a", 2]] {
            #expect(throws: JSONError.self) { try read(["bounds": wrong]) }
        }
    }

    @Test func `filters in force can be named again as they came`() throws {
        let filter: JSON = ["type": "facet", "attribute": "brand", "value": "Acme"]
        let group: JSON = ["kind": "or", "name": "brand"]
        let view = try CurrentFiltersView(json: [
            "phase": "ready", "items": [["attribute": "brand", "label": "Acme", "filter": filter, "group": group]],
        ])
        #expect(view.items.map(\.label) == ["Acme"])
        #expect((view.items[0].filter, view.items[0].group) == (filter, group))
        #expect(try ClearFiltersView(json: ["phase": "ready", "enabled": true, "count": 2]).count == 2)
    }
}
