// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import Components
import Foundation
import SearchIndex
import SearchModel
import Synchronization
import Testing
import Wire

@testable import Searchers

/// The embedded index, which records its requests and their costs.
private final class WatchedService: SearchService {
    struct Cost {
        var requests = 0
        var largestBytes = 0
        var largestUnits = 0
    }

    let embedded: EmbeddedBackend
    let cost = Mutex(Cost())

    init(_ directory: IndexDirectory) { embedded = EmbeddedBackend(directory: directory) }

    var isImmediate: Bool { true }
    var catalog: (any IndexCatalog)? { embedded.catalog }

    func search(_ requests: [SearchRequest]) async -> [SearchResult] { await embedded.search(requests) }

    func searchNow(_ requests: [SearchRequest]) -> [SearchResult]? { embedded.searchNow(requests) }

    func searchNow(_ requests: [SearchRequest], within budget: WorkBudget) -> [SearchResult]? {
        let (bytes, units) = (budget.heldBytes, budget.spentUnits)
        let results = embedded.searchNow(requests, within: budget)
        cost.withLock { cost in
            cost.requests += requests.count
            cost.largestBytes = max(cost.largestBytes, budget.heldBytes - bytes)
            cost.largestUnits = max(cost.largestUnits, budget.spentUnits - units)
        }
        return results
    }
}

/// Calls of Algolia's interface that request too much, with the public key for searches.
@Suite("The limit of one call's cost", .timeLimit(.minutes(5)))
struct CallBudgetTests {
    private func withEngine(
        _ records: [Record],
        _ body: (QuestionEngine, WatchedService) async throws -> Void
    ) async throws {
        let directory = IndexDirectory(path: "/tmp/searchbus-calls-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        let settings = IndexSettings(attributesForFaceting: ["kind"])
        try IndexWriter(directory: directory, name: "i").replaceAll(settings: settings, records)
        let service = WatchedService(directory)
        try await body(QuestionEngine(backends: [:], owners: [:], embedded: service), service)
    }

    private func large(_ count: Int, bytes: Int) throws -> [Record] {
        let filler = String(repeating: "word ", count: bytes / 5)
        return try (0..<count).map {
            try Record(["objectID": .string("r\($0)"), "text": .string(filler), "kind": .string("k\($0 % 3)")])
        }
    }

    private func statuses(_ answers: [QuestionEngine.Answer]) -> Set<Int> {
        Set(
            answers.map { answer in
                if case .failure(let error) = answer { error.status } else { 200 }
            }
        )
    }

    @Test func `Fifty queries for many large hits are refused after the first, with a message`() async throws {
        try await withEngine(try large(100, bytes: 30_000)) { engine, service in
            let questions = (0..<50).map { number in
                let parameters = JSONObject([("hitsPerPage", 1_000), ("page", 0), ("n", JSON(number))])
                return AlgoliaQuestion(.hits, index: "i", parameters: parameters)
            }
            let now = engine.answersNow(questions)
            #expect(now == nil)
            let answers = await engine.answers(questions)
            #expect(answers.count == 50 && statuses(answers) == [413])
            guard case .failure(let error) = answers[0] else { return }
            #expect(error.message.contains("hitsPerPage"))
            let cost = service.cost.withLock { $0 }
            #expect(cost.largestBytes <= WorkBudget.Limits.call.bytes + 31_000)
            #expect(cost.requests == 2, "the first query, on the thread of the process and beside it")
            #expect(cost.largestUnits < 10_000_000)
        }
    }

    @Test func `Answers that are too large together end the call where they are`() async throws {
        try await withEngine(try large(10, bytes: 30_000)) { engine, service in
            let questions = (0..<50).map { _ in
                AlgoliaQuestion(.hits, index: "i", parameters: JSONObject([("hitsPerPage", 10)]))
            }
            let answers = await engine.answers(
                questions.enumerated().map { number, question in
                    var question = question
                    question.parameters["analyticsTags"] = .string("\(number)")
                    return question
                }
            )
            #expect(answers.count == 50 && statuses(answers) == [413])
            #expect(service.cost.withLock { $0.requests } <= 4, "a call has 1 MiB, each query some 300 KB")
        }
    }

    @Test func `A lookup of many large records stops at the size of an answer`() async throws {
        try await withEngine(try large(40, bytes: 60_000)) { engine, _ in
            func lookup(_ count: Int, _ names: JSON? = nil) -> AlgoliaQuestion {
                let requests = (0..<count).map { number in
                    var request = JSONObject([("indexName", "i"), ("objectID", .string("r\(number % 40)"))])
                    request["attributesToRetrieve"] = names
                    return JSON.object(request)
                }
                return AlgoliaQuestion(.objects, index: "", parameters: JSONObject([("requests", .array(requests))]))
            }
            #expect(statuses(await engine.answers([lookup(400)])) == [413])
            #expect(statuses(await engine.answers([lookup(10)])) == [200])
            let small = try #require(await engine.answers([lookup(400, ["kind"])]).first).get()
            #expect(try JSON(parsing: small)["results"]?.array?.count == 400)
        }
    }

    @Test func `Pages of all records are as large as an answer may be, and all of them are seen`() async throws {
        try await withEngine(try large(40, bytes: 60_000)) { engine, _ in
            var cursor: JSON?
            var seen: Set<String> = []
            var pages = 0
            repeat {
                var parameters = JSONObject([("hitsPerPage", 1_000)])
                if let cursor { parameters = JSONObject([("cursor", cursor)]) }
                let question = AlgoliaQuestion(.browse, index: "i", parameters: parameters)
                let answer = try #require(await engine.answers([question]).first).get()
                #expect(answer.count <= 1 << 20)
                let json = try JSON(parsing: answer)
                seen.formUnion(json["hits"]?.array?.compactMap { $0["objectID"]?.string } ?? [])
                cursor = json["cursor"]
                pages += 1
            } while cursor != nil && pages < 50
            #expect(seen.count == 40 && pages < 20)
        }
    }

    @Test func `Answers without hits need no records`() async throws {
        try await withEngine(try large(100, bytes: 30_000)) { engine, service in
            let parameters = JSONObject([("hitsPerPage", 1_000), ("responseFields", ["nbHits"])])
            let answers = try #require(engine.answersNow([AlgoliaQuestion(.hits, index: "i", parameters: parameters)]))
            #expect(try JSON(parsing: answers[0].get())["nbHits"] == 100)
            #expect(service.cost.withLock { $0.largestBytes } == 0)
        }
    }

    @Test func `While a caller's long search runs, others are answered at once and its own wait`() async throws {
        try await withEngine(try large(10, bytes: 1_000)) { engine, _ in
            let question = AlgoliaQuestion(.hits, index: "i", parameters: JSONObject([("query", "word")]))
            try await engine.longSearches.turns.take(for: "attacker")
            #expect(engine.answersNow([question], of: "attacker") == nil)
            let answers = try #require(engine.answersNow([question], of: "visitor"))
            #expect(try JSON(parsing: answers[0].get())["nbHits"] == 10)
            engine.longSearches.turns.end(of: "attacker")
            #expect(engine.answersNow([question], of: "attacker") != nil)
        }
    }

    @Test func `A search of a session that takes more than a moment is answered beside the thread of its process`()
        async throws
    {
        let directory = IndexDirectory(path: "/tmp/searchbus-calls-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        // Reading the records for an attribute without a column is too expensive to be done inline.
        let filler = String(repeating: "x", count: 20_000)
        let records = try (0..<150).map {
            try Record(["objectID": .string("\($0)"), "text": .string(filler), "kind": .string("k\($0 % 3)")])
        }
        let settings = IndexSettings(searchableAttributes: [], attributesForFaceting: ["text"])
        try IndexWriter(directory: directory, name: "i").replaceAll(settings: settings, records)
        let service = WatchedService(directory)
        let template = SearchRequest(index: "i", hitsPerPage: 1, facets: ["kind"])
        let unit = SearcherUnit(name: "u", members: [.init(name: "u", template: template, backend: "b")])
        let fold = SearcherFold(unit, backends: ["b": service])
        var state = try fold.restore(session: "s", from: [], at: .now)
        let asked = MemberRequest(number: 1, since: 1, index: "i")
        state.noteWanted(UnitRequest(searcher: "u", number: 1, members: ["u": asked]))
        guard case .begin(let effect) = fold.effects(&state, session: "s", at: .now).first else {
            Issue.record("nothing begins")
            return
        }
        let now = try #require(effect.now)
        #expect(now() == nil)
        #expect(service.cost.withLock { $0.largestUnits } < WorkBudget.Limits.inline.units * 2)
        let outputs = fold.finish(&state, effect: effect.id, await effect.later(), at: .now)
        let data = try JSON(parsing: try #require(outputs.first).data)
        #expect(data["nbHits"] == 150 && data["facets"]?["kind"] != nil)
    }
}
