// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import RandomTesting
import SearchModel
import Testing
import Wire

@testable import Engines

@Suite struct MeilisearchDialectTests {
    private static let tags = HighlightTags(token: 7)
    private let dialect = MeilisearchDialect(tags: tags)

    private func filter(_ filters: Filter..., kind: FilterGroup.Kind = .and) throws -> JSON? {
        let state = FilterState(groups: [FilterGroup(id: .init(kind: kind, name: "g"), filters: filters)])
        return try dialect.encode(SearchRequest(index: "shop", filters: state))["filter"]
    }

    @Test("filters are lists: all of the outer one must match, any of an inner one")
    func filters() throws {
        #expect(try filter(.facet("brand", "Acme"), .facet("sale", true)) == [#""brand" = "Acme""#, #""sale" = true"#])
        #expect(try filter(.facet("a", "x"), .facet("a", "y"), kind: .or) == [[#""a" = "x""#, #""a" = "y""#]])
        #expect(try filter(.facet("a", "x", isNegated: true)) == [#""a" != "x""#])
        #expect(try filter(.range("p", 1...2.5)) == [#""p" 1 TO 2.5"#])
        #expect(try filter(Filter.range("p", 1...2).negated) == [[#""p" < 1"#, #""p" > 2"#]])
        #expect(try filter(.comparison("p", .notEqual, 3)) == [[#""p" < 3"#, #""p" > 3"#]])
        #expect(try filter(.facet("a", #"say "hi" OR x = 1"#)) == [#""a" = "say \"hi\" OR x = 1""#])
        #expect(throws: SearchBusError.self) { try filter(.facet("a", #"both \" and \'"#)) }
    }

    @Test("any value is read again as that value, or refused")
    func quoting() throws {
        var random = SeededGenerator(seed: testSeed)
        let signs = Array(#"ab "'\=()[]OR,é"#)
        for _ in 0..<2_000 {
            let text = String((0..<Int.random(in: 0...8, using: &random)).map { _ in random.pick(signs) })
            guard let written = try? filter(.facet("a", .text(text)))?.array?.first?.string else {
                #expect(text.contains(#"\"#), "only a backslash keeps a value from being asked for: \(text)")
                continue
            }
            var rest = written.dropFirst(#""a" = "#.count).unicodeScalars
            let quote = rest.removeFirst()
            var value = String.UnicodeScalarView()
            while let scalar = rest.popFirst(), scalar != quote {
                value.append(scalar)
                if scalar == "\\", let next = rest.popFirst() { value.append(next) }
            }
            #expect(rest.isEmpty, "nothing is left behind the value: \(written)")
            #expect(String(value).replacing("\\\(quote)", with: String(quote)) == text)
        }
    }

    @Test("a response as documented becomes records, counts in their kinds, bounds and spans")
    func answer() throws {
        let answer = try JSON(
            parsing: """
                {"indexUid": "shop", "query": "tab", "processingTimeMs": 4, "page": 1, "hitsPerPage": 20, "totalPages": 1, "totalHits": 1,
                 "hits": [{"objectID": "a", "name": "oak table", "_geo": {"lat": 1, "lng": 2},
                           "_formatted": {"objectID": "a", "name": "oak \(Self.tags.open)tab\(Self.tags.close)le"}}],
                 "facetDistribution": {"brand": {"Acme": 1}, "size": {"4": 1, "4.5": 2}, "sale": {"true": 1}},
                 "facetStats": {"size": {"min": 4, "max": 4.5}}}
                """
        )
        let request = SearchRequest(index: "shop", query: "tab", facets: ["brand", "size", "sale"], stats: ["size"])
        let hits = try dialect.decode(answer, of: request).hits
        #expect(hits?.hits.first?.record == ["objectID": "a", "name": "oak table", "_geoloc": ["lat": 1, "lng": 2]])
        #expect(hits?.hits.first?.highlights["name"]?.spans.map(\.text) == ["oak ", "tab", "le"])
        #expect(hits?.facets["size"]?.map(\.value) == [4, 4.5] && hits?.facets["sale"]?.map(\.value) == [true])
        #expect(hits?.stats["size"] == 4...4.5 && hits?.totalCount == 1)
    }

    @Test(
        "a member that is missing or of the wrong kind is named",
        arguments: [
            ("{}", "hits"), (#"{"hits": []}"#, "totalHits"), (#"{"hits": 4, "totalHits": 1}"#, "hits"),
            (#"{"hits": [{}], "totalHits": 1}"#, "objectID"), (#"{"hits": [], "totalHits": -1}"#, "totalHits"),
            (#"{"hits": [], "totalHits": 1, "facetDistribution": {"brand": {"a": "x"}}}"#, "brand"),
        ]
    )
    func malformed(text: String, name: String) throws {
        let error = #expect(throws: JSONError.self) {
            try dialect.decode(JSON(parsing: text), of: SearchRequest(index: "shop", facets: ["brand"]))
        }
        #expect(error?.message.contains(name) == true)
    }
}
