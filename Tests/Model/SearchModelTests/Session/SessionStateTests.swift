// SPDX-License-Identifier: MIT

import RandomTesting
import SearchModel
import Testing
import Wire

@Suite struct SessionStateTests {
    private let base = SessionState(
        filters: ["main": FilterState()],
        searchers: ["films": SearcherState(query: "start", index: "f"), "products": SearcherState()]
    )

    @Test func `the JSON names only what differs`() throws {
        #expect(base.json(relativeTo: base) == [:])
        var state = base
        state.filters["main"]?.add(.tag("new"), to: .init(kind: .or, name: "g"))
        state.searchers["films"] = SearcherState()
        state.searchers["products"] = SearcherState(page: 2, parameters: JSONObject([("a", [1])]))
        let json = state.json(relativeTo: base)
        #expect(
            json == [
                "filters": [
                    "main": ["groups": [["kind": "or", "name": "g", "filters": [["type": "tag", "value": "new"]]]]]
                ],
                "searchers": [
                    "films": ["query": "", "index": .null], "products": ["page": 2, "parameters": ["a": [1]]],
                ],
            ]
        )
        #expect(try SessionState(json: json, relativeTo: base) == state)
    }

    @Test func `random states survive being written and read`() throws {
        let seed = testSeed
        var sessions = RandomSessions(seed: seed)
        for step in 0..<500 {
            let state = sessions.state()
            let json = try JSON(parsing: state.json(relativeTo: sessions.base).bytes)
            let comment: Comment = "seed \(seed), step \(step)"
            #expect(try SessionState(json: json, relativeTo: sessions.base) == state, comment)
        }
    }

    @Test func `names that the app does not have are passed over, and wrong data is refused`() throws {
        let unknown: JSON = ["filters": ["gone": 1], "searchers": ["gone": 1], "more": 1]
        #expect(try SessionState(json: unknown, relativeTo: base) == base)
        for json: JSON in [
            .null, [], ["filters": []], ["searchers": 1], ["filters": ["main": ["groups": 1]]],
            ["searchers": ["films": []]], ["searchers": ["films": ["query": 1]]],
            ["searchers": ["films": ["index": 1]]], ["searchers": ["films": ["page": -1]]],
            ["searchers": ["films": ["page": 0.5]]], ["searchers": ["films": ["parameters": []]]],
        ] {
            #expect(throws: JSONError.self, "\(json)") { try SessionState(json: json, relativeTo: base) }
        }
    }

    @Test func `a state is limited, but for what it starts with`() throws {
        let long = String(repeating: "é", count: 2_049)
        let group = FilterGroup.ID(kind: .or, name: "g")
        func filtered(_ filters: [Filter]) -> SessionState {
            var state = base
            state.filters["main"] = FilterState(groups: [FilterGroup(id: group, filters: filters)])
            return state
        }
        var query = base
        query.searchers["films"]?.query = long
        var deep: JSON = 1
        for _ in 0..<20 { deep = [deep] }
        var nested = base
        nested.searchers["films"]?.parameters = JSONObject([("a", deep)])
        var large = base
        large.searchers["films"]?.parameters = JSONObject([("a", .string(long))])
        let states = [
            filtered([.facet("a", .text(long))]), filtered([.facet(long, 1)]),
            filtered((0...1_000).map { .facet("a", .integer($0)) }), query, nested, large,
        ]
        for (number, state) in states.enumerated() {
            let error = #expect(throws: JSONError.self, "\(number)") { try state.checkLimits(relativeTo: base) }
            #expect(error?.message.contains("`main`") == true || error?.message.contains("`films`") == true)
            #expect(throws: JSONError.self) {
                try SessionState(json: state.json(relativeTo: base), relativeTo: base)
            }
            try state.checkLimits(relativeTo: state)
        }
        // Filters that the app file names may be beyond the limits; others beside them may not.
        let start = filtered([.facet("a", .text(long))])
        try filtered([.facet("a", .text(long)), .facet("a", 1)]).checkLimits(relativeTo: start)
        #expect(throws: JSONError.self) {
            try filtered([.facet("a", .text(long)), .facet("b", .text(long))]).checkLimits(relativeTo: start)
        }
    }

    @Test func `what differs in order only is the same in its canonical form`() {
        let (or, path) = (FilterGroup.ID(kind: .or, name: "g"), FilterGroup.ID(kind: .hierarchical, name: "h"))
        func state(_ groups: [FilterGroup], page: Int, index: String?) -> SessionState {
            SessionState(
                filters: ["main": FilterState(groups: groups)],
                searchers: ["a": .init(index: index, page: page)]
            )
        }
        let (a, b, c) = (Filter.facet("a", 1), Filter.facet("b", 1), Filter.facet("a", 2))
        let one = state(
            [FilterGroup(id: or, filters: [a, b, c]), FilterGroup(id: path, filters: [b, a])],
            page: 1,
            index: ""
        )
        let two = state(
            [FilterGroup(id: path, filters: [b, a]), FilterGroup(id: or, filters: [b, a, c])],
            page: 0,
            index: nil
        )
        #expect(one != two && one.canonical == two.canonical)
        #expect(one.canonical != state([FilterGroup(id: or, filters: [c, a, b])], page: 0, index: nil).canonical)
        #expect(one.canonical.filters["main"]?.filters(in: path) == [b, a])
    }
}
