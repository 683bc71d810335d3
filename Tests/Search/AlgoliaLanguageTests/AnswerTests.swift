// SPDX-License-Identifier: MIT

import RandomTesting
import SearchModel
import Testing
import Wire

@testable import AlgoliaLanguage

/// Responses to clients.
@Suite struct AnswerTests {
    private let index = AlgoliaQuery.Index(
        facets: ["brand"],
        searched: ["name", "tags"],
        highlighted: ["name", "tags"]
    )

    private func answer(_ parameters: JSONObject, _ hits: SearchResponse.Hits, query: String = "") throws -> JSON {
        var parameters = parameters
        parameters["query"] = .string(query)
        let read = try AlgoliaQuery(AlgoliaQuestion(.hits, index: "i", parameters: parameters), of: index)
        return try JSON(parsing: read.answer(SearchResponse(query: query, processingTimeMS: 0.4, content: .hits(hits))))
    }

    private func members(_ json: JSON) -> JSONObject { json.object ?? JSONObject() }

    private func hits(_ hits: [Hit], total: Int? = nil) -> SearchResponse.Hits {
        SearchResponse.Hits(hits: hits, totalCount: total ?? hits.count, page: 0, hitsPerPage: 20)
    }

    @Test func whatAnEngineMarkedIsToldValueByValue() throws {
        let hit = Hit(
            objectID: "1",
            record: ["objectID": "1", "name": "Red <b>lamp", "tags": ["red", "", "infrared lamp"], "other": 1],
            highlights: [
                "name": Highlight(spans: [.init("Red", isMatched: true), .init(" <b>lamp", isMatched: false)]),
                "tags": Highlight(spans: [
                    .init("red", isMatched: true), .init(", ", isMatched: false), .init(", ", isMatched: false),
                    .init("infrared lamp", isMatched: false),
                ]),
            ]
        )
        let json = try answer(
            members(["highlightPreTag": "[", "highlightPostTag": "]"]),
            hits([hit]),
            query: "red lamp"
        )
        let marked = json["hits"]?.array?.first?["_highlightResult"]
        #expect(marked?["name"]?["value"] == "[Red] <b>lamp")
        #expect(marked?["name"]?["matchLevel"] == "partial")
        #expect(marked?["name"]?["matchedWords"] == ["red"])
        #expect(marked?["tags"]?.array?.compactMap { $0["value"]?.string } == ["[red]", "", "infrared lamp"])
        #expect(marked?["tags"]?.array?.compactMap { $0["matchLevel"]?.string } == ["partial", "none", "none"])
        #expect(marked?["tags"]?.array?.first?["fullyHighlighted"] == true)
        #expect(marked?["other"] == nil)
    }

    @Test func marksThatDoNotFitTheRecordAreLeftOut() throws {
        let wrong = Highlight(spans: [.init("Something", isMatched: true), .init(" else", isMatched: false)])
        let hit = Hit(objectID: "1", record: ["objectID": "1", "name": "short"], highlights: ["name": wrong])
        let marked = try answer(JSONObject(), hits([hit]), query: "something")["hits"]?.array?.first?[
            "_highlightResult"
        ]
        #expect(marked?["name"]?["value"] == "short")
        #expect(marked?["name"]?["matchLevel"] == "none")
    }

    @Test func pagesEndAtTheLimit() throws {
        let json = try answer(members(["hitsPerPage": 300, "page": 3]), hits([], total: 5_000))
        #expect(json["nbPages"] == 4)
        #expect(json["nbHits"] == 5_000)
        let query = try AlgoliaQuery(
            AlgoliaQuestion(.hits, index: "i", parameters: members(["hitsPerPage": 300, "page": 4]))
        )
        #expect(query.request.hitsPerPage == 0)
    }

    /// Any range of the first thousand records is a part of a page that an engine can return.
    @Test func stretchesAreCutFromPages() throws {
        var generator = SeededGenerator(seed: testSeed)
        let records = (0..<1_200).map { Hit(objectID: String($0), record: ["objectID": .string(String($0))]) }
        for _ in 0..<300 {
            let offset = Int.random(in: 0..<1_100, using: &generator)
            let length = Int.random(in: 0...60, using: &generator)
            let parameters = JSONObject([("offset", JSON(offset)), ("length", .string(String(length)))])
            let query = try AlgoliaQuery(AlgoliaQuestion(.hits, index: "i", parameters: parameters))
            let (page, size) = (query.request.page, query.request.hitsPerPage)
            #expect((0...1_000).contains(size))
            let found = records.dropFirst(page * size).prefix(size)
            let json = try answer(parameters, hits(Array(found), total: 1_200))
            let expected = records.prefix(1_000).dropFirst(offset).prefix(length).map(\.objectID)
            #expect(json["hits"]?.array?.compactMap { $0["objectID"]?.string } == expected, "\(offset) \(length)")
        }
    }

    @Test func factsOfNumbersAreToldBesideTheCounts() throws {
        var found = hits([])
        found.facets = ["price": [FacetCount(value: 1, count: 3), FacetCount(value: 2.5, count: 1)], "none": []]
        found.stats = ["price": 1...2.5]
        let json = try answer(members(["facets": ["price", "none"]]), found)
        #expect(json["facets"] == ["price": ["1": 3, "2.5": 1]])
        #expect(json["facets_stats"] == ["price": ["min": 1, "max": 2.5, "avg": 1.375, "sum": 5.5]])
        #expect(json["_automaticInsights"] == nil)
    }

    @Test func valuesOfOneTextAreOneMember() throws {
        var found = hits([])
        found.facets = [
            "size": [
                FacetCount(value: 5, count: 2), FacetCount(value: "red", count: 3), FacetCount(value: "5", count: 1),
            ]
        ]
        let text = try answer(members(["facets": ["size"]]), found)["facets"]?.text
        #expect(text == #"{"size":{"5":3,"red":3}}"#)
    }

    @Test func identifiersAreText() throws {
        let record: JSON = ["objectID": 7, "name": "Lamp"]
        let json = try answer(members([:]), hits([Hit(objectID: "7", record: record)]))
        #expect(json["hits"]?.array?.first?["objectID"] == "7" && json["hits"]?.array?.first?["name"] == "Lamp")
        let text = AlgoliaRecord.identified(record.bytes, as: "7")
        #expect(try JSON(parsing: text)["objectID"] == "7")
    }

    /// Of many values a few are listed, so that the engine must compute the sum of all.
    @Test func sumsOfNumbersThatAreNotAllListedAreTheEngines() throws {
        var found = hits([])
        found.facets = ["price": [FacetCount(value: 1, count: 3)]]
        found.stats = ["price": 1...9]
        let parameters = members(["facets": ["price"], "maxValuesPerFacet": 1])
        #expect(try answer(parameters, found)["facets_stats"] == ["price": ["min": 1, "max": 9]])
        found.sums = ["price": NumberSum(sum: 12, average: 3)]
        let told: JSON = ["price": ["min": 1, "max": 9, "avg": 3, "sum": 12]]
        #expect(try answer(parameters, found)["facets_stats"] == told)
    }

    @Test func sumsAreAskedForWhereBoundsAreTold() throws {
        func sums(_ parameters: JSONObject) throws -> [String] {
            let index = AlgoliaQuery.Index(facets: ["brand", "price"], numeric: ["price"])
            return try AlgoliaQuery(AlgoliaQuestion(.hits, index: "i", parameters: parameters), of: index).request.sums
        }
        #expect(try sums(members(["facets": ["*"]])) == ["price"])
        #expect(try sums(members(["facets": ["brand"]])) == [])
        #expect(try sums(members(["facets": ["*"], "responseFields": ["hits", "facets"]])) == [])
    }

    /// For any request and result, the response is JSON, and every string in it is unchanged.
    @Test func answersAreJSONWhateverIsInThem() throws {
        var generator = SeededGenerator(seed: testSeed)
        let texts = [
            "", "a", "\"", "\\", "\u{0}\n", "</script>", "é\u{301}", "🙂 smile", "a, b", "lamp lamp",
            String(repeating: "x ", count: 40),
        ]
        for _ in 0..<500 {
            let name = generator.pick(texts)
            let spans = name.isEmpty ? [] : [Highlight.Span(name, isMatched: generator.isTrue())]
            let hit = Hit(
                objectID: generator.pick(texts),
                record: ["name": .string(name)],
                highlights: ["name": Highlight(spans: spans)]
            )
            var parameters = JSONObject([("highlightPreTag", .string(generator.pick(texts)))])
            parameters["attributesToSnippet"] = ["name:2"]
            let json = try answer(parameters, hits([hit]), query: generator.pick(texts))
            let read = json["hits"]?.array?.first
            #expect(read?["objectID"]?.string == hit.objectID)
            #expect(read?["name"]?.string == name)
        }
    }

    @Test func aHitSaysWhyItStandsWhereItDoes() throws {
        let point = try #require(GeoPoint(latitude: 1.5, longitude: -2))
        var hit = Hit(objectID: "1", record: ["objectID": "1"])
        hit.ranking = HitRanking(
            words: 3,
            exactWords: 2,
            firstWord: 1_002,
            filterScore: 7,
            ownScore: 42,
            place: HitRanking.Place(point, distance: 1_234.6)
        )
        let asked = members(["getRankingInfo": "1", "aroundLatLng": "1,2"])
        let told = try answer(asked, hits([hit]))["hits"]?.array?.first?["_rankingInfo"]
        #expect(
            told == [
                "nbTypos": 0, "firstMatchedWord": 1_002, "userScore": 42, "geoDistance": 1_235, "nbExactWords": 2,
                "words": 3, "filters": 7, "geoPrecision": 1,
                "matchedGeoLocation": ["lat": 1.5, "lng": -2, "distance": 1_235],
            ]
        )
        #expect(try answer(JSONObject(), hits([hit]))["hits"]?.array?.first?["_rankingInfo"] == nil)
        // An engine that does not know it omits it.
        hit.ranking = nil
        #expect(try answer(asked, hits([hit]))["hits"]?.array?.first?["_rankingInfo"] == nil)
        let request = try AlgoliaQuery(AlgoliaQuestion(.hits, index: "i", parameters: asked)).request
        #expect(request.ranking == RankingNeed(origin: GeoPoint(latitude: 1, longitude: 2)))
        #expect(try AlgoliaQuery(AlgoliaQuestion(.hits, index: "i")).request.ranking == nil)
    }

    @Test func aQuestionThatIsLeftOutSaysSo() throws {
        var question = AlgoliaQuestion(.hits, index: "i", parameters: members(["query": "x", "hitsPerPage": 5]))
        question.strategy = .stopIfEnoughMatches
        #expect(try AlgoliaQuestion(json: question.json) == question)
        let query = try AlgoliaQuery(question)
        let left = try JSON(parsing: query.unprocessedAnswer)
        #expect(left["processed"] == false && left["hits"] == [] && left["nbHits"] == 0 && left["hitsPerPage"] == 5)
        func response(_ total: Int) -> SearchResponse {
            SearchResponse(query: "x", processingTimeMS: 1, content: .hits(hits([], total: total)))
        }
        #expect(try JSON(parsing: query.answer(response(5)))["processed"] == true)
        #expect(query.isEnough(response(5)) && !query.isEnough(response(4)))
        #expect(throws: JSONError.self) {
            try AlgoliaQuestion(json: ["kind": "hits", "index": "i", "strategy": "sometimes"])
        }
    }

    @Test func errorsOfEnginesTellNothingThatIsNotForClients() {
        let secret = SearchBusError(.storageFailed, "The file /home/user/index.sqlite cannot be read.")
        #expect(AlgoliaError(secret).message.contains("/home") == false)
        #expect(AlgoliaError(secret).status >= 500)
        #expect(AlgoliaError(SearchBusError(.unknownIndex, "There is no index `x`.")).status == 404)
    }
}
