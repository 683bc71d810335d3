// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Testing
import Wire

@Suite("reasons for the rank of hits")
struct HitRankingTests {
    private static func fixture() throws -> Fixture {
        var settings = IndexSettings(
            searchableAttributes: ["name", "text"],
            attributesForFaceting: ["kind"],
            customRanking: [RankingRule("sold", .descending)]
        )
        settings.relevance.synonyms = [.oneWay("light", ["lamp"])]
        return try Fixture(
            [
                try Record.make(
                    "a",
                    [
                        ("name", "a red lamp"), ("text", "for rooms"), ("kind", "k"), ("sold", 5),
                        ("_geoloc", [["lat": 48.137, "lng": 11.575], ["lat": 52.52, "lng": 13.405]]),
                    ]
                ),
                try Record.make(
                    "b",
                    [("name", "lampshade"), ("text", ["no", "a red one"]), ("kind", "l"), ("sold", 9)]
                ),
                try Record.make(
                    "c",
                    [("name", "table"), ("text", "red, with a lamp on it"), ("kind", "k"), ("sold", 7)]
                ),
            ],
            settings: settings
        )
    }

    private static func rankings(_ request: SearchRequest) throws -> [String: HitRanking] {
        let hits = try fixture().hits(request).hits
        return Dictionary(uniqueKeysWithValues: hits.compactMap { hit in hit.ranking.map { (hit.objectID, $0) } })
    }

    @Test("words, whole words, the position of the first one, and the index's own order")
    func words() throws {
        var request = SearchRequest(index: "test", query: "red lamp")
        #expect(try Self.rankings(request).isEmpty)
        request.ranking = RankingNeed()
        let rankings = try Self.rankings(request)
        #expect(rankings["a"] == HitRanking(words: 2, exactWords: 2, firstWord: 1, ownScore: 1))
        #expect(rankings["b"] == HitRanking(words: 2, exactWords: 1, firstWord: 0, ownScore: 3))
        #expect(rankings["c"] == HitRanking(words: 2, exactWords: 2, firstWord: 1_000, ownScore: 2))
        request.query = "red"
        #expect(try Self.rankings(request)["b"]?.firstWord == 1_002)
        request.query = ""
        #expect(try Self.rankings(request)["a"] == HitRanking(ownScore: 1))
    }

    private static func criteria(_ ranking: HitRanking?) -> [String] {
        (ranking?.criteria ?? []).map { "\($0.name) \($0.value.text)" }
    }

    @Test("an explanation has the criteria in their order, of which the first that differs decides")
    func explained() throws {
        var request = SearchRequest(index: "test", query: "red lamp", ranking: RankingNeed(isExplained: true))
        let hits = try Self.fixture().hits(request).hits
        #expect(hits.map(\.objectID) == ["a", "c", "b"])
        #expect(
            Self.criteria(hits[0].ranking) == [
                "typo 0", "words 2", "proximity 1", "attribute 1", "exact 6", "custom 1",
            ]
        )
        let lists = hits.map { $0.ranking?.criteria ?? [] }
        #expect(zip(lists[0], lists[1]).first { $0 != $1 }?.0.name == "proximity")
        request.query = ""
        request.sort = [SortKey("sold"), SortKey("none")]
        let all = try Self.fixture().hits(request).hits
        #expect(
            all.map { Self.criteria($0.ranking) } == [
                ["sold 5", "none null", "custom 1"], ["sold 7", "none null", "custom 2"],
                ["sold 9", "none null", "custom 3"],
            ]
        )
        request = SearchRequest(index: "test", ranking: RankingNeed(isExplained: true))
        request.parameters = JSONObject([("aroundLatLng", "48.137,11.575")])
        request.baseFilters = .of((.optional, "o", [.facet("kind", "k", score: 7)]))
        #expect(
            Self.criteria(try Self.fixture().hits(request).hits.first?.ranking) == ["geo 0", "filters 7", "custom 1"]
        )
    }

    @Test(
        "an explanation has what was found for each word, and how",
        arguments: [
            ("red lamp", "red red exact name", "lamp lamp exact name"),
            ("rooms lam", "rooms rooms exact text", "lam lamp prefix name"),
            ("lamq", "lamq lampshade typo name", ""), ("lampshape", "lampshape lampshade typo name", ""),
            ("tabel lamp", "tabel table typo name", "lamp lamp exact text"), ("light", "light lamp variant name", ""),
            ("redlamp", "redlamp red split name", ""),
            ("lamp shade", "lamp lampshade joined name", "shade lampshade joined name"),
        ]
    )
    func matches(query: String, first: String, second: String) throws {
        let request = SearchRequest(
            index: "test",
            query: query,
            parameters: JSONObject([("minWordSizefor1Typo", 3)]),
            ranking: RankingNeed(isExplained: true)
        )
        let ranking = try #require(try Self.fixture().hits(request).hits.first?.ranking)
        let found = ranking.matches.map { "\($0.word) \($0.found) \($0.kind) \($0.attributes.joined(separator: "+"))" }
        #expect(found == [first, second].filter { !$0.isEmpty })
        #expect(ranking.explanation["matches"]?.array?.count == found.count)
    }

    @Test("excluded attributes of records are ranked nevertheless")
    func retrieved() throws {
        var request = SearchRequest(index: "test", query: "red lamp", attributesToRetrieve: ["kind"])
        request.ranking = RankingNeed()
        #expect(try Self.rankings(request)["c"]?.firstWord == 1_000)
    }

    @Test("optional filters by their scores")
    func filters() throws {
        var request = SearchRequest(index: "test", ranking: RankingNeed())
        request.baseFilters = .of((.optional, "o", [.facet("kind", "k", score: 7), .facet("objectID", "c", score: 2)]))
        #expect(try Self.rankings(request).mapValues(\.filterScore) == ["a": 7, "b": 0, "c": 9])
    }

    @Test("the nearest point of each record, in metres")
    func places() throws {
        let origin = try #require(GeoPoint(latitude: 48.137, longitude: 11.575))
        let berlin = try #require(GeoPoint(latitude: 52.5, longitude: 13.4))
        let request = SearchRequest(index: "test", ranking: RankingNeed(origin: origin))
        let places = try Self.rankings(request).compactMapValues(\.place)
        #expect(Set(places.keys) == ["a"] && places["a"]?.point == origin && places["a"]?.distance == 0)
        let other = SearchRequest(index: "test", ranking: RankingNeed(origin: berlin))
        let place = try #require(try Self.rankings(other)["a"]?.place)
        #expect(place.point.latitude == 52.52 && (2_000...2_500).contains(place.distance))
    }
}
