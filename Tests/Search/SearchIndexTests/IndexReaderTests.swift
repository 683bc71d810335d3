// SPDX-License-Identifier: MIT

import Foundation
import SearchIndex
import SearchModel
import Testing
import Wire

@Suite struct IndexReaderTests {
    private func shop() throws -> Fixture {
        try Fixture(
            [
                .make("tv", [("name", "Samsung TV"), ("brand", "Samsung"), ("price", 500), ("_tags", ["new"])]),
                .make("case", [("name", "Case for Samsung"), ("brand", "Spigen"), ("price", 20)]),
                .make("phone", [("name", "Galaxy Phone"), ("brand", "Samsung"), ("price", 900), ("rating", 4.5)]),
                .make("sam", [("name", "Sam the book"), ("brand", "Éditions Sam"), ("price", 12)]),
            ],
            settings: IndexSettings(
                searchableAttributes: ["name", "brand"],
                attributesForFaceting: ["brand"],
                numericAttributes: ["price", "rating"],
                customRanking: [RankingRule("price", .descending)]
            )
        )
    }

    @Test(
        "whole words in the title come first, then beginnings there, then words elsewhere; each tier in ranking order"
    )
    func tiers() throws {
        let shop = try shop()
        #expect(try shop.ids("sam") == ["sam", "tv", "case", "phone"])
        #expect(try shop.ids("samsung") == ["tv", "case", "phone"])
        #expect(try shop.ids("") == ["phone", "tv", "case", "sam"])
        #expect(try shop.ids("samsung t") == ["tv"])
    }

    @Test("all words are required and only the last may be a beginning")
    func allWordsAreRequired() throws {
        let shop = try shop()
        #expect(try shop.ids("gal phone").isEmpty)
        #expect(try shop.ids("galaxy pho") == ["phone"])
        #expect(try shop.ids("GALÁXY  phone!") == ["phone"])
        #expect(try shop.ids("editions") == ["sam"])
    }

    @Test(
        "text that means something to SQL or to FTS5 is only text",
        arguments: [
            "\"", "'", "sam\"", "sam*", "sam AND", "NEAR(sam tv)", "name:sam", "{name} : sam", "sam OR tv", "^sam",
            "-sam",
            "sam) OR (1=1", "'; DROP TABLE records; --", "\0sam", "sam\u{FEFF}", "\\", "%", "sam NOT tv", "(((((",
            "\u{2192}",
        ]
    )
    func hostileTextIsText(query: String) throws {
        let shop = try shop()
        let found = try shop.hits(query)
        let hasWords = query.contains { $0.isLetter || $0.isNumber }
        if !hasWords { #expect(found.totalCount == 4) }
        #expect(try shop.hits("").totalCount == 4)
        for attribute in ["brand"] {
            let filters = FilterState.of((.or, query, [.facet(attribute, .text(query))]))
            #expect(try shop.hits(SearchRequest(index: "test", filters: filters)).totalCount == 0)
            _ = try shop.values(attribute, query)
        }
        let counted = try shop.hits(SearchRequest(index: "test", facets: [FacetNeed(query)]))
        #expect(counted.facets[query] == [] && counted.warnings.map(\.attribute) == [query])
    }

    @Test("the words OR, AND and NOT are searched like any others")
    func operatorsAreWords() throws {
        let fixture = try Fixture([.make("1", [("name", "this or that")]), .make("2", [("name", "this and that")])])
        #expect(try fixture.ids("this OR that") == ["1"])
        #expect(try fixture.ids("NOT").isEmpty)
    }

    @Test("matches are marked in the attributes that have one")
    func highlights() throws {
        let hit = try #require(try shop().hits("samsung t").hits.first)
        #expect(Array(hit.highlights.keys) == ["name", "brand"] || Set(hit.highlights.keys) == ["name", "brand"])
        #expect(
            hit.highlights["name"]?.spans == [
                .init("Samsung", isMatched: true), .init(" ", isMatched: false), .init("T", isMatched: true),
                .init("V", isMatched: false),
            ]
        )
        #expect(try shop().hits("galaxy").hits.first.map { Array($0.highlights.keys) } == ["name"])
        #expect(try shop().hits("").hits.allSatisfy { $0.highlights.isEmpty })
    }

    @Test("records come back unchanged, with members in order")
    func recordsAreKept() throws {
        let text = #"{"z":1,"objectID":"a","name":"x","nested":{"b":[1.5,null,true],"a":"é\"<"}}"#
        let fixture = try Fixture([Record(JSON(parsing: text))])
        #expect(try fixture.hits("").hits.first?.record.text == text)
    }

    @Test("records have only the requested attributes, and matches marked in those only")
    func attributes() throws {
        let text =
            #"{"z":1,"objectID":"a","name":"new x","nested":{"b":[1.5],"a":"new"},"list":[{"p":1,"q":"new"},{"p":2}]}"#
        let fixture = try Fixture([Record(JSON(parsing: text))])
        func hit(_ retrieved: [String]?, _ highlighted: [String]? = nil) throws -> (String?, Set<String>?) {
            let request = SearchRequest(
                index: "test",
                query: "new",
                attributesToRetrieve: retrieved,
                attributesToHighlight: highlighted
            )
            let hit = try fixture.hits(request).hits.first
            return (hit?.record.text, hit.map { Set($0.highlights.keys) })
        }
        #expect(try hit(nil) == (text, ["name", "nested.a", "list.q"]))
        #expect(try hit([]) == (#"{"objectID":"a"}"#, []))
        #expect(try hit(["name", "none"]) == (#"{"objectID":"a","name":"new x"}"#, ["name"]))
        #expect(
            try hit(["nested.a", "list.p"]) == (
                #"{"objectID":"a","nested":{"a":"new"},"list":[{"p":1},{"p":2}]}"#, ["nested.a"]
            )
        )
        #expect(try hit(["nested"], ["name"]) == (#"{"objectID":"a","nested":{"b":[1.5],"a":"new"}}"#, ["name"]))
    }

    @Test("bounds ignore the attribute's own range, and the range still filters")
    func boundsAreFree() throws {
        let filters = FilterState.of((.and, "price", [.range("price", 15...600)]))
        let hits = try shop().hits(SearchRequest(index: "test", filters: filters, stats: ["price", "rating"]))
        #expect(hits.totalCount == 2)
        #expect(hits.stats["price"] == 12...900)
        #expect(hits.stats["rating"] == nil)
    }

    @Test("tags are filtered without a setting")
    func tags() throws {
        let filters = FilterState.of((.and, "t", [.tag("new")]))
        #expect(try shop().hits(SearchRequest(index: "test", filters: filters)).hits.map(\.objectID) == ["tv"])
    }

    @Test("a version that cannot be opened leaves the previous one in use")
    func brokenVersion() throws {
        let shop = try shop()
        let path = shop.directory.indexes.path
        try Data("not an index".utf8).write(to: URL(fileURLWithPath: path + "/next"))
        #expect(rename(path + "/next", path + "/test/manifest.json") == 0)
        for _ in 0..<2 { #expect(try shop.ids("samsung t") == ["tv"]) }
        #expect(throws: SearchBusError.self) { try IndexReader(directory: shop.directory.indexes, name: "test") }
        try IndexWriter(directory: shop.directory.indexes, name: "test").replaceAll([])
        #expect(try shop.ids("").isEmpty)
        try shop.directory.indexes.delete("test")
        #expect(throws: SearchBusError.self) { try shop.ids("") }
    }

    @Test("pages follow each other without gaps, and pages beyond the end are empty")
    func pages() throws {
        let shop = try shop()
        let pages = try (0...4).map { page in
            try shop.hits(SearchRequest(index: "test", query: "s", page: page, hitsPerPage: 3))
        }
        #expect(pages.map(\.hits.count) == [3, 1, 0, 0, 0])
        #expect(Set(pages.flatMap { $0.hits.map(\.objectID) }).count == 4)
        #expect(pages[0].pageCount == 2)
        #expect(try shop.hits(SearchRequest(index: "test", page: .max, hitsPerPage: 1_000)).hits.isEmpty)
        #expect(try shop.hits(SearchRequest(index: "test", hitsPerPage: 0)).totalCount == 4)
    }

    @Test(
        "a request out of bounds is refused",
        arguments: [
            SearchRequest(index: "test", page: -1), SearchRequest(index: "test", hitsPerPage: -1),
            SearchRequest(index: "test", hitsPerPage: 1_001),
            SearchRequest(index: "test", facets: [FacetNeed("brand", limit: -1)]),
            SearchRequest(index: "test", kind: .facetValues(attribute: "brand", limit: -1)),
        ]
    )
    func outOfBounds(request: SearchRequest) throws {
        let shop = try shop()
        let error = #expect(throws: SearchBusError.self) { try shop.reader.search([request]) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.isEmpty == false)
    }

    @Test("requests are answered in order")
    func order() throws {
        let queries = ["samsung", "", "nothing", "sam"]
        let shop = try shop()
        let answers = try shop.reader.search(queries.map { SearchRequest(index: "test", query: $0) })
        #expect(answers.map(\.query) == queries)
        #expect(answers.compactMap { $0.hits?.totalCount } == [3, 4, 0, 4])
    }
}
