// SPDX-License-Identifier: MIT

import RandomTesting
import SearchModel
import Testing
import Wire

@testable import SearchIndex

@Suite("The limit of a search's cost")
struct WorkBudgetTests {
    private static let names = [
        "red", "blue", "lamp", "lamps", "table", "kettle", "garden", "chair", "silver", "golden",
    ]

    /// A word of letters that are often next to each other, so that many words are one error apart.
    private static func word(_ random: inout SeededGenerator) -> String {
        String((0..<Int.random(in: 4...7, using: &random)).map { _ in random.pick(["a", "b", "c"]) })
    }

    private func fixture(
        _ count: Int,
        _ random: inout SeededGenerator,
        settings: [(String, JSON)] = []
    ) throws -> Fixture {
        let records = try (0..<count).map { number in
            let words = (0..<6).map { _ in random.isTrue() ? random.pick(Self.names) : Self.word(&random) }
            return try Record.make(
                "\(number)",
                [
                    ("name", .string(words.joined(separator: " "))), ("brand", .string(random.pick(Self.names))),
                    ("maker", .string(Self.word(&random))), ("price", JSON(Int.random(in: 0...500, using: &random))),
                    ("hidden", .string(Self.word(&random))),
                    ("_geoloc", ["lat": JSON(number % 90), "lng": JSON(number % 180)]),
                ]
            )
        }
        let own: [(String, JSON)] = [
            ("searchableAttributes", ["name"]), ("attributesForFaceting", ["brand", "maker"]),
            ("numericAttributes", ["price"]), ("customRanking", ["desc(price)"]),
        ]
        let settings = try IndexSettings(json: .object(JSONObject(own + settings)))
        return try Fixture(records, settings: settings)
    }

    private func words(_ count: Int, _ random: inout SeededGenerator) -> String {
        (0..<count).map { _ in Self.word(&random) }.joined(separator: " ")
    }

    /// Searches of every costly kind.
    private func costly(_ random: inout SeededGenerator) throws -> [(name: String, request: SearchRequest)] {
        var fuzzy = SearchRequest(index: "test", query: words(32, &random))
        fuzzy.parameters = JSONObject([
            ("queryType", "prefixAll"), ("removeWordsIfNoResults", "allOptional"), ("minWordSizefor1Typo", 1),
            ("minWordSizefor2Typos", 2),
        ])
        var fewer = fuzzy
        fewer.parameters["removeWordsIfNoResults"] = "lastWords"
        var facets = SearchRequest(index: "test", facets: ["brand", "maker", "hidden"], stats: ["price"])
        facets.sums = ["price"]
        let values = SearchRequest(
            index: "test",
            kind: .facetValues(attribute: "maker", limit: 100),
            query: words(8, &random)
        )
        let center = try #require(GeoPoint(latitude: 10, longitude: 10))
        var near = SearchRequest(index: "test")
        near.filters = .of((.and, "near", [.geo(.circle(center, radius: 1_000_000))]))
        let sorted = SearchRequest(index: "test", query: "red", sort: [SortKey("price"), SortKey("maker")])
        let paged = SearchRequest(index: "test", query: "red lamp", page: 3, hitsPerPage: 100)
        return [
            ("fuzzy", fuzzy), ("fewer words", fewer), ("facets", facets), ("values", values), ("near", near),
            ("sorted", sorted), ("paged", paged),
        ]
    }

    private func answer(_ fixture: Fixture, _ request: SearchRequest, _ budget: WorkBudget) throws -> SearchResult {
        try #require(fixture.reader.answers(to: [request], within: budget).first)
    }

    private typealias SearchResult = Result<SearchResponse, SearchBusError>

    @Test func `A search that is beyond its budget fails and ends soon, and others are answered as ever`() throws {
        var random = SeededGenerator(seed: testSeed)
        let fixture = try fixture(600, &random)
        let light = SearchRequest(index: "test", query: "kettle")
        let usual = try fixture.hits(light)
        for (name, request) in try costly(&random) {
            let limit = 2_000
            let budget = WorkBudget(.init(units: limit, bytes: 1 << 20))
            let error = #expect(throws: SearchBusError.self, "\(name)") { try answer(fixture, request, budget).get() }
            #expect(error?.code == .tooLarge && error?.remedy.isEmpty == false, "\(name): \(error?.message ?? "")")
            // The largest step is a test of all points.
            #expect(budget.spentUnits <= limit + 250_000, "\(name): \(budget.spentUnits)")
            let own = WorkBudget()
            #expect(try answer(fixture, light, own).get().hits?.hits == usual.hits)
            #expect(own.spentUnits < 1_000_000)
        }
    }

    @Test func `A search has the whole answer or none, whatever its budget`() throws {
        var random = SeededGenerator(seed: testSeed)
        let fixture = try fixture(300, &random)
        for (name, request) in try costly(&random) {
            // Cached answers cost nothing, so the second run is the one that is repeated.
            _ = try answer(fixture, request, WorkBudget(.none))
            let free = WorkBudget(.none)
            let whole = try answer(fixture, request, free).get()
            let again = WorkBudget(.none)
            _ = try answer(fixture, request, again)
            #expect(again.spentUnits == free.spentUnits, "\(name) costs the same each time")
            for _ in 0..<12 {
                let units = Int.random(in: 0...free.spentUnits + 100, using: &random)
                let budget = WorkBudget(.init(units: units, bytes: .max))
                switch try answer(fixture, request, budget) {
                case .success(let response):
                    #expect(units >= free.spentUnits, "\(name) of \(units)")
                    #expect(response.content == whole.content)
                case .failure(let error):
                    #expect(error.code == .tooLarge && units < free.spentUnits, "\(name) of \(units): \(error)")
                }
            }
            let enough = WorkBudget(.init(units: free.spentUnits, bytes: .max))
            #expect(try answer(fixture, request, enough).get().content == whole.content, "\(name)")
        }
    }

    @Test func `No more records are read than the results may hold`() throws {
        let filler = String(repeating: "x", count: 50_000)
        let fixture = try Fixture((0..<60).map { try Record.make("\($0)", [("text", .string(filler))]) })
        var request = SearchRequest(index: "test", hitsPerPage: 1_000)
        let budget = WorkBudget()
        let error = #expect(throws: SearchBusError.self) { try answer(fixture, request, budget).get() }
        #expect(error?.code == .tooLarge && error?.message.contains("1024 KiB") == true)
        #expect(budget.heldBytes <= WorkBudget.Limits.search.bytes + 51_000)
        #expect(budget.spentUnits < 25 * 50_000 * WorkBudget.recordByte, "some 21 records are read")
        // The removed part may be large.
        request.attributesToRetrieve = []
        #expect(try answer(fixture, request, WorkBudget()).get().hits?.hits.count == 60)
    }

    @Test func `A page that is too deep is refused before its rows are listed`() throws {
        var random = SeededGenerator(seed: testSeed)
        let fixture = try fixture(10, &random)
        let budget = WorkBudget()
        #expect(budget.allowsList(ofBytes: WorkBudget.maxListBytes))
        #expect(!budget.allowsList(ofBytes: WorkBudget.maxListBytes + 1))
        #expect(throws: SearchBusError.self) { try budget.check() }
        // Only existing rows are listed.
        let far = SearchRequest(index: "test", page: 1 << 40, hitsPerPage: 1_000)
        #expect(try answer(fixture, far, WorkBudget()).get().hits?.hits.isEmpty == true)
    }

    @Test func `A search whose task is cancelled ends`() async throws {
        let budget = WorkBudget()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            budget.spend(10_000_000)
            try budget.check()
        }
        task.cancel()
        let error = await #expect(throws: SearchBusError.self) { try await task.value }
        #expect(error?.code == .cancelled && budget.isSpent)
    }

    @Test func `A part has what is left, and counts for the whole`() {
        let whole = WorkBudget(.init(units: 100, bytes: 50))
        let first = whole.part(.init(units: 60, bytes: 100))
        #expect(first.limits == .init(units: 60, bytes: 100))
        first.spend(70)
        whole.add(first)
        #expect(first.isSpent && !whole.isSpent && whole.part(.search).limits.units == 30)
    }

    @Test func `A query of which all rows are ranked looks at no further errors`() throws {
        var random = SeededGenerator(seed: testSeed)
        let fixture = try fixture(600, &random)
        // Most of sixteen words may have two errors: some thirty levels, and one row that has them all as they are typed.
        let text = (0..<16).map { "\(Self.names[$0 % 10])\(Self.names[$0 / 2])" }.joined(separator: " ")
        let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
        try writer.add([try Record.make("all", [("name", .string(text))])])
        let request = SearchRequest(index: "test", query: text)
        _ = try fixture.reader.search([request])
        let snapshot = try IndexSnapshot(folder: fixture.directory.indexes.folder(of: "test"))
        let budget = WorkBudget()
        let plan = IndexSearch(request, snapshot: snapshot, budget).plan
        let part = try #require(snapshot.parts.indices.last)
        let matcher = SegmentMatcher(snapshot.parts[part].segment, plan, budget)
        #expect(matcher.mostTypos >= 24)
        let found = matcher.rows(typos: 0)
        #expect(found.count == 1)
        let ranking = SegmentRanking(
            matcher: matcher,
            evaluator: RowEvaluator(matcher, relevance: RelevanceSettings()),
            keys: RankingKeys(RelevanceSettings().ranking),
            preferences: [],
            origin: nil
        )
        #expect(ranking.best(20, of: found).count == 1)
        #expect(matcher.levelCount == 1)
    }
}
