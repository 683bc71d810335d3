// SPDX-License-Identifier: MIT

import AppModel
import Bus
import BusTesting
import Components
import Interactors
import SearchModel
import Testing
import Wire

@testable import Components

@Suite("State store")
struct StateStoreTests {
    private func toggle(_ value: String, in state: String = "main") -> (to: String, Intent) {
        (state, FilterIntent.toggle(.facet("brand", .text(value)), in: .init(kind: .or, name: "brand")).intent)
    }

    private func select(_ value: String, in widget: String) -> (to: String, Intent) {
        (widget, Intent(type: "select", data: ["value": .string(value)]))
    }

    /// A store whose session has begun.
    private func started(_ app: App = .shop()) throws -> StoreBench {
        var bench = try StoreBench(app)
        _ = try bench.tell("session", "start")
        return bench
    }

    private func values(_ filters: JSON?) throws -> [String] {
        try FilterState(json: try #require(filters)).groups.flatMap { $0.filters.compactMap { $0.facetValue?.string } }
    }

    // MARK: Beginning

    @Test func `A session begins with its filters, one request of each unit and its view`() throws {
        var bench = try StoreBench()
        let turn = try bench.tell("session", "start")
        #expect(turn.results == ["applied"])
        #expect(turn.filters.keys.sorted() == ["main", "other"])
        #expect(turn.filters["main"] == ["groups": [], "revision": 1])
        #expect(turn.requests.compactMap { $0["searcher"]?.string } == ["everything", "films"])
        #expect(turn.requests.allSatisfy { $0["number"] == 1 })
        #expect(turn.member("products")?["number"] == 1 && turn.member("products")?["search"] == true)
        #expect(turn.view == ["phase": "ready", "link": "?", "canUndo": false, "canRedo": false])
        #expect(turn.history == nil, "there is none yet")
        let again = try bench.tell("session", "start")
        #expect(again == StoreBench.Turn(outcomes: again.outcomes) && again.results == ["unchanged"])
    }

    @Test func `A session may begin with any intent, and an app needs neither filter states nor widgets`() throws {
        var bench = try StoreBench(
            App(name: "a", searchers: [Searcher(name: "films", kind: .hits(index: "films", hitsPerPage: 20))])
        )
        let turn = try bench.tell("films", "set-query", ["query": "sam"])
        #expect(turn.results == ["applied"] && turn.requests.count == 1)
        #expect(turn.member("films")?["query"] == "sam")
        #expect(turn.filters.isEmpty)
        var empty = try StoreBench(App(name: "a"))
        #expect(try empty.tell("session", "start").view?["phase"] == "ready")
    }

    // MARK: Filters

    @Test func `Toggles are decided from the current state, also within one batch`() throws {
        var bench = try started()
        let turn = try bench.tell([toggle("acme"), toggle("globex"), toggle("acme")])
        #expect(turn.results == ["applied", "applied", "applied"])
        #expect(try values(turn.filters["main"]) == ["globex"])
        let back = try bench.tell([toggle("acme"), toggle("acme")])
        #expect(back.results == ["applied", "applied"])
        #expect(back.filters.isEmpty && back.requests.isEmpty, "nothing is different in the end")
    }

    @Test func `A single selection is single, also twice in one batch and in one that deselects`() throws {
        var bench = try started()
        let turn = try bench.tell([select("red", in: "color"), select("blue", in: "color")])
        #expect(try values(turn.filters["main"]) == ["blue"])
        let none = try bench.tell([select("red", in: "color"), select("red", in: "color")])
        #expect(try values(none.filters["main"]) == [])
        let several = try bench.tell([select("x", in: "brand"), select("y", in: "brand"), select("red", in: "color")])
        #expect(try values(several.filters["main"]).sorted() == ["red", "x", "y"])
    }

    @Test
    func `One batch is one change, one request of each unit, one step of the history, and an outcome for each intent`()
        throws
    {
        var bench = try started()
        let turn = try bench.tell(
            [
                ("box", Intent(type: "set-query", data: ["query": "lamp"])), toggle("acme"), toggle("x", in: "other"),
                ("films", Intent(type: "set-query", data: ["query": "casablanca"])), ("box", Intent(type: "dance")),
            ],
            batch: "b"
        )
        #expect(turn.results == ["applied", "applied", "applied", "applied", "rejected"])
        #expect(turn.filters.count == 2 && turn.requests.count == 2)
        #expect(turn.requests.allSatisfy { $0["number"] == 2 })
        #expect(turn.view?["canUndo"] == true)
        let back = try bench.tell("session", "undo")
        #expect(back.view?["canUndo"] == false && back.member("films")?["query"] == "")
        #expect(back.filters.count == 2)
    }

    // MARK: Texts

    @Test func `A text is set through the widget, the unit or a member`() throws {
        var bench = try started()
        let byWidget = try bench.tell("box", "set-query", ["query": "a", "client": "c", "edit": 4])
        #expect(byWidget.member("products")?["query"] == "a" && byWidget.member("categories")?["query"] == "a")
        #expect(byWidget.member("products")?["client"] == "c" && byWidget.member("products")?["edit"] == 4)
        let byUnit = try bench.tell("everything", "set-query", ["query": "b"])
        #expect(byUnit.member("products")?["query"] == "b" && byUnit.member("categories")?["query"] == "b")
        #expect(byUnit.member("products")?["client"] == nil, "the text has no author")
        let byMember = try bench.tell("products", "set-query", ["query": "c"])
        #expect(byMember.member("products")?["query"] == "c" && byMember.member("categories")?["query"] == "b")
        #expect(byMember.member("products")?["number"] == 4 && byMember.member("categories")?["number"] == 3)
        #expect(try bench.tell("products", "set-query", ["query": "c"]).results == ["unchanged"])
    }

    @Test func `The same text from another browser says whose it is, and is not searched again`() throws {
        var bench = try started()
        _ = try bench.tell("products", "set-query", ["query": "a", "client": "c", "edit": 1])
        let turn = try bench.tell("products", "set-query", ["query": "a", "client": "d", "edit": 9])
        #expect(turn.results == ["unchanged"])
        #expect(turn.member("products")?["client"] == "d" && turn.member("products")?["number"] == 2)
        #expect(turn.requests.first?["number"] == 3, "the number of a request rises with each change")
    }

    @Test func `Answers to a text that was emptied are wrong to show, those to another text only late`() throws {
        var bench = try started()
        let typed = try bench.tell("products", "set-query", ["query": "a"])
        #expect(typed.member("products")?["since"] == 0)
        let more = try bench.tell("products", "set-query", ["query": "ab"])
        #expect(more.member("products")?["since"] == 0)
        let emptied = try bench.tell("products", "set-query", ["query": ""])
        #expect(emptied.member("products")?["since"] == 4 && emptied.member("products")?["number"] == 4)
        let again = try bench.tell("products", "set-query", ["query": "x"])
        #expect(again.member("products")?["since"] == 4, "what was wrong to show stays so")
    }

    // MARK: When to search

    @Test func `A rule decides what is searched, whatever a batch goes through`() throws {
        var bench = try StoreBench(.shop(.nonEmpty))
        #expect(try bench.tell("session", "start").member("products")?["search"] == false)
        let typed = try bench.tell("box", "set-query", ["query": "a"])
        #expect(typed.member("products")?["search"] == true)
        let batch = try bench.tell([
            ("box", Intent(type: "set-query", data: ["query": "ab"])),
            ("box", Intent(type: "set-query", data: ["query": ""])),
        ])
        #expect(batch.requests.count == 1 && batch.member("products")?["search"] == false)
        #expect(batch.member("products")?["since"] == batch.member("products")?["number"])
        let filtered = try bench.tell([toggle("acme")])
        #expect(filtered.member("products")?["search"] == false)
        #expect(try bench.tell("products", "search").results == ["unchanged"], "a search is not a text")

        var long = try StoreBench(.shop(.minLength(3)))
        _ = try long.tell("session", "start")
        #expect(try long.tell("box", "set-query", ["query": "ab"]).member("products")?["search"] == false)
        #expect(try long.tell("box", "set-query", ["query": "abc"]).member("products")?["search"] == true)
    }

    @Test func `A manual searcher searches on request only, with the current parameters`() throws {
        var bench = try StoreBench(.shop(.manual))
        let start = try bench.tell("session", "start")
        #expect(start.member("products")?["search"] == false && start.member("products")?["number"] == 0)
        let typed = try bench.tell("box", "set-query", ["query": "lamp"])
        #expect(typed.member("products")?["query"] == "lamp" && typed.member("products")?["number"] == 0)
        let asked = try bench.tell("products", "search")
        #expect(
            asked.member("products")?["search"] == true
                && asked.member("products")?["number"] == asked.requests[0]["number"]
        )
        #expect(asked.member("categories")?["number"] == 0)
        let more = try bench.tell("box", "set-query", ["query": "lamps"])
        #expect(more.member("products")?["number"] == asked.member("products")?["number"])
    }

    @Test func `Being asked to search again is a new request of the one that is asked`() throws {
        var bench = try started()
        let turn = try bench.tell("products", "search")
        #expect(turn.results == ["applied"])
        #expect(turn.member("products")?["number"] == 2 && turn.member("categories")?["number"] == 1)
    }

    // MARK: Pages, indexes, parameters

    @Test func `A page belongs to the list that it continues`() throws {
        var bench = try started()
        let page = try bench.tell("products", "load-page", ["page": 1, "request": 1])
        #expect(page.member("products")?["page"] == 1 && page.member("products")?["number"] == 2)
        let again = try bench.tell("products", "load-page", ["page": 1, "request": 2])
        #expect(
            again.results == ["applied"] && again.member("products")?["number"] == 3,
            "a page may be asked for again"
        )
        #expect(try bench.tell("products", "load-page", ["page": 2, "request": 1]).results == ["unchanged"])
        let any = try bench.tell("products", "load-page", ["page": 5])
        #expect(any.results == ["applied"] && any.member("products")?["page"] == 5)
        #expect(try bench.tell("everything", "load-page", ["page": 1]).code == "invalid-intent")
        for wrong: JSON in [["page": -1], ["page": 1_000_001], ["page": "x"], [:]] {
            #expect(try bench.tell("products", "load-page", wrong).results == ["rejected"])
        }
    }

    @Test func `A page of a list that the same batch replaces is dropped`() throws {
        var bench = try started()
        _ = try bench.tell("products", "load-page", ["page": 1, "request": 1])
        let page = ("products", Intent(type: "load-page", data: ["page": 2, "request": 2]))
        let turn = try bench.tell([toggle("acme"), page])
        #expect(turn.results == ["applied", "unchanged"])
        #expect(turn.member("products")?["page"] == 0)
        let other = try bench.tell([
            ("products", Intent(type: "load-page", data: ["page": 2, "request": 3])), toggle("x"),
        ])
        #expect(other.results == ["applied", "applied"])
        #expect(other.member("products")?["page"] == 0, "other filters have another first page")
    }

    @Test func `Other filters begin with the first page, of the searchers that they narrow`() throws {
        var bench = try started()
        _ = try bench.tell("products", "load-page", ["page": 3])
        _ = try bench.tell("films", "load-page", ["page": 4])
        let turn = try bench.tell([toggle("acme")])
        #expect(turn.member("products")?["page"] == 0)
        #expect(turn.requests.count == 1, "films are asked nothing new")
    }

    @Test func `Another index and other parameters are searched from the first page`() throws {
        var bench = try started()
        _ = try bench.tell("products", "load-page", ["page": 3])
        let index = try bench.tell("products", "set-index", ["index": "archive"])
        #expect(index.member("products")?["index"] == "archive" && index.member("products")?["page"] == 0)
        #expect(index.member("products")?["since"] == index.member("products")?["number"])
        let back = try bench.tell("products", "set-index", ["index": .null])
        #expect(back.member("products")?["index"] == "products")
        let parameters = try bench.tell("everything", "set-parameters", ["parameters": ["typo": false]])
        #expect(parameters.member("products")?["parameters"] == ["typo": false])
        #expect(parameters.member("categories")?["parameters"] == ["typo": false])
        #expect(
            try bench.tell("everything", "set-parameters", ["parameters": ["typo": false]]).results == ["unchanged"]
        )
        #expect(try bench.tell("everything", "set-parameters", ["parameters": 7]).results == ["rejected"])
        let longer = try bench.tell("products", "set-hits-per-page", ["hitsPerPage": 40])
        #expect(longer.member("products")?["hitsPerPage"] == 40 && longer.results == ["applied"])
    }

    // MARK: The whole session

    @Test func `Steps are undone and done again, with the filters, the texts and the view`() throws {
        var bench = try started()
        _ = try bench.tell(
            [
                ("box", Intent(type: "set-query", data: ["query": "lamp"])),
                ("films", Intent(type: "set-query", data: ["query": "lamp"])),
            ],
            batch: "1"
        )
        let filtered = try bench.tell([toggle("acme")], batch: "2")
        #expect(filtered.view?["link"] == "?q=lamp&brand=acme")
        let undone = try bench.tell("session", "undo")
        #expect(undone.results == ["applied"] && undone.view?["link"] == "?q=lamp")
        #expect(undone.view?["canRedo"] == true && undone.requests.count == 1, "films had no filters to lose")
        let redone = try bench.tell("session", "redo")
        #expect(redone.view?["link"] == "?q=lamp&brand=acme" && redone.view?["canRedo"] == false)
        _ = try bench.tell([("session", Intent(type: "undo")), ("session", Intent(type: "undo"))])
        #expect(try bench.tell("session", "undo").results == ["unchanged"])
        let reset = try bench.tell([toggle("x"), ("session", Intent(type: "reset"))])
        #expect(reset.results == ["applied", "applied"] && reset.filters.isEmpty)
    }

    @Test func `Keystrokes of one text are one step`() throws {
        var bench = try started()
        for text in ["l", "la", "lam", "lamp"] { _ = try bench.tell("box", "set-query", ["query": .string(text)]) }
        let undone = try bench.tell("session", "undo")
        #expect(undone.view?["link"] == "?" && undone.view?["canUndo"] == false)
    }

    @Test func `A session is put back by a link or by a state that is written out`() throws {
        var bench = try started()
        let linked = try bench.tell("session", "restore", ["link": "?q=lamp&brand=acme~globex"])
        #expect(linked.results == ["applied"] && linked.view?["link"] == "?q=lamp&brand=acme~globex")
        #expect(try values(linked.filters["main"]) == ["acme", "globex"])
        #expect(linked.member("products")?["query"] == "lamp")
        let written = try bench.tell(
            "session",
            "restore",
            ["state": ["searchers": ["films": ["query": "x", "page": 2]]]]
        )
        #expect(written.view?["link"].map { $0 != linked.view?["link"] } == true)
        #expect(written.member("films")?["query"] == "x" && written.member("films")?["page"] == 2)
        #expect(try values(written.filters["main"]) == [])
        #expect(try bench.tell("session", "undo").view?["link"] == linked.view?["link"])
        for wrong: JSON in [
            [:], ["state": 7], ["state": ["searchers": ["films": ["page": -1]]]], ["state": ["filters": 1]],
        ] {
            let turn = try bench.tell("session", "restore", wrong)
            #expect(turn.results == ["rejected"] && turn.filters.isEmpty && turn.requests.isEmpty)
        }
    }

    // MARK: Refusals

    @Test func `What is too large is refused with a code, and nothing has changed`() throws {
        var bench = try started()
        let long = String(repeating: "x", count: 100_000)
        var turns = [try bench.tell("box", "set-query", ["query": .string(long)])]
        #expect(turns[0].code == "too-large")
        turns.append(try bench.tell([toggle(long)]))
        turns.append(try bench.tell("products", "set-parameters", ["parameters": ["x": .string(long)]]))
        turns.append(try bench.tell("products", "set-index", ["index": .string(long)]))
        turns.append(try bench.tell("session", "restore", ["link": .string("?q=" + long)]))
        turns.append(
            try bench.tell("session", "restore", ["state": ["searchers": ["films": ["query": .string(long)]]]])
        )
        for turn in turns {
            #expect(turn.results == ["rejected"] && turn.code != nil)
            #expect(turn == StoreBench.Turn(outcomes: turn.outcomes))
        }
    }

    @Test func `Many filters of a middling length are refused together, however they come`() throws {
        let filters = (0..<40).map { Filter.facet("brand", .text("\($0)" + String(repeating: "x", count: 4_000))) }
        let group = FilterGroup.ID(kind: .or, name: "brand")
        var bench = try started()
        let added = try bench.tell([("main", FilterIntent.change(adding: filters, removing: [], in: group).intent)])
        #expect(added.code == "too-large" && added.filters.isEmpty)
        let state: JSON = ["filters": ["main": FilterState(groups: [FilterGroup(id: group, filters: filters)]).json]]
        let restored = try bench.tell("session", "restore", ["state": state])
        #expect(restored.results == ["rejected"] && restored.filters.isEmpty && restored.requests.isEmpty)
        #expect(
            try bench.tell([("main", FilterIntent.change(adding: [filters[0]], removing: [], in: group).intent)])
                .filters.count == 1
        )
    }

    @Test func `A request that many members make too large is refused before anything has changed`() throws {
        let names = (0..<30).map { "m\($0)" }
        let members = names.map { Searcher(name: $0, kind: .hits(index: "p", hitsPerPage: 20)) }
        let app = App(
            name: "many",
            searchers: members + [Searcher(name: "all", kind: .multi(members: names))],
            filterStates: [.init(name: "main", searchers: ["all"])]
        )
        var bench = try started(app)
        let filters = (0..<15).map { Filter.facet("brand", .text("\($0)" + String(repeating: "x", count: 4_000))) }
        let turn = try bench.tell([
            ("main", FilterIntent.change(adding: filters, removing: [], in: .init(kind: .or, name: "brand")).intent)
        ])
        #expect(turn.code == "too-large" && turn.filters.isEmpty && turn.requests.isEmpty)
        #expect(try bench.tell([toggle("acme")]).requests.count == 1)
    }

    @Test func `Unknown intents are rejected, and a widget's own ones get no outcome here`()
        throws
    {
        var bench = try started()
        for addressee in ["session", "main", "products", "everything", "box", "brand"] {
            let turn = try bench.tell(addressee, "dance")
            #expect(turn.results == ["rejected"] && turn.code == "invalid-intent", "\(addressee): \(turn)")
            #expect(turn.outcomes.first?["remedy"]?.string?.isEmpty == false)
        }
        #expect(try bench.tell("hits", "load-more") == StoreBench.Turn())
        #expect(try bench.tell("brand", "show-more", ["on": true]) == StoreBench.Turn())
    }

    @Test func `Extreme numbers on a log do not overflow`() throws {
        var bench = try started()
        let last = try #require(bench.latest["request/films/s/"]).data()
        var request = try UnitRequest(json: last)
        request.number = .max
        request.members["films"]?.number = .max
        let event = try Event.made(.request, "films", session: "s", type: "t", data: request.json, at: 900)
        let filters = try Event.made(
            .filters,
            "other",
            session: "s",
            type: "t",
            data: ["groups": [], "revision": JSON(Int.max)],
            at: 901
        )
        var state = try bench.fold.restore(session: "s", from: [Incoming(event), Incoming(filters)], at: .now)
        let intent = try Event.made(
            .intent,
            "films",
            session: "s",
            type: "searchbus.intent.set-query",
            data: ["query": "x"],
            at: 902
        )
        _ = try bench.fold.fold(&state, Incoming(intent), at: .now)
        _ = bench.fold.conclude(&state, session: "s")
        _ = try bench.tell("films", "search")
    }
}
