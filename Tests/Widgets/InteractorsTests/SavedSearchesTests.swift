// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct SavedSearchesTests {
    typealias Tester = InteractorTester<SavedSearchesInteractor>

    private func names(_ tester: Tester) -> [String] {
        tester.view["items"]?.array?.compactMap { $0["name"]?.string } ?? []
    }

    @Test func `a search is kept, searched again, renamed and deleted`() throws {
        let searches = try Tester(SavedSearchesInteractor.self)
        searches.filters(.or("brand", .facet("brand", "Acme")))
        searches.request(1, query: "lamp")
        searches.send("save", ["name": "مصابيح 💡"])
        searches.expectView(["items": [["name": "مصابيح 💡", "current": true]], "canSave": true])
        searches.send("save", ["name": "مصابيح 💡"], .unchanged)
        searches.request(2, query: "radio")
        searches.expectView(["items": [["name": "مصابيح 💡", "current": false]]])
        searches.send("apply", ["name": "مصابيح 💡"])
        let filter: JSON = ["type": "facet", "attribute": "brand", "value": "Acme"]
        searches.expect(
            "restore",
            to: "session",
            [
                "state": [
                    "searchers": [
                        "products": ["query": "lamp", "index": .null, "hitsPerPage": .null, "parameters": [:]]
                    ],
                    "filters": ["main": ["groups": [["kind": "or", "name": "brand", "filters": [filter]]]]],
                ]
            ]
        )
        searches.send("rename", ["name": "مصابيح 💡", "to": "Lamps"])
        searches.send("rename", ["name": "Lamps", "to": "Lamps"], .unchanged)
        #expect(names(searches) == ["Lamps"])
        searches.send("delete", ["name": "Lamps"])
        searches.expectView(["items": []])
    }

    @Test func `a name that is taken keeps the newer search`() throws {
        let searches = try Tester(SavedSearchesInteractor.self)
        searches.request(1, query: "lamp")
        searches.send("save", ["name": "a"])
        searches.send("save", ["name": "b"])
        searches.request(2, query: "radio")
        searches.send("save", ["name": "a"])
        searches.expectView(["items": [["name": "a", "current": true], ["name": "b", "current": false]]])
    }

    @Test func `what is kept keeps within its limits`() throws {
        let searches = try Tester(SavedSearchesInteractor.self, ["maximum": 1])
        searches.send("save", ["name": "a"])
        searches.expectView(["canSave": false, "maximum": 1])
        searches.sendRejected("save", ["name": "b"], "At most 1 searches can be saved", .tooLarge)
        let large = try Tester(SavedSearchesInteractor.self)
        let values = (0..<80).map { Filter.facet("a", .text("\($0)" + String(repeating: "x", count: 1_000))) }
        large.give(.filters(FilterState(groups: [FilterGroup(id: .init(kind: .or, name: "a"), filters: values)])))
        large.sendRejected("save", ["name": "a"], "at most 65536 are allowed", .tooLarge)
    }

    @Test func `what was kept outlives a restart`() throws {
        let searches = try Tester(SavedSearchesInteractor.self)
        searches.request(1, query: "lamp")
        searches.send("save", ["name": "a"])
        let saved = searches.widget.save(searches.state)
        let restored = searches.widget.restored(from: [], saved: saved, view: nil)
        #expect(searches.widget.view(restored)["items"] == [["name": "a", "current": false]])
    }

    @Test func `nonsense is rejected`() throws {
        let searches = try Tester(SavedSearchesInteractor.self)
        searches.send("save", ["name": "a"])
        searches.send("save", ["name": "b"])
        searches.sendRejected("save", ["name": ""], "1 to 256 bytes")
        searches.sendRejected("apply", ["name": "c"], "nothing is kept")
        searches.sendRejected("rename", ["name": "a", "to": "b"], "used already")
        searches.sendRejected("rename", ["name": "a", "to": ""], "1 to 256 bytes")
        searches.sendRejected("delete", [:], "missing")
        searches.sendRejected("dance", ["name": "a"], "does not understand")
    }
}
