// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Testing
import Wire

/// Synonyms of one or several words, in records and in queries.
@Suite struct SynonymTests {
    private func index(_ names: [String], _ synonyms: [Synonym]) throws -> Fixture {
        var settings = IndexSettings(searchableAttributes: ["name"], customRanking: [])
        settings.relevance.synonyms = synonyms
        return try Fixture(names.map { try Record.make($0, [("name", .string($0))]) }, settings: settings)
    }

    @Test func `Several words of a query find one word, and several others`() throws {
        let names = ["big tv", "big flat screen", "big wide display", "flat iron", "screen flat", "tv"]
        let shop = try index(names, [.regular(["tv", "flat screen", "wide display"])])
        #expect(
            try Set(shop.ids("flat screen")) == ["big flat screen", "tv", "big tv", "big wide display", "screen flat"]
        )
        #expect(try Set(shop.ids("big flat screen")) == ["big flat screen", "big tv", "big wide display"])
        #expect(try Set(shop.ids("tv")) == ["tv", "big tv", "big flat screen", "big wide display"])
        #expect(try shop.ids("flat screen big").count == 3)
        // A part of the words is not the synonym.
        #expect(try shop.ids("flat iron") == ["flat iron"])
        #expect(try !shop.ids("flat scre").contains("tv"))
    }

    @Test func `One-way synonyms and placeholders of several words hold one way`() throws {
        let synonyms: [Synonym] = [
            .oneWay("mobile phone", ["galaxy"]), .placeholder("<size>", ["extra large", "small"]),
        ]
        let shop = try index(["galaxy", "mobile phone", "shirt size"], synonyms)
        #expect(try shop.ids("mobile phone") == ["mobile phone", "galaxy"])
        #expect(try shop.ids("galaxy") == ["galaxy"])
        #expect(try shop.ids("extra large shirt") == ["shirt size"])
        #expect(try shop.ids("size extra").isEmpty)
    }

    @Test func `A synonym of several words does not count as an error, and the typed words are before it`() throws {
        let shop = try index(["flat screen", "tv"], [.regular(["tv", "flat screen"])])
        for query in ["tv", "flat screen"] {
            var request = SearchRequest(index: "test", query: query)
            request.ranking = RankingNeed()
            // The order of the criteria does not affect errors.
            for ranking: JSON in [["typo", "exact"], ["exact", "typo"]] {
                request.parameters = JSONObject([("ranking", ranking)])
                let hits = try shop.hits(request).hits
                #expect(hits.map { $0.ranking?.typos } == [0, 0], "\(query) \(ranking)")
                #expect(hits.first?.objectID == query)
            }
        }
    }

    @Test func `What is found by a synonym of several words is marked`() throws {
        let shop = try index(["big tv"], [.regular(["tv", "flat screen"])])
        let hit = try #require(try shop.hits("flat screen").hits.first)
        let spans = hit.highlights["name"]?.spans ?? []
        #expect(spans.filter(\.isMatched).map(\.text) == ["tv"])
    }

    @Test func `A word finds the same with signs behind, and the word without first`() throws {
        let shop = try index(["notepad++ plugin", "notepad plugin", "c++ plugin", "c plugin"], [])
        #expect(try shop.ids("notepad plugin") == ["notepad plugin", "notepad++ plugin"])
        #expect(try shop.ids("c plugin") == ["c plugin"])
    }
}
