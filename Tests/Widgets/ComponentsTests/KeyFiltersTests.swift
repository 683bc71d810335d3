// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Interactors
import SearchModel
import Testing
import Wire

@testable import Components

/// Sessions that began with a key that has filters.
@Suite("Filters of a session's key")
struct KeyFiltersTests {
    private static let acme = FilterState(
        groups: [FilterGroup(id: .init(kind: .and, name: "key"), filters: [.facet("tenant", .text("acme"))])]
    )
    private static let globex = FilterState(
        groups: [FilterGroup(id: .init(kind: .and, name: "key"), filters: [.facet("tenant", .text("globex"))])]
    )

    private func filters(_ turn: StoreBench.Turn) throws -> Set<FilterState> {
        Set(
            try turn.requests.flatMap { try UnitRequest(json: $0).members.values.map(\.baseFilters) }
        )
    }

    private func started(_ filters: FilterState? = acme) throws -> (bench: StoreBench, turn: StoreBench.Turn) {
        var bench = try StoreBench()
        let turn = try bench.tell("session", "start", SessionStart.data(filters: filters))
        return (bench, turn)
    }

    @Test func `every searcher has them from its first request on, and the view tells them`() throws {
        let (_, turn) = try started()
        #expect(turn.requests.count == 2)
        #expect(try filters(turn) == [Self.acme])
        #expect(turn.view?["filters"] == Self.acme.json)
        #expect(try started(nil).turn.view?["filters"] == nil)
    }

    @Test func `no intent changes them`() throws {
        var (bench, _) = try started()
        let toggle = FilterIntent.toggle(.facet("tenant", .text("globex")), in: .init(kind: .or, name: "key")).intent
        var turns = [try bench.tell([("main", toggle)])]
        for (to, type, data) in [
            ("products", "set-query", ["query": "lamp"]), ("session", "undo", [:]), ("session", "redo", [:]),
            ("session", "restore", ["link": "?q=desk"]),
            ("session", "restore", ["state": ["filters": ["main": ["groups": []]]], "filters": ["groups": []]]),
            ("session", "reset", ["filters": ["groups": []]]),
            ("session", "start", SessionStart.data(filters: Self.globex)), ("session", "start", [:]),
            ("products", "set-parameters", ["parameters": ["baseFilters": []]]), ("products", "search", [:]),
        ] as [(String, String, JSON)] {
            turns.append(try bench.tell(to, type, data))
        }
        #expect(turns.count { !$0.requests.isEmpty } >= 5)
        for turn in turns where !turn.requests.isEmpty { #expect(try filters(turn) == [Self.acme]) }
        for turn in turns { #expect(turn.view.map { $0["filters"] == Self.acme.json } ?? true) }
    }

    @Test func `only the first intent of a session brings some`() throws {
        var bench = try StoreBench()
        _ = try bench.tell("products", "set-query", ["query": "lamp"])
        let late = try bench.tell("session", "start", SessionStart.data(filters: Self.acme))
        #expect(late.results == ["unchanged"] && late.requests.isEmpty && late.view == nil)
        var refused = try StoreBench()
        _ = try refused.tell("session", "restore", ["link": 7])
        #expect(try refused.tell("session", "start", SessionStart.data(filters: Self.acme)).results == ["unchanged"])
    }

    @Test func `they outlive a restart, also if what an older version saved cannot be read`() throws {
        var (bench, _) = try started()
        _ = try bench.tell("products", "set-query", ["query": "lamp"])
        var again = try bench.restart()
        #expect(try filters(again.tell("products", "set-query", ["query": "desk"])) == [Self.acme])
        #expect(try again.tell("session", "start", SessionStart.data(filters: Self.globex)).results == ["unchanged"])
        let damaged = try restored(view: bench.latest["view/session/s/"]?.dataBytes.map(\.self), request: "7")
        #expect(damaged == [Self.acme])
    }

    @Test func `under a view that cannot be read nothing is found`() throws {
        #expect(try restored(view: Array(#"{"filters":7}"#.utf8), request: nil) == [.nothing])
    }

    /// What the requests are limited to after a restart with these events on the log.
    private func restored(view: [UInt8]?, request: String?) throws -> Set<FilterState> {
        let fold = try StateStoreFold(.shop())
        func event(_ kind: Topic.Kind, _ component: String, _ data: [UInt8], at place: UInt64) throws -> Incoming {
            let draft = EventDraft(
                topic: try Topic(kind, component, session: "s"),
                id: "e\(place)",
                source: "/state",
                type: "searchbus.\(kind).changed",
                data: data
            )
            return Incoming(try Event.made(draft, at: place))
        }
        var events = [try event(.view, "session", try #require(view), at: 2)]
        if let request { events.append(try event(.request, "films", Array(request.utf8), at: 1)) }
        var state = try fold.restore(session: "s", from: events, at: .now)
        let outputs = fold.conclude(&state, session: "s")
        return Set(
            try outputs.filter { $0.kind == .request }
                .flatMap { try UnitRequest(json: JSON(parsing: $0.data)).members.values.map(\.baseFilters) }
        )
    }
}
