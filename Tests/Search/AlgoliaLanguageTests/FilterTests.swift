// SPDX-License-Identifier: MIT

import RandomTesting
import SearchModel
import Testing
import Wire

@testable import AlgoliaLanguage
@testable import Backends

/// The meaning of a query's filters, and that filters survive encoding and decoding.
@Suite struct FilterTests {
    /// The filters of a query as texts of groups, without the names of the groups.
    private func groups(_ parameters: JSONObject) throws -> Set<Set<Filter>> {
        let query = try AlgoliaQuery(AlgoliaQuestion(.hits, index: "i", parameters: parameters))
        return Set(query.request.baseFilters.groups.map { Set($0.filters) })
    }

    private func groups(_ filters: String) throws -> Set<Set<Filter>> {
        try groups(JSONObject([("filters", .string(filters))]))
    }

    @Test func conditionsAreReadAsTheyStand() throws {
        #expect(
            try groups("brand:Apple AND price >= 10.5") == [
                [.facet("brand", "Apple")], [.comparison("price", .greaterOrEqual, 10.5)],
            ]
        )
        #expect(
            try groups(#""a b":'it"s' OR "a b":"say \"x\"""#) == [
                [.facet("a b", #"it"s"#), .facet("a b", #"say "x""#)]
            ]
        )
        #expect(try groups("NOT brand:Apple") == [[.facet("brand", "Apple", isNegated: true)]])
        #expect(try groups("price:10 TO 20") == [[.range("price", 10...20)]])
        #expect(try groups("price:-5 TO -1") == [[.range("price", -5 ... -1)]])
        #expect(try groups("urgent AND (a:x OR a:y)") == [[.tag("urgent")], [.facet("a", "x"), .facet("a", "y")]])
        #expect(
            try groups("((a:x)) AND ((a:y OR (a:z)))") == [[.facet("a", "x")], [.facet("a", "y"), .facet("a", "z")]]
        )
        #expect(try groups("url:http://x.example/?a=b<c") == [[.facet("url", "http://x.example/?a=b<c")]])
        #expect(try groups("  ") == [])
    }

    @Test func `integers of 64 bits are exact`() throws {
        let (low, high): (Int64, Int64) = (161_398_618_834_599_937, .max)
        let less = try #require(Filter.comparison("n", .less, exactly: .integer(low)))
        let range = try #require(Filter.range("n", from: .integer(low), to: .integer(high)))
        #expect(try groups("n < \(low)") == [[less]])
        #expect(try groups("n:\(low) TO \(high)") == [[range]])
        #expect(try groups("n:\(low)") == [[.facet("n", .integer(low)), .facet("n", .text("\(low)"))]])
        let list = JSONObject([("numericFilters", JSON(["n<\(low)", "n:\(low) TO \(high)"]))])
        #expect(try groups(list) == [[less], [range]])
        #expect(less != .comparison("n", .less, Double(low)))
        #expect(less.bounds == [.integer(low)] && range.negated.bounds == [.integer(low), .integer(high)])
    }

    @Test func valuesThatMayBeNumbersStandForBoth() throws {
        #expect(try groups("size:42") == [[.facet("size", 42), .facet("size", "42")]])
        #expect(try groups("free:true") == [[.facet("free", true), .facet("free", "true")]])
        #expect(try groups("free:FALSE") == [[.facet("free", false), .facet("free", "FALSE")]])
        #expect(
            try groups("NOT size:42") == [[.facet("size", 42, isNegated: true), .facet("size", "42", isNegated: true)]]
        )
        let negated = try AlgoliaQuery(
            AlgoliaQuestion(.hits, index: "i", parameters: JSONObject([("filters", "NOT size:42")]))
        )
        #expect(negated.request.baseFilters.groups.map(\.id.kind) == [.and])
        // Of alternatives one must hold: each is the absence of both values.
        #expect(
            try groups("NOT size:42 OR kind:x") == [
                [.facet("size", 42, isNegated: true), .facet("kind", "x")],
                [.facet("size", "42", isNegated: true), .facet("kind", "x")],
            ]
        )
    }

    @Test(arguments: [
        "a AND", "OR a:1", "(a:1", "a:1)", "a:", "a:1 b:2", "(a:1 AND b:2) OR c:3", "NOT (a:1 OR b:2)", "price <",
        "price < x",
        "price:5 TO 1", "price:1 TO", "a:1 OR price<2", "\"a:1", "a:x<score=y>", "a:x<score=1", "price < 1e999",
        "price < nan", "\"\":x", "'' > 5",
    ])
    func whatMakesNoSenseIsRefused(_ text: String) {
        #expect(throws: AlgoliaError.self) { try groups(text) }
    }

    @Test func hostileTextNeitherTrapsNorNestsWithoutEnd() {
        for text in [
            String(repeating: "(", count: 100_000), String(repeating: "NOT ", count: 20), "\u{0}:\u{0}", "<", ">=", "!",
            ":::",
        ] {
            _ = try? groups(text)
        }
        var generator = SeededGenerator(seed: testSeed)
        let pieces = [
            "(", ")", "AND", "OR", "NOT", "a:1", "a", ":", "<", ">=", "!=", "\"", "'", "\\", "TO", "1", "<score=2>",
            " ", "é", "-",
        ]
        for _ in 0..<rounds(4_000, thorough: 20_000) {
            let text = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in generator.pick(pieces) }.joined(
                separator: generator.pick(["", " "])
            )
            _ = try? groups(text)
            for kind in [
                "facetFilters", "numericFilters", "tagFilters", "optionalFilters", "insideBoundingBox", "insidePolygon",
                "aroundLatLng",
            ] {
                _ = try? groups(JSONObject([(kind, .string(text))]))
                _ = try? groups(JSONObject([(kind, [.string(text), [.string(text)]])]))
            }
        }
    }

    @Test func listsAreReadInEveryForm() throws {
        let lists: Set<Set<Filter>> = [[.facet("a", "x"), .facet("a", "y")], [.facet("b", "z", isNegated: true)]]
        #expect(try groups(JSONObject([("facetFilters", [["a:x", "a:y"], "b:-z"])])) == lists)
        #expect(try groups(JSONObject([("facetFilters", #"[["a:x","a:y"],"b:-z"]"#)])) == lists)
        #expect(try groups(JSONObject([("facetFilters", "(a:x,a:y),b:-z")])) == lists)
        #expect(
            try groups(JSONObject([("params", "facetFilters=%5B%5B%22a%3Ax%22%2C%22a%3Ay%22%5D%2C%22b%3A-z%22%5D")]))
                == lists
        )
        #expect(try groups(JSONObject([("facetFilters", [#"a:\-x"#])])) == [[.facet("a", "-x")]])
        #expect(
            try groups(JSONObject([("numericFilters", ["p>=1", ["p<3", "p=7"]])])) == [
                [.comparison("p", .greaterOrEqual, 1)], [.comparison("p", .less, 3), .comparison("p", .equal, 7)],
            ]
        )
        // In the form of client libraries.
        #expect(
            try groups(JSONObject([("numericFilters", ["Old price<=50", "a, b (c) != -1.5", "Old price:5 TO 9"])])) == [
                [.comparison("Old price", .lessOrEqual, 50)], [.comparison("a, b (c)", .notEqual, -1.5)],
                [.range("Old price", 5...9)],
            ]
        )
        for text in ["<=5", "Old price<=", "Old price<=x", "Old price:9 TO 5"] {
            #expect(throws: AlgoliaError.self) { try groups(JSONObject([("numericFilters", [.string(text)])])) }
        }
        #expect(
            try groups(JSONObject([("tagFilters", ["one", ["two", "-three"]])])) == [
                [.tag("one")], [.tag("two"), Filter.tag("three").negated],
            ]
        )
    }

    @Test func polygonsAreReadInEveryForm() throws {
        func polygon(_ numbers: Double...) throws -> Filter {
            let corners = stride(from: 0, to: numbers.count, by: 2).compactMap {
                GeoPoint(latitude: numbers[$0], longitude: numbers[$0 + 1])
            }
            return .geo(try GeoShape(corners: corners))
        }
        let (one, two) = (try polygon(1, 2, 3.5, 4, 5, -6), try polygon(10, 170, 20, -170, 10, -160))
        #expect(try groups(JSONObject([("insidePolygon", [[1, 2, 3.5, 4, 5, -6]])])) == [[one]])
        #expect(try groups(JSONObject([("insidePolygon", [1, 2, 3.5, 4, 5, -6])])) == [[one]])
        #expect(try groups(JSONObject([("insidePolygon", "1,2,3.5,4,5,-6")])) == [[one]])
        let both: JSON = [[1, 2, 3.5, 4, 5, -6], [10, 170, 20, -170, 10, -160]]
        #expect(try groups(JSONObject([("insidePolygon", both)])) == [[one, two]])
        #expect(try groups(JSONObject([("insidePolygon", .string(both.text))])) == [[one, two]])
        // A box takes its place, and it that of a circle.
        let box = JSONObject([("insidePolygon", both), ("insideBoundingBox", [[1, 2, 3, 4]])])
        #expect(try groups(box).first?.first?.shape?.kind == .box)
        let circle = JSONObject([("insidePolygon", both), ("aroundLatLng", "1,2"), ("aroundRadius", 5)])
        #expect(try groups(circle) == [[one, two]])
        for wrong in [
            [1, 2, 3, 4], [1, 2, 3, 4, 5], [1, 2, 3, 4, 91, 6], [[1, 2, 3, 4, 5, "x"]], [[80, -120, 80, 0, 80, 120]],
            [[]],
            .array([JSON](repeating: [1, 2, 3.5, 4, 5, -6], count: 101)), ["x"], 7,
        ] as [JSON] {
            #expect(throws: AlgoliaError.self, "\(wrong.text)") { try groups(JSONObject([("insidePolygon", wrong)])) }
        }
    }

    @Test func optionalFiltersLeaveNoRecordOut() throws {
        let query = try AlgoliaQuery(
            AlgoliaQuestion(
                .hits,
                index: "i",
                parameters: JSONObject([("optionalFilters", [["a:x<score=3>", "a:y"], "b:-z"])])
            )
        )
        let filters = query.request.baseFilters
        #expect(filters.groupsByType.isEmpty)
        #expect(
            filters.optionalGroups.map(\.filters) == [
                [.facet("a", "x", score: 3), .facet("a", "y")], [.facet("b", "z", isNegated: true)],
            ]
        )
    }

    /// The filters that the searcher of services writes are decoded to the same filters, in each form.
    @Test func whatIsEncodedForServicesIsReadBack() throws {
        var generator = SeededGenerator(seed: testSeed)
        for round in 0..<2_000 {
            let state = randomState(&generator)
            for syntax in [FilterSyntax.lists, .text] {
                let members = JSONObject(syntax.members(for: [state]))
                let read = try groups(members)
                let expected = Set(state.groupsByType.flatMap(Self.expected))
                #expect(read == expected, "round \(round), \(syntax): \(JSON.object(members).text)")
            }
        }
    }

    /// The groups as a protocol without types has them: each list that must hold by one of its members.
    private static func expected(_ group: FilterGroup) -> [Set<Filter>] {
        group.id.kind == .or ? [Set(group.filters)] : group.filters.map { [$0] }
    }

    /// Groups of texts and of numbers: other values become several conditions in the protocol.
    private func randomState(_ generator: inout SeededGenerator) -> FilterState {
        let values: [FacetValue] = [
            "Apple", "-5x", "-", "a b", "it's", #"say "x""#, "é:ü", "AND", "(x)", "<x>", "a\\b",
        ]
        return FilterState(
            groups: (0..<Int.random(in: 0..<4, using: &generator)).map { number in
                let isNumeric = generator.isTrue()
                let filters = (0..<Int.random(in: 1..<4, using: &generator)).map { _ -> Filter in
                    let bound = Double(Int.random(in: -900..<900, using: &generator)) / 4
                    guard isNumeric else {
                        return .facet("attr", generator.pick(values), isNegated: generator.isTrue())
                    }
                    let signs: [Filter.Operator] = [.less, .lessOrEqual, .equal, .notEqual, .greaterOrEqual, .greater]
                    return generator.isTrue()
                        ? .comparison("price", generator.pick(signs), bound) : .range("price", bound...(bound + 5))
                }
                return FilterGroup(
                    id: .init(kind: generator.pick([.and, .or]), name: String(number)),
                    filters: filters
                )
            }
        )
    }
}
