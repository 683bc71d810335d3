// SPDX-License-Identifier: MIT

import Backends
import RandomTesting
import SearchModel
import Testing
import Wire

@testable import Engines

@Suite(.timeLimit(.minutes(5))) struct GroongaScriptTests {
    private static let pieces = [
        "\"", "\\", "'", "(", ")", "&", "|", "!", "\n", "\t", "$", "%", "{", "}", "[", "*", "`", "a", "é", "日本",
        "\u{301}", " ", "\u{1}",
        "== 1", ") || true || (",
    ]

    private func text(_ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...8, using: &random)).map { _ in random.pick(Self.pieces) }.joined()
    }

    @Test("a literal ends where it should and decodes to its value")
    func literals() throws {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<2_000 {
            let text = text(&random)
            let literal = try #require(GroongaScript.literal(text))
            // As the server reads it: up to the first quote without a backslash.
            var (read, rest) = ("".unicodeScalars, literal.unicodeScalars.dropFirst())
            while let scalar = rest.popFirst(), scalar != "\"" {
                read.append(scalar == "\\" ? rest.popFirst() ?? scalar : scalar)
            }
            #expect(rest.isEmpty && String(read).unicodeScalars.elementsEqual(text.unicodeScalars))
        }
        #expect(GroongaScript.literal("a\u{0}") == nil)
    }

    @Test("any selected value finds the records that have it, on a real server")
    func hostileValues() async throws {
        let service = try TestGroonga.service(["searchColumns": ["v"]])
        try await TestGroonga.run(
            "table_create",
            [("name", "Hostile"), ("flags", "TABLE_HASH_KEY"), ("key_type", "ShortText")]
        )
        try await TestGroonga.run(
            "column_create",
            [("table", "Hostile"), ("name", "v"), ("flags", "COLUMN_SCALAR"), ("type", "ShortText")]
        )
        var random = SeededGenerator(seed: testSeed)
        let values = Array(Set((0..<60).map { _ in text(&random) }))
        let rows = values.enumerated().map {
            JSON.object(JSONObject([("_key", .string("k\($0.offset)")), ("v", .string($0.element))]))
        }
        try await TestGroonga.run("load", [("table", "Hostile")], body: JSON.array(rows).bytes)
        for (number, value) in values.enumerated() {
            let filters = FilterState(groups: [
                FilterGroup(id: .init(kind: .and, name: "g"), filters: [.facet("v", .text(value))])
            ])
            let result = await service.search([
                SearchRequest(index: "Hostile", filters: filters), SearchRequest(index: "Hostile", query: value),
            ])
            #expect(try result[0].get().hits?.hits.map(\.objectID) == ["k\(number)"], "\(value)")
            #expect((try? result[1].get()) != nil, "\(value)")
        }
    }

    @Test("names from outside are not in a command")
    func hostileNames() async throws {
        let service = try TestGroonga.service()
        try await TestGroonga.run(
            "table_create",
            [("name", "Plain"), ("flags", "TABLE_HASH_KEY"), ("key_type", "ShortText")]
        )
        try await TestGroonga.run("load", [("table", "Plain")], body: Array(#"[{"_key": "a"}]"#.utf8))
        for name in ["v == 1 || true", "_key", "", "*", "v,w", "snippet_html(_key)", "\u{0}"] {
            let request = SearchRequest(
                index: "Plain",
                filters: FilterState(groups: [
                    FilterGroup(id: .init(kind: .and, name: "g"), filters: [.facet(name, "x", isNegated: true)])
                ]),
                facets: [FacetNeed(name)],
                stats: [name],
                attributesToRetrieve: [name]
            )
            let hits = try #require(try await service.search([request])[0].get().hits)
            #expect(hits.totalCount == 1 && hits.facets[name] == [] && hits.stats.isEmpty, "\(name)")
            guard case .failure(let error) = await service.search([SearchRequest(index: name)])[0] else {
                Issue.record("a table `\(name)`")
                continue
            }
            #expect(error.code == .unknownIndex, "\(name)")
        }
    }

    @Test("a bound is never cut to the range of an integer column")
    func wholeNumbers() throws {
        let rows: JSON = [
            [], [1, "small", "", "fix", "COLUMN_SCALAR", "T", "UInt8", []],
            [2, "any", "", "fix", "COLUMN_SCALAR", "T", "Int32", []],
        ]
        let table = try GroongaTable(rows, name: "T", settings: GroongaSettings())
        let script = GroongaScript(table: table, settings: GroongaSettings())
        func text(_ attribute: String, _ sign: Filter.Operator, _ bound: Double) throws -> String? {
            let group = FilterGroup(id: .init(kind: .and, name: "g"), filters: [.comparison(attribute, sign, bound)])
            return try script.filter([group], query: "")
        }
        #expect(try text("any", .equal, 2.5) == "((false))")
        #expect(try text("any", .notEqual, 2.5) == "((any <= 2 || any >= 3))")
        #expect(try text("any", .less, 2.5) == "((any <= 2))")
        #expect(try text("any", .greater, 2.5) == "((any >= 3))")
        #expect(try text("any", .greater, -2.5) == "((any >= -2))")
        #expect(try text("small", .greater, -1) == "((true))")
        #expect(try text("small", .less, 300) == "((true))")
        #expect(try text("small", .equal, 300) == "((false))")
        #expect(try text("any", .less, .infinity) == "(false)")
    }
}
