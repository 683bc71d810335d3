// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Testing
import Wire

@Suite("reasons for the rank of hits")
struct HitRankingTests {
    private static func fixture() throws -> Fixture {
        try Fixture(
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
            settings: IndexSettings(
                searchableAttributes: ["name", "text"],
                attributesForFaceting: ["kind"],
                customRanking: [RankingRule("sold", .descending)]
            )
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
