// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import RandomTesting
import SearchModel
import Testing
import Wire

@testable import Engines

@Suite struct TypesenseDialectTests {
    private static let tags = HighlightTags(token: 7)
    private static let shape = IndexShape(attributes: [
        .init("brand", type: "string", isCountable: true, isComparable: false),
        .init("rating", type: "int32", isCountable: true, isComparable: true),
        .init("price", type: "float", isCountable: true, isComparable: true),
        .init("sale", type: "bool", isCountable: true, isComparable: false),
    ])
    private let dialect = TypesenseDialect(tags: tags).knowing(shape)

    private func filter(_ filters: Filter..., kind: FilterGroup.Kind = .and) throws -> String? {
        let state = FilterState(groups: [FilterGroup(id: .init(kind: kind, name: "g"), filters: filters)])
        return try dialect.encode(SearchRequest(index: "shop", filters: state))["filter_by"]?.string
    }

    @Test("filters are conditions of the language, with values as data")
    func filters() throws {
        #expect(try filter(.facet("brand", "Acme"), .facet("sale", true)) == "brand:=`Acme` && sale:=true")
        #expect(try filter(.facet("brand", "x"), .facet("brand", "y"), kind: .or) == "(brand:=`x` || brand:=`y`)")
        #expect(try filter(.facet("brand", "x", isNegated: true)) == "brand:!=`x`")
        #expect(try filter(.range("price", 1...2.5)) == "price:[1..2.5]")
        #expect(try filter(.comparison("price", .notEqual, 3)) == "(price:<3 || price:>3)")
        #expect(try filter(.facet("brand", "a` || id:=x")) == "brand:=`a || id:=x`")
    }

    @Test(
        "fields of whole numbers are asked in whole numbers",
        arguments: [
            (Filter.comparison("rating", .greater, 2.5), "rating:[3..2147483647]"),
            (.comparison("rating", .greater, 3), "rating:[4..2147483647]"),
            (.comparison("rating", .less, 3), "rating:[-2147483647..2]"),
            (.comparison("rating", .less, 2.5), "rating:[-2147483647..2]"),
            (.comparison("rating", .equal, 4), "rating:[4..4]"), (.range("rating", 1.5...4.5), "rating:[2..4]"),
            (.range("rating", -1e300...1e300), "rating:[-2147483647..2147483647]"),
        ]
    )
    func wholeNumbers(filter: Filter, text: String) throws {
        #expect(try self.filter(filter) == text)
    }

    @Test(
        "what no record can meet finds nothing, and what every record meets is not asked",
        arguments: [
            Filter.facet("nobody", "x"), .facet("rating", "many"), .facet("rating", 4.5), .facet("sale", "maybe"),
            .facet("brand", "`*`"),
            .comparison("rating", .equal, 2.5), .comparison("nobody", .less, 3), .range("rating", 4.2...4.8),
        ]
    )
    func never(filter: Filter) throws {
        #expect(try self.filter(filter)?.hasPrefix("id:=`nobody-") == true)
        if filter.facetValue != nil { #expect(try self.filter(filter.negated) == nil) }
    }

    @Test("for any value, the filter has one condition: nothing in it is an operator")
    func quoting() throws {
        var random = SeededGenerator(seed: testSeed)
        let signs = Array("ab1 `\\*&|()[]:=,!é")
        for _ in 0..<2_000 {
            let text = String((0..<Int.random(in: 0...9, using: &random)).map { _ in random.pick(signs) })
            let written = try filter(.facet("brand", .text(text))) ?? ""
            #expect(written.count { $0 == "`" } == 2 && written.hasSuffix("`"), "\(text)")
            guard written.hasPrefix("brand:=`") else {
                #expect(!text.contains { $0.isLetter || $0.isNumber }, "\(text)")
                continue
            }
            let inside = written.dropFirst(8).dropLast()
            #expect(inside.filter { $0.isLetter || $0.isNumber } == text.filter { $0.isLetter || $0.isNumber })
            #expect(!inside.hasSuffix("\\") && !inside.hasSuffix("*"))
        }
    }

    @Test(
        "a name with signs of the language in it is refused",
        arguments: ["a:=x || b", "a)", "", "a b", "$other(x)", "a`"]
    )
    func names(name: String) {
        let error = #expect(throws: SearchBusError.self) {
            try dialect.encode(
                SearchRequest(
                    index: "shop",
                    filters: FilterState(groups: [
                        FilterGroup(id: .init(kind: .and, name: "g"), filters: [.facet(name, "x")])
                    ])
                )
            )
        }
        #expect(error?.code == .invalidArgument)
    }

    @Test("a response as documented becomes records, counts in their kinds, bounds and spans")
    func answer() throws {
        let (open, close) = (Self.tags.open, Self.tags.close)
        let answer = try JSON(
            parsing: """
                {"found": 1, "out_of": 9, "page": 1, "search_time_ms": 2, "search_cutoff": false,
                 "hits": [{"document": {"id": "a", "name": "oak table", "_geoloc": [1, 2], "tags": ["x", "table"]}, "text_match": 7,
                           "highlight": {"name": {"matched_tokens": ["tab"], "snippet": "…", "value": "oak \(open)table\(close)"},
                                         "tags": [{"matched_tokens": ["tab"], "snippet": "\(open)table\(close)"}]}}],
                 "facet_counts": [
                   {"field_name": "brand", "sampled": false, "stats": {"total_values": 1},
                    "counts": [{"count": 1, "highlighted": "Acme", "value": "Acme"}]},
                   {"field_name": "rating", "counts": [{"count": 1, "value": "4"}], "stats": {"min": 4, "max": 5}},
                   {"field_name": "sale", "counts": [{"count": 1, "value": "true"}], "stats": {"total_values": 1}}]}
                """
        )
        let request = SearchRequest(
            index: "shop",
            query: "table",
            facets: ["brand", "rating", "sale"],
            stats: ["rating"]
        )
        let hits = try dialect.decode(answer, of: request).hits
        #expect(hits?.hits.first?.objectID == "a" && hits?.hits.first?.record["_geoloc"] == ["lat": 1, "lng": 2])
        #expect(hits?.hits.first?.highlights["name"]?.spans.map(\.text) == ["oak ", "table"])
        #expect(hits?.hits.first?.highlights["tags"]?.text == "x, table")
        #expect(hits?.facets["rating"]?.map(\.value) == [4] && hits?.facets["sale"]?.map(\.value) == [true])
        #expect(hits?.facets["brand"]?.map(\.value) == ["Acme"] && hits?.stats["rating"] == 4...5)
    }

    @Test(
        "a member that is missing or of the wrong kind is named",
        arguments: [
            ("{}", "found"), (#"{"found": -1}"#, "found"), (#"{"found": 1, "hits": 4}"#, "hits"),
            (#"{"found": 1, "hits": [{}]}"#, "document"),
            (#"{"found": 1, "hits": [{"document": {}}]}"#, "id"),
            (#"{"found": 1, "facet_counts": [{}]}"#, "field_name"),
            (#"{"found": 1, "facet_counts": [{"field_name": "brand", "counts": [{"value": "a"}]}]}"#, "count"),
        ]
    )
    func malformed(text: String, name: String) throws {
        let error = #expect(throws: JSONError.self) {
            try dialect.decode(JSON(parsing: text), of: SearchRequest(index: "shop", facets: ["brand"]))
        }
        #expect(error?.message.contains(name) == true)
    }
}
