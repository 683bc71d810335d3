// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import AppModel
import Backends
import SearchModel
import Synchronization
import Testing
import Wire

@testable import Replay

@Suite struct ReplayTests {
    /// An engine whose answers depend on the index and the text, and which records its requests.
    private final class Engine: SearchService {
        let isImmediate: Bool
        private let fails: Set<String>
        private let asked = Mutex<(now: Int, most: Int, requests: [SearchRequest])>((0, 0, []))

        init(isImmediate: Bool = true, fails: Set<String> = []) {
            (self.isImmediate, self.fails) = (isImmediate, fails)
        }

        var requests: [SearchRequest] { asked.withLock { $0.requests } }
        var mostAtOnce: Int { asked.withLock { $0.most } }

        func searchNow(_ requests: [SearchRequest]) -> [SearchResult]? { isImmediate ? answers(requests) : nil }

        func search(_ requests: [SearchRequest]) async -> [SearchResult] {
            asked.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            await Task.yield()
            defer { asked.withLock { $0.now -= 1 } }
            return answers(requests)
        }

        private func answers(_ requests: [SearchRequest]) -> [SearchResult] {
            asked.withLock { $0.requests += requests }
            return requests.map { request in
                guard !fails.contains(request.query) else { return .failure(SearchBusError(.backendFailed, "No.")) }
                let names = request.query.split(separator: " ").map { "\(request.index)-\($0)" }
                let hits = names.map { Hit(objectID: $0, record: [:]) }
                let content = SearchResponse.Hits(hits: hits, totalCount: hits.count)
                return .success(SearchResponse(query: request.query, processingTimeMS: 0, content: .hits(content)))
            }
        }
    }

    private static func app(_ index: String = "old", backend: String = "embedded", type: String = "embedded") -> App {
        App(
            name: "shop",
            backends: [BackendConfiguration(name: backend, type: type)],
            searchers: [Searcher(name: "products", kind: .hits(index: index, hitsPerPage: 20), backend: backend)]
        )
    }

    private static func side(
        _ app: App,
        _ engine: Engine,
        replacing indexes: [String: String] = [:]
    ) throws -> ReplaySide {
        try ReplaySide(app, replacing: indexes, now: 0) { _ in engine }
    }

    private static func collection(_ queries: [String], searcher: String = "products") -> SearchCollection {
        queries.reduce(into: SearchCollection()) { $0.add(LoggedSearch(searcher: searcher, query: $1)) }
    }

    @Test func `the app's own index is the other app's, and can be replaced by another`() async throws {
        let (old, new, replaced) = (Engine(), Engine(), Engine())
        let searches = [LoggedSearch(searcher: "products", query: "a")]
        _ = try await Self.side(Self.app(), old).answers(searches)
        _ = try await Self.side(Self.app("new"), new).answers(searches)
        _ = try await Self.side(Self.app(), replaced, replacing: ["old": "other"]).answers(searches)
        #expect(old.requests.map(\.index) == ["old"] && new.requests.map(\.index) == ["new"])
        #expect(replaced.requests.map(\.index) == ["other"])
    }

    @Test func `a question by Algolia's interface is asked of the engine of its index, also where another is searched`()
        async throws
    {
        let (own, embedded) = (Engine(), Engine())
        let side = try ReplaySide(Self.app(backend: "mine", type: "elasticsearch"), replacing: ["old": "new"], now: 0) {
            $0.name == "mine" ? own : embedded
        }
        let questions = ["old", "third"].map { index in
            AlgoliaQuestion(.hits, index: index, parameters: JSONObject([("query", "a"), ("page", 2)]))
        }
        let answers = await side.answers(questions.compactMap(LoggedSearch.init))
        #expect(try answers.map { try $0.result.get().hits } == [["new-a"], ["third-a"]])
        #expect(own.requests.map(\.index) == ["new"] && embedded.requests.map(\.page) == [2])
    }

    @Test func `a question whose parameters are invalid fails alone, and says why`() async throws {
        let question = AlgoliaQuestion(.hits, index: "old", parameters: JSONObject([("filters", "a:(")]))
        let searches = [try #require(LoggedSearch(question)), LoggedSearch(searcher: "products", query: "a")]
        let answers = try await Self.side(Self.app(), Engine()).answers(searches)
        guard case .failure(let error) = answers[0].result else { return #expect(Bool(false), "It is answered.") }
        #expect(error.code == .invalidArgument && error.message.contains("filters"))
        #expect(throws: Never.self) { try answers[1].result.get() }
    }

    @Test func `differences are counted once a search and once a time it was asked, the worst first`() async throws {
        let (old, new) = (Engine(), Engine(fails: ["broken"]))
        let replay = Replay(
            before: try Self.side(Self.app(), old),
            after: try Self.side(Self.app("old"), new),
            limit: 10
        )
        let report = try await replay.run(Self.collection(["a", "broken", "b", "broken", "a"]))
        #expect(report.searches.searches == 3 && report.searches.asked == 5)
        #expect(report.different.searches == 1 && report.different.asked == 2)
        #expect(report.turns[.nowFails]?.asked == 2 && report.after.failed.asked == 2)
        #expect(report.entries.map(\.search.query) == ["broken"])
        #expect(old.requests.count == 3)
    }

    @Test func `what was asked more often stands first, and of equal ones what was asked earlier`() async throws {
        let replay = Replay(
            before: try Self.side(Self.app(), Engine()),
            after: try Self.side(Self.app("new"), Engine()),
            limit: 3
        )
        let report = try await replay.run(Self.collection(["a", "b", "c", "c", "d", ""]))
        #expect(report.entries.map(\.search.query) == ["c", "a", "b"])
        #expect(report.different.searches == 4 && report.hits.gained == 4 && report.hits.lost == 4)
        #expect(report.otherHits.asked == 5 && report.before.empty.searches == 1)
    }

    @Test func `only reported differences are kept, and they are the largest ones`() async throws {
        let replay = Replay(
            before: try Self.side(Self.app(), Engine()),
            after: try Self.side(Self.app("new"), Engine()),
            limit: 2
        )
        let queries = (0..<1_000).map { "q\($0)" } + ["w x y z", "u v"]
        let report = try await replay.run(Self.collection(queries))
        #expect(report.entries.map(\.search.query) == ["w x y z", "u v"])
        #expect(report.different.searches == 1_002)
    }

    @Test func `an engine elsewhere is asked a few searches at a time`() async throws {
        let engine = Engine(isImmediate: false)
        let searches = (0..<100).map { LoggedSearch(searcher: "products", query: "q\($0)") }
        let answers = try await Self.side(Self.app(), engine).answers(searches)
        let hits = try answers.map { try $0.result.get().hits }
        #expect(hits == (0..<100).map { ["old-q\($0)"] })
        #expect(engine.requests.count == 100 && engine.mostAtOnce <= ReplaySide.mostConcurrent)
    }

    @Test func `a searcher that is missing fails alone, an app that answers nothing as a whole`() async throws {
        let side = try Self.side(Self.app(), Engine())
        var collection = Self.collection(["a"])
        collection.add(LoggedSearch(searcher: "brands", query: "a"))
        let report = try await Replay(before: side, after: side, limit: 10).run(collection)
        #expect(report.different.searches == 0 && report.before.failed.searches == 1)
        #expect(report.before.error?.code == .unknownAddressee)
        let lost = Self.collection(["a"], searcher: "brands")
        await #expect(throws: SearchBusError.self) { try await Replay(before: side, after: side, limit: 10).run(lost) }
    }

    @Test func `a program of one's own is not asked, and that is said`() async throws {
        let side = try ReplaySide(Self.app(backend: "mine", type: "own"), now: 0) { backend in
            if backend.name == "mine" { Issue.record("It is made all the same.") }
            return Engine()
        }
        let answers = await side.answers([LoggedSearch(searcher: "products", query: "a")])
        guard case .failure(let error) = answers[0].result else { return #expect(Bool(false), "It is answered.") }
        #expect(error.message.contains("`mine`"))
    }

    @Test func `the report names every tally, also those of nothing`() async throws {
        let side = try Self.side(Self.app(), Engine())
        let report = try await Replay(before: side, after: side, limit: 10).run(Self.collection(["a", "a"]))
        let json = report.summary
        #expect(json["asked"] == 2 && json["different"] == ["searches": 0, "asked": 0])
        #expect(json["becameEmpty"]?["asked"] == 0 && json["before"]?["latencyMS"]?["p99"]?.double != nil)
    }
}
