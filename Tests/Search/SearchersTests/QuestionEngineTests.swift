// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import Foundation
import SearchIndex
import SearchModel
import Synchronization
import Testing
import Wire

@testable import Searchers

@Suite("Requests of Algolia's clients to the embedded index")
struct QuestionEngineTests {
    private static let records: [JSON] = [
        ["objectID": "red lamp", "kind": "lamp", "color": ["red"], "brand": "Acme", "price": 10],
        ["objectID": "red table", "kind": "table", "color": ["red"], "brand": "Acme", "price": 30],
        ["objectID": "blue lamp", "kind": "lamp", "color": ["blue"], "brand": "Bolt", "price": 30],
        ["objectID": "rare red lamp", "kind": "lamp", "color": ["red", "gold"], "brand": "Acme", "price": 20],
        ["objectID": "gold pot", "kind": "pot", "color": ["gold"], "brand": "Cirrus", "price": 40],
        ["objectID": "green pot", "kind": "pot", "color": ["green"], "brand": "Dynamo", "price": 50],
    ]

    private func withEngine(_ body: (QuestionEngine) throws -> Void) throws {
        let directory = IndexDirectory(path: "/tmp/searchbus-questions-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        let settings = IndexSettings(attributesForFaceting: ["kind", "color", "brand"], numericAttributes: ["price"])
        try IndexWriter(directory: directory, name: "i").replaceAll(
            settings: settings,
            try Self.records.map(Record.init)
        )
        try body(QuestionEngine(backends: [:], owners: [:], embedded: EmbeddedBackend(directory: directory)))
    }

    private func answer(_ engine: QuestionEngine, _ question: AlgoliaQuestion) throws -> JSON {
        try JSON(parsing: try #require(engine.answersNow([question])?.first).get())
    }

    private func found(_ answer: JSON) -> [String] {
        answer["hits"]?.array?.compactMap { $0["objectID"]?.string } ?? []
    }

    // MARK: Relevance

    private func question(_ members: JSONObject) -> AlgoliaQuestion {
        AlgoliaQuestion(.hits, index: "i", parameters: members)
    }

    @Test func `Words with errors, joined and split are found and marked, with how much of the query they are`() throws
    {
        try withEngine { engine throws in
            func marked(_ query: String) throws -> [JSON?] {
                let asked = JSONObject([("query", .string(query)), ("attributesToHighlight", ["kind", "brand"])])
                let hit = try answer(engine, question(asked))["hits"]?.array?.first
                return ["kind", "brand"].map { hit?["_highlightResult"]?[$0] }
            }
            let (kind, brand) = (try marked("cirus")[0], try marked("cirus")[1])
            #expect(
                brand?["value"] == "<em>Cirrus</em>" && brand?["matchLevel"] == "full" && kind?["matchLevel"] == "none"
            )
            #expect(brand?["matchedWords"] == ["cirus"] && brand?["fullyHighlighted"] == true)
            #expect(try marked("acme tabel")[0]?["value"] == "<em>table</em>")
            #expect(try marked("acme tabel")[0]?["matchLevel"] == "partial")
            #expect(try marked("dyna mo")[1]?["value"] == "<em>Dynamo</em>")
            #expect(try marked("dyna mo")[1]?["matchedWords"] == ["dyna", "mo"])
        }
    }

    @Test func `Parameters of relevance are heeded`() throws {
        try withEngine { engine throws in
            func count(_ query: String, _ parameters: JSONObject) throws -> JSON? {
                var parameters = parameters
                parameters["query"] = .string(query)
                return try answer(engine, question(parameters))["nbHits"]
            }
            #expect(try count("cirus", JSONObject()) == 1)
            #expect(try count("cirus", JSONObject([("typoTolerance", false)])) == 0)
            #expect(try count("cir", JSONObject([("queryType", "prefixNone")])) == 0)
            #expect(try count("acme nothing", JSONObject([("removeWordsIfNoResults", "lastWords")])) == 3)
            #expect(try count("lamps", JSONObject([("typoTolerance", "false"), ("ignorePlurals", ["en"])])) == 3)
        }
    }

    @Test func `Without rules, filters put records first or leave them out, and contexts change nothing`() throws {
        try withEngine { engine throws in
            func found(_ parameters: (String, JSON)...) throws -> [String] {
                let answer = try answer(engine, question(JSONObject([("query", "lamp")] + parameters)))
                #expect(answer["appliedRules"] == nil && answer["userData"] == nil)
                return self.found(answer)
            }
            let plain = try found()
            let last = try #require(plain.last)
            #expect(plain.count == 3)
            #expect(try found(("optionalFilters", .string("objectID:\(last)<score=9>"))) == [last] + plain.dropLast())
            #expect(try found(("filters", .string("NOT objectID:'\(last)'"))) == plain.dropLast())
            #expect(try found(("ruleContexts", ["sale"]), ("enableRules", true)) == plain)
        }
    }

    // MARK: Contents from settings

    @Test func `Sessions on an index and on its replicas get the order of facets that clients have set`() async throws {
        let directory = IndexDirectory(path: "/tmp/searchbus-questions-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        func content(_ attribute: String) -> JSON { ["facetOrdering": ["facets": ["order": [.string(attribute)]]]] }
        var index = AlgoliaIndexSettings(given: [:], extra: [:])
        index.change(by: JSONObject([("renderingContent", content("kind")), ("replicas", ["cheap", "dear"])]))
        index.replicas.change("dear", by: JSONObject([("renderingContent", content("brand"))]))
        let writer = try IndexWriter(directory: directory, name: "i")
        let settings = try IndexSettings(json: index.engineForm())
        try writer.apply([.settings(settings, extra: index.kept(in: [:]))], stamp: IndexStamp(epoch: "e", sequence: 1))
        let backend = EmbeddedBackend(directory: directory)
        let results = await backend.search(["i", "cheap", "dear"].map { SearchRequest(index: $0) })
        let orders = try results.map { try $0.get().hits?.remarks.facetOrdering?.attributes }
        #expect(orders == [["kind"], ["kind"], ["brand"]])
    }

    // MARK: Records without a search

    private func lookup(_ objectIDs: [String], _ restrictions: [JSONObject] = []) -> AlgoliaQuestion {
        let requests = objectIDs.map { JSON.object(JSONObject([("indexName", "i"), ("objectID", .string($0))])) }
        return AlgoliaQuestion(
            .objects,
            index: "",
            parameters: JSONObject([("requests", .array(requests))]),
            restrictions: restrictions
        )
    }

    @Test func `Records by their identifiers show what the key and the settings of the index let out`() throws {
        let record: JSON = [
            "objectID": "1", "name": "lamp", "secret": "x", "maker": ["name": "Acme", "margin": 7],
            "parts": [["name": "a", "margin": 1], ["name": "b"]],
        ]
        let withheld: JSON = ["secret", "maker.margin", "parts.margin"]
        let shelf = RecordShelf(
            [("1", record)],
            settings: JSONObject([("unretrievableAttributes", withheld)])
        )
        let engine = QuestionEngine(backends: [:], owners: [:], embedded: shelf)
        func shown(_ restrictions: [JSONObject]) throws -> JSON? {
            try answer(engine, lookup(["1"], restrictions))["results"]?.array?.first
        }
        let hidden = JSONObject([("hidesUnretrievable", true)])
        let rest: JSON = [
            "objectID": "1", "name": "lamp", "maker": ["name": "Acme"], "parts": [["name": "a"], ["name": "b"]],
        ]
        #expect(try shown([]) == record && shown([hidden]) == rest)
        let bound = JSONObject([("attributesToRetrieve", ["name", "maker.margin"])])
        #expect(try shown([bound]) == ["objectID": "1", "name": "lamp", "maker": ["margin": 7]])
        let two = [bound, JSONObject([("attributesToRetrieve", "*,-name")])]
        #expect(try shown(two) == ["objectID": "1", "maker": ["margin": 7]])
        for kind: AlgoliaQuestion.Kind in [.hits, .browse] {
            let question = AlgoliaQuestion(kind, index: "i", restrictions: [hidden])
            let hit = try answer(engine, question)["hits"]?.array?.first
            #expect(hit?["secret"] == nil && hit?["maker"] == ["name": "Acme"] && hit?["parts"] == rest["parts"])
            #expect(hit?["_highlightResult"]?["secret"] == nil && hit?["_highlightResult"]?["maker"]?["margin"] == nil)
        }
        let whole = try answer(engine, AlgoliaQuestion(.browse, index: "i"))["hits"]?.array?.first
        #expect(whole == record, "with full access everything can be copied")
    }

    @Test func `Many large records are refused once they do not fit into an answer, and are not collected before`()
        async
    {
        let text = JSON.string(String(repeating: "x", count: 400_000))
        let shelf = RecordShelf((0..<400).map { ("\($0)", ["objectID": .string("\($0)"), "text": text]) })
        let engine = QuestionEngine(backends: [:], owners: [:], embedded: shelf)
        let answers = await engine.answers([lookup((0..<400).map { "\($0)" })])
        #expect(throws: AnswerList.tooLarge) { try answers[0].get() }
        #expect(shelf.read.withLock { $0 } == 3, "the third record of 400 KB is the first that does not fit")
    }

    @Test func `A record has as many attributes at Algolia's interface as in an index`() {
        #expect(AlgoliaBatch.memberLimit == Record.mostMembers)
    }

    // MARK: A strategy

    @Test func `Questions behind one that finds a whole page are left out, where that is asked for`() throws {
        try withEngine { engine throws in
            func questions(_ strategy: AlgoliaQuestion.Strategy) -> [AlgoliaQuestion] {
                ["kind:none", "kind:pot", "kind:lamp"].map { filters in
                    let parameters = JSONObject([("filters", .string(filters)), ("hitsPerPage", 2)])
                    var question = AlgoliaQuestion(.hits, index: "i", parameters: parameters)
                    question.strategy = strategy
                    return question
                }
            }
            for _ in 0..<2 {
                let some = try #require(engine.answersNow(questions(.stopIfEnoughMatches))).map {
                    try JSON(parsing: $0.get())
                }
                #expect(some.map { $0["processed"] } == [true, true, false])
                #expect(some.map { $0["nbHits"] } == [0, 2, 0])
                let all = try #require(engine.answersNow(questions(.none))).map { try JSON(parsing: $0.get()) }
                #expect(all.map { $0["processed"] } == [nil, nil, nil])
                #expect(all.map { $0["nbHits"] } == [0, 2, 3])
            }
            var unknown = questions(.stopIfEnoughMatches)
            unknown[0].index = "none"
            let answers = try #require(engine.answersNow(unknown))
            #expect(throws: AlgoliaError("Index none does not exist", status: 404)) { try answers[0].get() }
            #expect(try JSON(parsing: answers[2].get())["processed"] == false)
        }
    }

    @Test func `Engines elsewhere are not asked what is left out`() async throws {
        let backend = CountingService()
        let engine = QuestionEngine(backends: ["far": backend], owners: ["i": "far"], embedded: nil)
        var question = AlgoliaQuestion(.hits, index: "i", parameters: JSONObject([("hitsPerPage", 2)]))
        question.strategy = .stopIfEnoughMatches
        let answers = await engine.answers([question, question, question])
        #expect(try answers.map { try JSON(parsing: $0.get())["processed"] } == [true, false, false])
        #expect(backend.count.withLock { $0 } == 1)
    }

    // MARK: Recommendations

    private func recommend(_ engine: QuestionEngine, _ request: JSON, restriction: String? = nil) throws -> JSON {
        var members = try #require(request.object)
        members["indexName"] = members["indexName"] ?? "i"
        var question = try AlgoliaRecommendation.question(.object(members))
        question.restrictions = restriction.map { [JSONObject([("filters", .string($0))])] } ?? []
        return try answer(engine, question)
    }

    @Test func `Records that share more and rarer values come first, without the record itself`() throws {
        try withEngine { engine throws in
            for model in ["related-products", "looking-similar"] {
                let answer = try recommend(engine, ["model": .string(model), "objectID": "red lamp", "threshold": 0])
                #expect(found(answer) == ["rare red lamp", "red table", "blue lamp"])
                let scores = answer["hits"]?.array?.compactMap { $0["_score"]?.double } ?? []
                #expect(scores.first == 100 && scores == scores.sorted(by: >) && (scores.last ?? 0) > 0)
                #expect(
                    answer["nbHits"] == 3 && answer["index"] == "i"
                        && answer["hits"]?.array?.first?["_rankingInfo"] == nil
                )
            }
            // Gold is rarer than red, and than lamps.
            let rare = try recommend(engine, ["model": "related-products", "objectID": "gold pot", "threshold": 0])
            #expect(Set(found(rare)) == ["rare red lamp", "green pot"])
        }
    }

    @Test func `What is less like it than the threshold, too much of it or filtered away is left out`() throws {
        try withEngine { engine throws in
            let base: [(String, JSON)] = [("model", "related-products"), ("objectID", "red lamp")]
            func found(_ members: (String, JSON)...) throws -> [String] {
                self.found(try recommend(engine, .object(JSONObject(base + members))))
            }
            #expect(try found(("threshold", 99)) == ["rare red lamp"])
            #expect(try found(("threshold", 0), ("maxRecommendations", 2)) == ["rare red lamp", "red table"])
            #expect(try found(("queryParameters", ["filters": "price < 30"])) == ["rare red lamp"])
            #expect(try found(("queryParameters", ["query": "table"])) == ["red table"])
        }
    }

    @Test func `Where there is not enough, others take the places, once each, and without a score`() throws {
        try withEngine { engine throws in
            let answer = try recommend(
                engine,
                [
                    "model": "related-products", "objectID": "red lamp", "threshold": 0, "maxRecommendations": 5,
                    "fallbackParameters": ["filters": "price >= 10"],
                ]
            )
            #expect(found(answer).count == 5 && found(answer).prefix(3) == ["rare red lamp", "red table", "blue lamp"])
            #expect(Set(found(answer).suffix(2)) == ["gold pot", "green pot"])
            #expect(answer["hits"]?.array?.map { $0["_score"] == nil } == [false, false, false, true, true])
            let none = try recommend(
                engine,
                [
                    "model": "related-products", "objectID": "absent", "threshold": 0, "maxRecommendations": 2,
                    "fallbackParameters": ["filters": "kind:pot"],
                ]
            )
            #expect(Set(found(none)) == ["gold pot", "green pot"])
        }
    }

    @Test func `Models of what people do find nothing but what is to take its place`() throws {
        try withEngine { engine throws in
            for model in ["bought-together", "trending-items", "trending-facets"] {
                let request: JSONObject = JSONObject([
                    ("model", .string(model)), ("objectID", "red lamp"), ("facetName", "kind"), ("threshold", 0),
                ])
                #expect(try recommend(engine, .object(request))["hits"] == [])
                var other = request
                other["maxRecommendations"] = 2
                other["fallbackParameters"] = ["filters": "kind:lamp"]
                #expect(try found(recommend(engine, .object(other))).count == 2)
            }
            #expect(throws: AlgoliaError("Index none does not exist", status: 404)) {
                try recommend(engine, ["indexName": "none", "model": "trending-items"])
            }
        }
    }

    @Test func `A key that sees a part of the records learns nothing of the others`() throws {
        try withEngine { engine throws in
            let request: JSON = ["model": "related-products", "objectID": "red lamp", "threshold": 0]
            #expect(try found(recommend(engine, request, restriction: "kind:lamp")) == ["rare red lamp", "blue lamp"])
            #expect(try found(recommend(engine, request, restriction: "kind:table")) == [])
        }
    }
}

/// An engine elsewhere that always finds ten records, and counts how often it is asked.
private final class CountingService: SearchService {
    let count = Mutex(0)

    func search(_ requests: [SearchRequest]) async -> [SearchResult] {
        count.withLock { $0 += requests.count }
        return requests.map { request in
            let hits = SearchResponse.Hits(hits: [], totalCount: 10, page: 0, hitsPerPage: request.hitsPerPage)
            return .success(SearchResponse(query: request.query, processingTimeMS: 1, content: .hits(hits)))
        }
    }
}
