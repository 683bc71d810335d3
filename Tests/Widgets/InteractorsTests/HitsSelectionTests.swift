// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

/// The selection in a list of hits, and the list's messages about it.
@Suite struct HitsSelectionTests {
    typealias Tester = InteractorTester<HitsInteractor>

    @Test func `several records are selected and deselected`() throws {
        let hits = try Tester(HitsInteractor.self, ["selection": ["mode": "multiple"]])
        hits.expectView(["selection": ["mode": "multiple", "attributes": []], "selected": []])
        hits.send("select", ["objectID": "p1"])
        hits.send("select", ["objectID": "p2"])
        hits.send("select", ["objectID": "p1"], .unchanged)
        hits.expectView(["selected": ["p1", "p2"]])
        hits.send("deselect", ["objectID": "p1"])
        hits.send("deselect", ["objectID": "p1"], .unchanged)
        hits.expectView(["selected": ["p2"]])
        hits.send("clear-selection")
        hits.send("clear-selection", [:], .unchanged)
        hits.expectView(["selected": []])
    }

    @Test func `a single selection is shown to the component named`() throws {
        let hits = try Tester(
            HitsInteractor.self,
            ["selection": ["mode": "single", "to": "related", "attributes": ["brand", "tags"]]]
        )
        hits.send("select", ["objectID": "p1", "attributes": ["brand": "Acme", "tags": ["a", 2, true]]])
        hits.expect(
            "show",
            to: "related",
            ["objectID": "p1", "attributes": ["brand": "Acme", "tags": ["a", 2, true]]]
        )
        hits.send("select", ["objectID": "p2"])
        hits.expect("show", to: "related", ["objectID": "p2", "attributes": [:]])
        hits.expectView(["selected": ["p2"]])
        hits.send("deselect", ["objectID": "p2"])
    }

    @Test func `an invalid selection is refused`() throws {
        let none = try Tester(HitsInteractor.self)
        none.sendRejected("select", ["objectID": "p1"], "nothing can be selected")
        none.expectView(["selected": .null, "selection": .null])
        let hits = try Tester(HitsInteractor.self, ["selection": ["mode": "multiple", "attributes": ["brand"]]])
        hits.sendRejected("select", ["objectID": ""], "is empty")
        hits.sendRejected("select", [:], "`objectID` is missing")
        hits.sendRejected("select", ["objectID": "p", "attributes": ["price": 1]], "`price` is not an attribute of")
        hits.sendRejected("select", ["objectID": "p", "attributes": ["brand": ["a": 1]]], "`attributes.brand` is not")
        let long = JSON.string(String(repeating: "é", count: 5_000))
        hits.sendRejected("select", ["objectID": "p", "attributes": ["brand": long]], "8192", .tooLarge)
        hits.sendRejected("deselect", [:], "`objectID` is missing")
    }

    @Test func `what is selected is bounded in number and bytes`() throws {
        let hits = try Tester(HitsInteractor.self, ["selection": ["mode": "multiple"]])
        for number in 0..<256 { hits.send("select", ["objectID": .string("p\(number)")]) }
        hits.sendRejected("select", ["objectID": "one more"], "256", .tooLarge)
        hits.send("clear-selection")
        for number in 0..<16 {
            hits.send(
                "select",
                ["objectID": .string(String(repeating: "x", count: 1_022) + "\(number % 10)\(number / 10)")]
            )
        }
        hits.sendRejected("select", ["objectID": "p"], "16384", .tooLarge)
    }

    @Test func `a selection survives other lists and a restart`() throws {
        let parameters: JSON = ["selection": ["mode": "multiple"]]
        let hits = try Tester(HitsInteractor.self, parameters)
        hits.answer(1, .page(0, of: 9))
        hits.send("select", ["objectID": "p1"])
        hits.answer(2, query: "x", .page(0, of: 4))
        hits.expectView(["selected": ["p1"]])
        let saved = hits.widget.save(hits.state)
        let restored = hits.widget.restored(from: [], saved: saved, view: hits.view)
        #expect(hits.widget.view(restored)["selected"] == ["p1"])
        let other = try Tester(HitsInteractor.self)
        #expect(other.widget.view(other.widget.restored(from: [], saved: saved, view: nil))["selected"] == nil)
        let long: JSON = ["selected": .array([JSON](repeating: "p", count: 300))]
        #expect(hits.widget.view(hits.widget.restored(from: [], saved: long, view: nil))["selected"] == [])
    }

    @Test func `where nothing was found, that is said in words`() throws {
        let hits = try Tester(HitsInteractor.self, ["empty": "Nothing for {query}!"])
        hits.expectView(["empty": .null])
        hits.answer(1, query: "a", .page(0, of: 3))
        hits.expectView(["empty": .null])
        hits.answer(2, query: "{query}", .page(0, of: 0))
        hits.expectView(["empty": "Nothing for {query}!"])
        hits.search(2, .failed())
        let hidden = try Tester(HitsInteractor.self, ["empty": "None", "showItemsOnEmptyQuery": false])
        hidden.answer(1, .page(0, of: 0))
        hidden.expectView(["empty": .null])
    }

    @Test func `highlights can be inverted and coloured`() throws {
        let style: JSON = ["inverted": true, "color": "#102030", "background": "Gold"]
        let hits = try Tester(HitsInteractor.self, ["highlighting": style])
        let name = Highlight(spans: [.init("Ph", isMatched: true), .init("one", isMatched: false)])
        let hit = Hit(objectID: "p", record: ["name": "Phone"], highlights: ["name": name])
        hits.answer(1, query: "ph", SearchResponse.Hits(hits: [hit], totalCount: 1, page: 0, hitsPerPage: 20))
        hits.expectView(["highlighting": style])
        let shown = hits.view["hits"]?.array?.first
        #expect(shown?["highlights"]?["name"] == [["Ph", false], ["one", true]])
        #expect(shown?["position"] == 0)
    }

    @Test func `records of another form than the schema says are a failure, and the list stays`() throws {
        let hits = try Tester(HitsInteractor.self, ["schema": ["n": "integer"]])
        hits.answer(1, .page(0, of: 9))
        let odd = Hit(objectID: "odd", record: ["n": "three"])
        hits.answer(2, query: "x", SearchResponse.Hits(hits: [odd], totalCount: 1, page: 0, hitsPerPage: 3))
        hits.expectView(["phase": "failed", "stale": true, "list": 1, "nbHits": 9])
        #expect(hits.view["error"]?["code"] == "invalid-record")
        #expect(hits.view["error"]?["message"]?.string?.contains("`odd`") == true)
        hits.answer(3, query: "x", .page(0, of: 2))
        hits.expectView(["phase": "ready", "list": 3])
    }
}
