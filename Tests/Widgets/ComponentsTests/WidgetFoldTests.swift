// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Components
import Interactors
import SearchModel
import Testing
import Wire

@testable import Components

@Suite("Widget fold")
struct WidgetFoldTests {
    private let now = ContinuousClock.now
    private let fold: WidgetFold<StatsInteractor>

    init() throws {
        fold = try WidgetFold(WidgetConfiguration(name: "stats", type: "stats", searcher: "products"))
    }

    private func request(_ number: Int, at sequence: UInt64) throws -> Incoming {
        let request = UnitRequest(
            searcher: "products",
            number: number,
            members: ["products": MemberRequest(number: number, index: "p")]
        )
        return Incoming(
            try Event.made(
                .request,
                "products",
                session: "s",
                type: "searchbus.request.changed",
                data: request.json,
                at: sequence
            )
        )
    }

    private func results(_ number: Int, at sequence: UInt64) throws -> Incoming {
        let response = SearchResponse(query: "", processingTimeMS: 1, content: .hits(.init(totalCount: 7)))
        var data = response.json.object ?? JSONObject()
        data["request"] = JSON(number)
        return Incoming(
            try Event.made(
                .results,
                "products",
                session: "s",
                type: "searchbus.results.hits",
                data: .object(data),
                at: sequence
            )
        )
    }

    private func phases(_ outputs: [Output]) throws -> [String] {
        try outputs.filter { $0.kind == .view }.compactMap { try JSON(parsing: $0.data)["phase"]?.string }
    }

    @Test func `An answer that comes in time is shown at once, and nothing is said of waiting afterwards`() throws {
        var state = try fold.restore(session: "s", from: [], at: now)
        _ = fold.conclude(&state, session: "s")
        _ = try fold.fold(&state, request(1, at: 1), at: now)
        let waiting = try phases(fold.conclude(&state, session: "s"))
        #expect(fold.upkeep(of: state).deadline == now.advanced(by: .milliseconds(200)))
        _ = try fold.fold(&state, results(1, at: 2), at: now.advanced(by: .milliseconds(199)))
        #expect(try phases(fold.conclude(&state, session: "s")) == ["ready"])
        #expect(fold.upkeep(of: state).deadline == nil)
        #expect(waiting.count <= 1 && !waiting.contains("stalled"))
    }

    @Test func `A view that did not change is not published`() throws {
        var state = try fold.restore(session: "s", from: [], at: now)
        _ = fold.conclude(&state, session: "s")
        _ = try fold.fold(&state, results(1, at: 1), at: now)
        #expect(try phases(fold.conclude(&state, session: "s")) == ["ready"])
        // The same figures again; the number of the request is not part of the view.
        _ = try fold.fold(&state, results(2, at: 2), at: now)
        #expect(fold.conclude(&state, session: "s").isEmpty)
    }

    @Test func `An answer that does not come is called slow once, and a newer request does not put that off`() throws {
        var state = try fold.restore(session: "s", from: [], at: now)
        _ = try fold.fold(&state, request(1, at: 1), at: now)
        _ = try fold.fold(&state, request(2, at: 2), at: now.advanced(by: .milliseconds(150)))
        let deadline = try #require(fold.upkeep(of: state).deadline)
        #expect(deadline == now.advanced(by: .milliseconds(200)))
        _ = fold.conclude(&state, session: "s")
        _ = fold.pass(&state, at: deadline)
        #expect(try phases(fold.conclude(&state, session: "s")) == ["stalled"])
        #expect(fold.upkeep(of: state).deadline == nil)
        _ = try fold.fold(&state, results(2, at: 3), at: deadline)
        #expect(try phases(fold.conclude(&state, session: "s")) == ["ready"])
    }

    @Test func `A widget that is restored while an answer is pending waits for it again`() throws {
        let state = try fold.restore(session: "s", from: [request(1, at: 1)], at: now)
        #expect(fold.upkeep(of: state).deadline == now.advanced(by: .milliseconds(200)))
        let answered = try fold.restore(session: "s", from: [request(1, at: 1), results(1, at: 2)], at: now)
        #expect(fold.upkeep(of: answered).deadline == nil)
    }

    @Test func `A skipped answer is a failure that the view shows, until the next answer`() throws {
        var state = try fold.restore(session: "s", from: [], at: now)
        _ = fold.setAside(&state, try results(1, at: 1), for: SearchBusError(.poisonEvent, "It kills."))
        let shown = try #require(fold.conclude(&state, session: "s").first { $0.kind == .view })
        #expect(try JSON(parsing: shown.data)["error"]?["code"] == "poison-event")
        _ = try fold.fold(&state, results(2, at: 2), at: now)
        #expect(try phases(fold.conclude(&state, session: "s")) == ["ready"])
    }

    @Test func `A widget follows the searchers that its parameters name beside its own`() throws {
        let menu = try WidgetFold<MenuInteractor>(
            WidgetConfiguration(
                name: "brand",
                type: "menu",
                searcher: "products",
                searcherUnit: "everything",
                filterState: "main",
                links: [
                    WidgetLink(
                        parameter: "valuesSearcher",
                        kind: .searcher,
                        role: .heard,
                        name: "brands",
                        members: ["brands"],
                        unit: "brands"
                    )
                ],
                parameters: ["attribute": "brand", "searchable": true, "valuesSearcher": "brands"]
            )
        )
        let followed = [
            "request/everything/", "request/brands/", "filters/main/", "results/products/", "results/brands/",
            "search/products/", "search/brands/",
        ]
        #expect(Set(followed).isSubset(of: menu.inputs.map(\.description)))
        #expect(Set(followed).isSubset(of: menu.memories.map(\.description)))
        #expect(menu.roster.map(\.description) == ["request/everything/"])
        var state = try menu.restore(session: "s", from: [], at: now)
        let asked = UnitRequest(
            searcher: "brands",
            number: 1,
            members: ["brands": MemberRequest(number: 1, query: "ac", index: "p")]
        )
        let found = SearchResponse(
            query: "ac",
            processingTimeMS: 1,
            content: .facetValues(attribute: "brand", values: [FacetCount(value: "Acme", count: 3)])
        )
        var data = found.json.object ?? JSONObject()
        data["request"] = 1
        for (kind, type, data, sequence) in [
            (Topic.Kind.request, "request.changed", asked.json, 1), (.results, "results.facets", .object(data), 2),
        ] as [(Topic.Kind, String, JSON, UInt64)] {
            let event = try Event.made(
                kind,
                "brands",
                session: "s",
                type: "searchbus.\(type)",
                data: data,
                at: sequence
            )
            _ = try menu.fold(&state, Incoming(event), at: now)
        }
        let output = try #require(menu.conclude(&state, session: "s").first { $0.kind == .view })
        let view = try JSON(parsing: output.data)
        #expect(view["searchQuery"] == "ac" && view["items"]?.array?.first?["value"] == "Acme")
    }

    @Test func `Pages of a list are views of their own, and the slot of a dropped one is reused`() throws {
        let parameters: JSON = ["keepPages": 1, "infiniteScrolling": ["offset": 1]]
        let hits = try WidgetFold<HitsInteractor>(
            WidgetConfiguration(name: "hits", type: "hits", searcher: "products", parameters: parameters)
        )
        var state = try hits.restore(session: "s", from: [], at: now)
        var written: [[String]] = []
        for page in 0..<4 {
            let record = Hit(objectID: "p\(page)", record: [:])
            let answer = SearchResponse.Hits(hits: [record], totalCount: 9, page: page, hitsPerPage: 1)
            let response = SearchResponse(query: "", processingTimeMS: 1, content: .hits(answer))
            var data = response.json.object ?? JSONObject()
            data["request"] = JSON(page + 1)
            let event = try Event.made(
                .results,
                "products",
                session: "s",
                type: "searchbus.results.hits",
                data: .object(data),
                at: UInt64(page + 1)
            )
            let outputs = try hits.fold(&state, Incoming(event), at: now) + hits.conclude(&state, session: "s")
            written.append(outputs.map { "\($0.kind) \($0.component)" })
        }
        #expect(
            written == [
                ["view hits"], ["view hits.1", "state hits", "view hits"],
                ["view hits.2", "state hits", "view hits"], ["view hits.1", "state hits", "view hits"],
            ]
        )
    }

    @Test func `A view that is refused says what to do, and other outputs are left out`() throws {
        let error = SearchBusError(.tooLarge, "It has 2 MiB.")
        let view = Output(.view, "stats", type: "searchbus.view.stats", data: [])
        let other = try #require(fold.substitute(for: view, refusedFor: error))
        let data = try JSON(parsing: other.data)
        #expect(data["phase"] == "failed" && data["error"]?["code"] == "too-large")
        #expect(data["error"]?["remedy"]?.string?.contains("attributesToRetrieve") == true)
        #expect(fold.substitute(for: Output(.state, "stats", type: "t", data: []), refusedFor: error) == nil)
    }
}
