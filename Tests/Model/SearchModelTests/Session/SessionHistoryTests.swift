// SPDX-License-Identifier: MIT

import RandomTesting
import SearchModel
import Testing
import Wire

@Suite struct SessionHistoryTests {
    private static let brand = FilterGroup.ID(kind: .or, name: "brand")
    private let base = SessionState(
        filters: ["main": FilterState()],
        searchers: ["films": SearcherState(), "products": SearcherState()]
    )

    /// A session that receives users' actions, each with a correlation ID of its own.
    private struct Session {
        var state: SessionState
        var history = SessionHistory()
        var actions = 0

        mutating func change(id: String? = nil, _ change: (inout SessionState) -> Void) {
            let old = state
            change(&state)
            actions += 1
            history.record(from: old, to: state, correlationID: id ?? "action \(actions)")
        }

        mutating func type(_ text: String, in names: [String] = ["films", "products"]) {
            change { state in
                for name in names {
                    state.searchers[name]?.query = text
                    state.searchers[name]?.page = 0
                }
            }
        }

        mutating func toggle(_ value: String, id: String? = nil) {
            change(id: id) {
                $0.filters["main"]?.toggle(.facet("brand", .text(value)), in: SessionHistoryTests.brand)
            }
        }

        mutating func undo() { state = history.undo(from: state) ?? state }
        mutating func redo() { state = history.redo(from: state) ?? state }

        var query: String { state.searchers["products"]?.query ?? "" }
        var steps: Int { history.json(relativeTo: state)["undo"]?.array?.count ?? 0 }
    }

    @Test func `keystrokes of one text are one step`() {
        var session = Session(state: base)
        for text in ["l", "la", "lap", "la", "lamp", "lamps"] { session.type(text) }
        #expect(session.steps == 1)
        session.type("")
        session.type("c")
        session.type("chair")
        #expect(session.steps == 3)
        session.type("table")
        #expect(session.steps == 4)
        var texts: [String] = []
        while session.history.canUndo {
            session.undo()
            texts.append(session.query)
        }
        #expect(texts == ["chair", "", "lamps", ""])
        #expect(session.history.undo(from: session.state) == nil)
        while session.history.canRedo {
            session.redo()
            texts.append(session.query)
        }
        #expect(texts.suffix(4) == ["lamps", "", "chair", "table"])
        #expect(session.history.redo(from: session.state) == nil)
    }

    @Test func `keystrokes that are merged do not change the history`() {
        var session = Session(state: base)
        session.type("l")
        let (history, json) = (session.history, session.history.json(relativeTo: base))
        for text in ["la", "lam", "lamp", "lam👩‍👩‍👧p", "lap"] {
            session.type(text)
            #expect(session.history == history)
            #expect(session.history.json(relativeTo: base).bytes == json.bytes)
        }
    }

    @Test func `a text that comes back to what it was leaves no step`() {
        var session = Session(state: base)
        session.type("lamp")
        session.undo()
        session.redo()
        session.type("lamps")
        #expect(session.steps == 2)
        session.type("lamp")
        #expect(session.steps == 1)
    }

    @Test func `another searcher's text, and what lies between keystrokes, begin a step`() {
        var session = Session(state: base)
        session.type("la", in: ["products"])
        session.type("la", in: ["films"])
        #expect(session.steps == 2)
        session.type("lam", in: ["films", "products"])
        #expect(session.steps == 3)
        session.toggle("Acme")
        session.type("lamp")
        #expect(session.steps == 5)
        session.undo()
        session.type("lamp")
        #expect(session.steps == 5)
    }

    @Test func `a batch is one step`() {
        var session = Session(state: base)
        session.toggle("Acme", id: "batch")
        session.change(id: "batch") { $0.searchers["films"]?.query = "x" }
        session.change(id: "batch") { $0.searchers["films"]?.index = "new" }
        session.change(id: "batch") { $0.searchers["films"]?.parameters = JSONObject([("a", 1)]) }
        #expect(session.steps == 1)
        let state = session.state
        session.undo()
        #expect(session.state == base)
        session.redo()
        #expect(session.state == state)
        // What comes with the same id after an undo is another step.
        session.toggle("Globex", id: "batch")
        #expect(session.steps == 2)
        session.toggle("Globex", id: "batch")
        #expect(session.steps == 1)
        session.toggle("A", id: "")
        session.toggle("B", id: "")
        #expect(session.steps == 3)
    }

    @Test func `a page is not a step, and going back leads to the first one`() {
        var session = Session(state: base)
        session.toggle("Acme")
        session.undo()
        session.change { $0.searchers["products"]?.page = 4 }
        #expect(session.history.canRedo && !session.history.canUndo)
        session.redo()
        #expect(session.state.searchers["products"]?.page == 0)
        session.change { $0.searchers["products"]?.page = 4 }
        session.undo()
        #expect(session.state == base)
        session.toggle("Globex")
        #expect(!session.history.canRedo)
    }

    @Test func `merging continues after a restart`() throws {
        var session = Session(state: base)
        session.type("l")
        session.history = try SessionHistory(json: session.history.json(relativeTo: base), relativeTo: base)
        session.type("la")
        #expect(session.steps == 1)
        session.toggle("Acme", id: "batch")
        session.history = try SessionHistory(json: session.history.json(relativeTo: base), relativeTo: base)
        session.toggle("Globex", id: "batch")
        #expect(session.steps == 2)
    }

    @Test func `a history is limited in steps and in bytes`() throws {
        var session = Session(state: base)
        for number in 0..<300 {
            session.toggle("v\(number)")
            guard number.isMultiple(of: 25) else { continue }
            let json = session.history.json(relativeTo: base)
            #expect(json.bytes.count <= SessionLimits.history)
        }
        #expect(session.steps <= SessionLimits.historySteps)
        var small = Session(state: base)
        for number in 0..<150 { small.toggle(number.isMultiple(of: 2) ? "a" : "b") }
        #expect(small.steps == SessionLimits.historySteps)
        for _ in 0..<100 { small.undo() }
        #expect(!small.history.canUndo && small.history.json(relativeTo: base)["redo"]?.array?.count == 100)

        let large = String(repeating: "\u{1}", count: 4_000)
        for number in 0..<10 { session.toggle(large + "\(number)") }
        #expect(session.history.json(relativeTo: base).bytes.count <= SessionLimits.history)
        session.toggle("after")
        #expect(!session.history.canUndo, "one step alone is too large")
        session.change(id: String(repeating: "i", count: 1_000)) { $0.searchers["films"]?.query = "x" }
        session.change(id: String(repeating: "i", count: 1_000)) { $0.searchers["films"]?.index = "y" }
        #expect(session.steps == 2)
    }

    @Test func `names that the app has no longer are passed over`() throws {
        var session = Session(state: base)
        session.type("lamp", in: ["films"])
        session.toggle("Acme")
        let json = session.history.json(relativeTo: base)
        let smaller = SessionState(searchers: ["products": SearcherState()])
        #expect(try !SessionHistory(json: json, relativeTo: smaller).canUndo)
        let filters = SessionState(filters: ["main": session.state.filters["main"] ?? FilterState()])
        var history = try SessionHistory(json: json, relativeTo: filters)
        #expect(history.undo(from: filters) == SessionState(filters: ["main": FilterState()]))
        #expect(!history.canUndo)
        for wrong: JSON in [
            ["undo": 1], ["undo": [1]], ["undo": [["filters": []]]], ["redo": [["searchers": ["films": 1]]]],
            ["last": ["typing": true]], ["undo": [["searchers": ["films": ["query": 1]]]]],
        ] {
            #expect(throws: JSONError.self, "\(wrong)") { try SessionHistory(json: wrong, relativeTo: base) }
        }
    }

    @Test func `random histories go back and forth as whole states would, also over restarts`() throws {
        let seed = testSeed
        var sessions = RandomSessions(seed: seed)
        for run in 0..<30 {
            var session = Session(state: sessions.base)
            var undone: [SessionState] = []
            var redone: [SessionState] = []
            for step in 0..<40 {
                let comment: Comment = "seed \(seed), run \(run), step \(step)"
                let (before, steps) = (session.state.onFirstPages, session.steps)
                switch Int.random(in: 0..<8, using: &sessions.random) {
                case 0:
                    session.undo()
                    guard let state = undone.popLast() else { break }
                    redone.append(before)
                    #expect(session.state == state, comment)
                case 1:
                    session.redo()
                    guard let state = redone.popLast() else { break }
                    undone.append(before)
                    #expect(session.state == state, comment)
                case let action:
                    if action < 4 {
                        session.type(sessions.random.pick(["", session.query + "a", String(session.query.dropLast())]))
                    } else {
                        session.change(id: sessions.random.pick([nil, "one", "two"])) { sessions.change(&$0) }
                    }
                    if session.state.onFirstPages != before { redone = [] }
                    if session.steps > steps { undone.append(before) }
                    if session.steps < steps { undone.removeLast() }
                }
                #expect(session.history.canUndo == !undone.isEmpty, comment)
                #expect(session.history.canRedo == !redone.isEmpty, comment)
                let json = session.history.json(relativeTo: sessions.base)
                // Another test covers the steps that the limit removes.
                guard json.bytes.count < SessionLimits.history / 2 else { break }
                let read = try SessionHistory(json: try JSON(parsing: json.bytes), relativeTo: sessions.base)
                #expect(read == session.history, comment)
                session.history = read
            }
        }
    }
}
