// SPDX-License-Identifier: MIT

import Backends
import Foundation
import RandomTesting
import SearchModel
import Synchronization
import Testing
import Wire

@testable import Engines

@Suite(.timeLimit(.minutes(5))) struct PostgreSQLSearchTests {
    private func hits(_ service: any SearchService, _ request: SearchRequest) async throws -> SearchResponse.Hits {
        try #require(try await service.search([request])[0].get().hits)
    }

    private func only(_ filter: Filter) -> FilterState {
        FilterState(groups: [FilterGroup(id: .init(kind: .and, name: "g"), filters: [filter])])
    }

    @Test("any selected value finds the records that have it, and never becomes syntax")
    func hostileValues() async throws {
        var random = SeededGenerator(seed: testSeed)
        let pieces = [
            "'", "\"", "\\", ";", "--", "$1", "$json$", "{", "}", "%", "_", " ", "a", "é", "日本", "\n", "1", "<b>",
            "\u{301}",
        ]
        let values = (0..<50).map { _ in
            (0..<Int.random(in: 1...6, using: &random)).map { _ in random.pick(pieces) }.joined()
        }
        // A text that is canonically the same is another one to a database.
        let distinct = Array(Set(values)).enumerated().map { ($0.offset, $0.element) }
        let rows = JSON.array(distinct.map { ["id": JSON($0.0), "v": .string($0.1)] }).text
        try TestDatabase.run(
            """
            DROP TABLE IF EXISTS hostile, hostile_records;
            CREATE TABLE hostile (id int PRIMARY KEY, v text, l text[], "x""y; --" text);
            INSERT INTO hostile SELECT (r ->> 'id')::int, r ->> 'v', ARRAY[r ->> 'v'], r ->> 'v'
                FROM jsonb_array_elements($body$\(rows)$body$) r;
            CREATE TABLE hostile_records (id int PRIMARY KEY, record jsonb);
            INSERT INTO hostile_records SELECT (r ->> 'id')::int, r FROM jsonb_array_elements($body$\(rows)$body$) r;
            """
        )
        let columns = try TestDatabase.service(["id": "id"])
        let records = try TestDatabase.service(["id": "id", "record": "record"])
        for (number, value) in distinct {
            for (service, index, attribute) in [
                (columns, "hostile", "v"), (columns, "hostile", "l"), (columns, "hostile", "x\"y; --"),
                (records, "hostile_records", "v"),
            ] {
                let request = SearchRequest(
                    index: index,
                    filters: only(.facet(attribute, .text(value))),
                    facets: [FacetNeed(attribute)]
                )
                let found = try await hits(service, request)
                #expect(found.hits.map(\.objectID) == ["\(number)"], "\(attribute): \(value)")
                #expect(found.facets[attribute]?.map(\.value) == [.text(value)], "\(attribute): \(value)")
            }
            #expect((try? await columns.search([SearchRequest(index: "hostile", query: value)])[0].get()) != nil)
            let search = SearchRequest(index: "hostile", kind: .facetValues(attribute: "v", limit: 5), query: value)
            #expect((try? await columns.search([search])[0].get()) != nil)
        }
    }

    @Test("names from outside are not in a statement: they are found among the columns, or ignored")
    func hostileNames() async throws {
        try TestDatabase.run(
            "DROP TABLE IF EXISTS named; CREATE TABLE named (id int PRIMARY KEY, v text); INSERT INTO named VALUES (1, 'a')"
        )
        let service = try TestDatabase.service(["id": "id"])
        let names = ["v; DROP TABLE named", "v\"", "'", "", "\u{0}", "v.w", "t.v", "ctid", "日本", "$1", "tableoid"]
        for name in names {
            let request = SearchRequest(
                index: "named",
                filters: only(.facet(name, "a", isNegated: true)),
                facets: [FacetNeed(name)],
                stats: [name],
                attributesToRetrieve: [name],
                attributesToHighlight: [name]
            )
            let found = try await hits(service, request)
            #expect(found.totalCount == 1 && found.facets[name] == [] && found.stats.isEmpty, "\(name)")
            let index = await service.search([SearchRequest(index: name)])[0]
            guard case .failure(let error) = index else {
                Issue.record("an index `\(name)`")
                continue
            }
            #expect(error.code == .unknownIndex)
        }
        for index in ["pg_class", "pg_catalog.pg_class", "named; SELECT 1"] {
            guard case .failure(let error) = await service.search([SearchRequest(index: index)])[0] else {
                Issue.record("an index `\(index)`")
                continue
            }
            #expect(error.code == .unknownIndex, "only tables of the schema are searched")
        }
    }

    @Test("a language's own stems and stop words are found, and optional filters move records up")
    func languages() async throws {
        try TestDatabase.run(
            """
            DROP TABLE IF EXISTS stems;
            CREATE TABLE stems (id int PRIMARY KEY, v text, brand text, day date, n numeric,
                search tsvector GENERATED ALWAYS AS (to_tsvector('english', coalesce(v, ''))) STORED);
            INSERT INTO stems VALUES (1, 'two lamps', 'a', '2020-01-01', 1.5), (2, 'a lamp', 'b', '2021-01-01', 2), (3, 'the', 'c', NULL, NULL);
            """
        )
        let service = try TestDatabase.service(["id": "id", "language": "english", "searchVector": "search"])
        #expect(try await hits(service, SearchRequest(index: "stems", query: "lamps")).totalCount == 2)
        #expect(
            try await hits(service, SearchRequest(index: "stems", query: "the")).totalCount == 3,
            "a stop word does not exclude records"
        )
        let optional = FilterState(groups: [
            FilterGroup(
                id: .init(kind: .optional, name: "o"),
                filters: [.facet("brand", "b", score: 2), .facet("brand", "c")]
            )
        ])
        let ranked = try await hits(service, SearchRequest(index: "stems", filters: optional))
        #expect(ranked.hits.map(\.objectID) == ["2", "3", "1"])
        let days = SearchRequest(
            index: "stems",
            filters: only(.comparison("day", .greater, 1_600_000_000)),
            stats: ["day", "n"]
        )
        let found = try await hits(service, days)
        #expect(found.hits.map(\.objectID) == ["2"] && found.stats["n"] == 2...2)
        #expect(
            found.stats["day"] == 1_577_836_800...1_609_459_200,
            "its own filter is left out of an attribute's bounds"
        )
        #expect(found.hits[0].record["search"] == nil && found.hits[0].record["day"] == "2021-01-01")
    }

    @Test("a table that was changed meanwhile is read again, and its new columns are reported")
    func changedTables() async throws {
        try TestDatabase.run(
            "DROP TABLE IF EXISTS moving; CREATE TABLE moving (id int PRIMARY KEY, a text); INSERT INTO moving VALUES (1, 'x')"
        )
        let service = try TestDatabase.service(["id": "id"])
        #expect(try await hits(service, SearchRequest(index: "moving", query: "x")).totalCount == 1)
        try TestDatabase.run("ALTER TABLE moving RENAME COLUMN a TO b; ALTER TABLE moving ADD n float[]")
        #expect(try await hits(service, SearchRequest(index: "moving", query: "x")).totalCount == 1)
        let shape = try #require(try await service.describe("moving"))
        #expect(shape.attributes.map(\.name) == ["id", "b", "n"] && shape.isComplete)
        #expect(shape["n"]?.isComparable == true && shape["b"]?.isComparable == false)
        await #expect(throws: SearchBusError.self) { _ = try await service.describe("nowhere") }
    }

    @Test("a session's parameters for the engine cause a warning, and a page beyond the limit is refused")
    func limits() async throws {
        try TestDatabase.run("CREATE TABLE IF NOT EXISTS few (id int PRIMARY KEY)")
        let service = try TestDatabase.service(["id": "id"])
        let found = try await hits(service, SearchRequest(index: "few", parameters: JSONObject([("rules", true)])))
        #expect(found.warnings.map(\.code) == [.parameterIgnored])
        let beyond = await service.search([SearchRequest(index: "few", page: .max, hitsPerPage: 1_000)])[0]
        guard case .failure(let error) = beyond else {
            Issue.record("a page beyond all")
            return
        }
        #expect(error.code == .invalidArgument)
        let far = try await hits(service, SearchRequest(index: "few", page: 1_000_000, hitsPerPage: 1_000))
        #expect(far.hits.isEmpty)
    }

    @Test("missing permissions and missing tables are explained, and a search that takes too long ends")
    func refusals() async throws {
        try TestDatabase.run(
            """
            DROP TABLE IF EXISTS secret; CREATE TABLE secret (id int PRIMARY KEY);
            DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
            CREATE OR REPLACE VIEW slow AS SELECT 1 AS id, pg_sleep(50)::text AS v;
            """
        )
        func code(_ parameters: JSON, _ index: String) async throws -> ErrorCode? {
            let service = try TestDatabase.service(parameters)
            guard case .failure(let error) = await service.search([SearchRequest(index: index)])[0] else { return nil }
            return error.code
        }
        let address = try TestDatabase.address
        let reader: JSON = ["id": "id", "url": .string(address.replacing("user=postgres", with: "user=reader"))]
        #expect(try await code(reader, "secret") == .backendDenied)
        let nobody: JSON = ["id": "id", "url": .string(address.replacing("user=postgres", with: "user=nobody_here"))]
        #expect(try await code(nobody, "secret") == .backendDenied)
        #expect(try await code(["url": "postgresql:///x?host=/nowhere"], "secret") == .backendFailed)
        #expect(try await code(["id": "nokey"], "secret") == .unknownIndex)
        #expect(try await code(["id": "id", "timeout": 0.2], "slow") == .backendTimeout)
    }

    @Test("a notification about a changed table is delivered")
    func notifications() async throws {
        let service = try TestDatabase.service(["channel": "what has changed"])
        let changes = try #require(service.changes)
        let told = Mutex<String?>(nil)
        let listener = Task {
            for await index in changes {
                told.withLock { $0 = index }
                return
            }
        }
        // The start of the listener is not reported, so the notification is repeated.
        while told.withLock({ $0 }) == nil { try TestDatabase.run("NOTIFY \"what has changed\", 'things'") }
        await listener.value
        #expect(told.withLock { $0 } == "things")
    }
}
