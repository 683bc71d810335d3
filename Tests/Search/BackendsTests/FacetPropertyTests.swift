// SPDX-License-Identifier: MIT

import AlgoliaTesting
import RandomTesting
import SearchIndex
import SearchModel
import Testing
import Wire

@testable import Backends

/// Random records and filter states: one pass over the embedded index counts as the queries of a plan over a plain service do.
@Suite struct FacetPropertyTests {
    private static let levels = ["c.l0", "c.l1", "c.l2"]
    private static let counted = ["brand", "color", "rating", "sale", "_tags"] + levels
    private static let path = FilterGroup.ID(kind: .hierarchical, name: "c")

    private static let settings = IndexSettings(
        searchableAttributes: ["name"],
        attributesForFaceting: counted,
        numericAttributes: ["price", "rating", "added"],
        attributesToHighlight: []
    )

    /// The categories of a record: mostly whole paths, sometimes two, sometimes a level that has lost those above it.
    private static func categories(_ random: inout SeededGenerator) -> [(String, JSON)] {
        var values: [[JSON]] = [[], [], []]
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let names = (0...2).map { _ in ["A", "B"].randomElement(using: &random) ?? "A" }
            let depth = Int.random(in: 1...3, using: &random)
            for level in 0..<depth where Int.random(in: 0..<9, using: &random) > 0 {
                values[level].append(.string(names[...level].joined(separator: " > ")))
            }
        }
        return zip(levels, values).map { ($0, .array($1)) }
    }

    private static func record(_ number: Int, _ random: inout SeededGenerator) -> JSON {
        func pick(_ values: [JSON]) -> JSON { values.randomElement(using: &random) ?? .null }
        func whole(_ range: ClosedRange<Int>) -> JSON { JSON(Int.random(in: range, using: &random)) }
        var members: [(String, JSON)] = [
            ("objectID", .string("r\(number)")), ("name", pick(["red", "blue"])),
            ("brand", pick(["Apple", "Sony", "-dash", .null])),
            ("color", .array(["x", "y", "z"].filter { _ in Bool.random(using: &random) })),
            ("rating", pick([whole(0...5), .null])), ("sale", .bool(number.isMultiple(of: 3))),
            ("price", pick([.null, whole(0...20), [whole(0...9), whole(10...20)]])),
            ("added", whole(0...2_000_000)),
            ("_tags", .array(["new", "old"].filter { _ in Bool.random(using: &random) })),
        ]
        if Bool.random(using: &random) {
            members.append(("_geoloc", ["lat": whole(-4...4), "lng": pick([whole(-4...4), whole(176...180)])]))
        }
        return .object(JSONObject(members + categories(&random)))
    }

    private static func filter(_ random: inout SeededGenerator) throws -> Filter {
        let isNegated = Int.random(in: 0..<4, using: &random) == 0
        let low = Double(Int.random(in: 0...15, using: &random))
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            return .facet(
                "brand",
                ["Apple", "-dash", "None"].randomElement(using: &random) ?? "",
                isNegated: isNegated
            )
        case 1: return .facet("color", ["x", "y"].randomElement(using: &random) ?? "", isNegated: isNegated)
        case 2: return .facet("rating", .integer(Int64.random(in: 0...6, using: &random)), isNegated: isNegated)
        case 3: return .facet("sale", .bool(Bool.random(using: &random)), isNegated: isNegated, score: 3)
        case 4: return Bool.random(using: &random) ? .tag("new") : Filter.tag("gone").negated
        case 5: return .facet(levels[Int.random(in: 0...1, using: &random)], "A", isNegated: isNegated)
        case 6: return .date("added", try DatePeriod(text: "last 14 days"), isNegated: isNegated)
        default:
            let comparison = Filter.Operator.allCases.randomElement(using: &random) ?? .less
            let condition =
                Bool.random(using: &random) ? Filter.Condition.range(low...low + 8) : .comparison(comparison, low)
            return Filter(attribute: "price", condition: condition, isNegated: isNegated)
        }
    }

    private static func state(_ random: inout SeededGenerator) throws -> FilterState {
        var state = FilterState()
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let kind: FilterGroup.Kind = Bool.random(using: &random) ? .or : .and
            let name = ["g", "h"].randomElement(using: &random) ?? "g"
            state.add(try filter(&random), to: .init(kind: kind, name: name))
        }
        if Bool.random(using: &random) { state.setAttributes(levels, of: path) }
        if Int.random(in: 0..<3, using: &random) > 0 {
            let names = (0...Int.random(in: 0...2, using: &random)).map { _ in
                ["A", "B", "C"].randomElement(using: &random) ?? "A"
            }
            let filters = HierarchyPath(names.joined(separator: " > ")).filters(on: levels)
            // Sometimes a leaf without what is above it.
            state.setPath(Int.random(in: 0..<5, using: &random) == 0 ? Array(filters.suffix(1)) : filters, in: path)
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            let shapes: [JSON] = [
                ["type": "geo", "point": [0, 0], "radius": 300_000], ["type": "geo", "box": [[-2, 177], [2, -1]]],
            ]
            let shape = try Filter(json: shapes.randomElement(using: &random) ?? [:])
            state.add(shape, to: .init(kind: .and, name: "near"))
        }
        return state
    }

    @Test("one pass and several queries count alike", arguments: 0..<80)
    func agree(run: Int) async throws {
        var random = SeededGenerator(seed: testSeed &+ UInt64(run))
        let records = (0..<50).map { Self.record($0, &random) }
        let indexes = TemporaryIndexes()
        try indexes.load("i", records, settings: Self.settings)
        let request = SearchRequest(
            index: "i",
            query: ["", "re"].randomElement(using: &random) ?? "",
            hitsPerPage: 7,
            filters: try Self.state(&random),
            baseFilters: FilterState.of((.or, "base", [.facet("sale", true), .facet("sale", false)])),
            facets: Self.counted.map { attribute in
                FacetNeed(attribute, order: FacetNeed.Order.allCases.randomElement(using: &random) ?? .nameAscending)
            },
            stats: ["price", "rating"]
        ).resolved(at: 2_000_000)
        let expected = try await EmbeddedBackend(directory: indexes.directory).responses(to: [request])[0]
        let plan = AlgoliaExchange(request)
        let results = FakeService(records: records).answer(["requests": .array(try plan.queries())])
        let response = try plan.response(from: results["results"]?.array ?? [])
        let comment: Comment = "seed \(testSeed), run \(run): \(request.filters.json.text)"
        let (ours, theirs) = (try #require(response.hits), try #require(expected.hits))
        #expect(ours.hits.map(\.objectID) == theirs.hits.map(\.objectID), comment)
        #expect(ours.totalCount == theirs.totalCount && ours.stats == theirs.stats && ours.isExhaustive, comment)
        for attribute in Self.counted {
            func texts(_ hits: SearchResponse.Hits) -> [JSON] { (hits.facets[attribute] ?? []).map(\.json) }
            #expect(JSON.array(texts(ours)).text == JSON.array(texts(theirs)).text, comment)
        }
    }

    @Test("a level is counted among the records of the level above it")
    func levels() async throws {
        let records: [JSON] = [("A", "A > 1"), ("A", "A > 1"), ("A", "A > 2"), ("B", "B > 1")].enumerated().map {
            ["objectID": .string("\($0)"), "c.l0": .string($1.0), "c.l1": .string($1.1)]
        }
        let indexes = TemporaryIndexes()
        try indexes.load("i", records, settings: Self.settings)
        let request = SearchRequest(
            index: "i",
            filters: .of((.hierarchical, "c", [.facet("c.l0", "A"), .facet("c.l1", "A > 1")])),
            facets: ["c.l0", "c.l1"]
        )
        let embedded = try await EmbeddedBackend(directory: indexes.directory).responses(to: [request])[0]
        let plan = AlgoliaExchange(request)
        #expect(try plan.queries().map { $0["facets"] } == [[], ["c.l0"], ["c.l1"]])
        let results = FakeService(records: records).answer(["requests": .array(try plan.queries())])
        let planned = try plan.response(from: results["results"]?.array ?? [])
        for hits in [embedded.hits, planned.hits] {
            #expect(hits?.totalCount == 2)
            #expect(hits?.facets["c.l0"]?.map { "\($0.value.label) \($0.count)" } == ["A 3", "B 1"])
            #expect(hits?.facets["c.l1"]?.map { "\($0.value.label) \($0.count)" } == ["A > 1 2", "A > 2 1"])
        }
    }
}
