// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import AppModel
import Backends
import EngineTesting
import Foundation
import HTTPTesting
import SearchIndex
import SearchModel
import Testing
import Wire

@testable import Engines

/// A service with a protocol of its own, over a real socket, with the embedded index behind it.
private final class MappedUnderTest: EngineUnderTest {
    let name = "http"
    let waivers: [EngineAspect: String] = [
        .sorting: "a mapping has no word for an order",
        .ranges: "a mapping has a least and a greatest number, ends included",
        .negation: "a mapping has no word for what is not wanted",
        .missingAttributes: "a filter that the mapping has no place for is refused",
        .lists: "a mapping has one list of values for an attribute, of which one is enough",
        .groups: "a mapping has a least and a greatest number, ends included",
        .places: "a mapping has no places",
        .disjunctiveCounts: "a mapping has one list of values for an attribute, of which one is enough",
    ]
    let service: any SearchService
    private let server: LocalServer
    private let directory = IndexDirectory(path: "/tmp/sbs-\(UUID().uuidString)")

    static let filters = ["brand", "color", "rating", "sale", "odd", "kind.l0", "kind.l1"]

    init() throws {
        let backend = EmbeddedBackend(directory: directory)
        server = try LocalServer { Self.reply($0, backend) }
        var filters = JSONObject()
        for name in Self.filters { filters[name] = .string("{filters.\(name)}") }
        filters["price"] = ["from": "{filters.price.min}", "to": "{filters.price.max}"]
        let configuration = BackendConfiguration(
            name: "mapped",
            type: "http",
            parameters: [
                "url": .string(server.url), "timeout": 30, "connectTimeout": 10,
                "path": "/{index}/find?size={hitsPerPage}&start={offset}",
                "body": ["text": "{query}", "count": "{facets}", "where": .object(filters)], "hits": "found.things",
                "id": "key", "record": "thing", "total": "found.total", "facets": "counts.{attribute}",
                "facetValue": "name", "facetCount": "n", "bounds": "ends.{attribute}",
            ]
        )
        service = try EngineRegistry.service(for: configuration, environment: [:])
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(atPath: directory.path)
    }

    func load(_ index: String, _ records: [JSON]) async throws {
        var settings = IndexSettings(
            searchableAttributes: EngineSuite.attributes.searched,
            attributesForFaceting: EngineSuite.attributes.texts + ["sale", "rating"],
            numericAttributes: EngineSuite.attributes.numbers
        )
        // The suite requests what all engines find in the same way, which excludes words with errors.
        settings.relevance.typoTolerance = .never
        try IndexWriter(directory: directory, name: index).replaceAll(settings: settings, records.map(Record.init))
    }

    private static func reply(_ request: LocalServer.Request, _ backend: EmbeddedBackend) -> LocalServer.Reply {
        let parts = request.head.split(separator: " ")[1].split(separator: "?")
        let query = parts[1].split(separator: "&").reduce(into: [Substring: Int]()) { values, item in
            let sides = item.split(separator: "=")
            values[sides[0]] = Int(sides[1])
        }
        let body = (try? JSON(parsing: request.body)) ?? .null
        let size = query["size"] ?? 0
        var groups: [FilterGroup] = []
        for member in body["where"]?.object?.members ?? [] {
            let values = (member.value.array ?? []).compactMap(FacetValue.init(scalar:)).map {
                Filter.facet(member.key, $0)
            }
            groups.append(FilterGroup(id: .init(kind: .or, name: member.key), filters: values))
            let ends = [member.value["from"]?.double, member.value["to"]?.double]
            let comparisons = zip(ends, [Filter.Operator.greaterOrEqual, .lessOrEqual]).compactMap { bound, sign in
                bound.map { Filter.comparison(member.key, sign, $0) }
            }
            groups.append(FilterGroup(id: .init(kind: .and, name: member.key), filters: comparisons))
        }
        let counted = body["count"]?.array?.compactMap(\.string) ?? []
        let asked = SearchRequest(
            index: String(parts[0].dropFirst().split(separator: "/")[0]),
            query: body["text"]?.string ?? "",
            page: (query["start"] ?? 0) / max(1, size),
            hitsPerPage: size,
            baseFilters: FilterState(groups: groups),
            facets: counted.filter { $0 != "price" }.map { FacetNeed($0, limit: 1_000) },
            stats: counted.filter { ["price", "rating"].contains($0) }
        )
        guard let hits = try? backend.searchNow([asked])?[0].get().hits else {
            return .answer(status: 404, body: #"{"error": {"message": "no such index"}}"#)
        }
        let things = hits.hits.map { hit -> JSON in ["key": .string(hit.objectID), "thing": hit.record] }
        let counts = hits.facets.map { name, counts in
            (name, JSON.array(counts.map { ["name": $0.value.json, "n": JSON($0.count)] }))
        }
        let ends = hits.stats.map { name, range -> (String, JSON) in
            (name, ["min": .number(range.lowerBound), "max": .number(range.upperBound)])
        }
        let answer: JSON = [
            "found": ["things": .array(things), "total": JSON(hits.totalCount)], "counts": .object(JSONObject(counts)),
            "ends": .object(JSONObject(ends)),
        ]
        return .answer(status: 200, body: answer.text)
    }
}

@Suite(.timeLimit(.minutes(5))) struct MappedServiceTests {
    @Test("a service with a protocol of its own passes the suite of all engines by a mapping")
    func suite() async throws {
        try await EngineSuite(try MappedUnderTest()).run()
    }

    private func service(_ path: String, body: JSON? = nil) throws -> MappedService {
        MappedService(template: try RequestTemplate(path: path, body: body), answer: AnswerMapping())
    }

    private func filters(_ groups: FilterGroup...) -> FilterState { FilterState(groups: groups) }

    @Test("values are encoded for their position, and the part of a missing one is omitted")
    func encoding() throws {
        let mapped = try service(
            "/a b/{index}?q={query}&fixed=1%202&brand={filters.brand}&low={filters.price.min}&x={{y}}",
            body: [
                "q": "{query}", "all": ["{page1}", "{filters.brand}", "no"], "label": "page {page} of {index}",
                "gone": ["a": "{filters.brand}"],
            ]
        )
        let plain = try mapped.encode(SearchRequest(index: "a/b?c", query: "x&y=\"1\" é", page: 2))
        #expect(plain["path"] == "/a b/a%2Fb%3Fc?q=x%26y%3D%221%22%20%C3%A9&fixed=1%202&x={y}")
        #expect(plain["body"] == ["q": "x&y=\"1\" é", "all": [3, "no"], "label": "page 2 of a/b?c"])
        let chosen = filters(
            FilterGroup(id: .init(kind: .or, name: "b"), filters: [.facet("brand", "A&B"), .facet("brand", 4)]),
            FilterGroup(id: .init(kind: .and, name: "p"), filters: [.comparison("price", .greaterOrEqual, 2.5)])
        )
        let full = try mapped.encode(SearchRequest(index: "i", filters: chosen))
        #expect(full["path"] == "/a b/i?q=&fixed=1%202&brand=A%26B&brand=4&low=2.5&x={y}")
        #expect(full["body"]?["all"] == [1, ["A&B", 4], "no"])
    }

    @Test("parameters without a mapping are refused, and never silently ignored")
    func refusals() throws {
        let mapped = try service("/?q={query}&brand={filters.brand}&low={filters.price.min}")
        func refused(_ filter: Filter...) -> Bool {
            let group = FilterGroup(id: .init(kind: .and, name: "g"), filters: filter)
            return (try? mapped.encode(SearchRequest(index: "i", filters: filters(group)))) == nil
        }
        #expect(!refused(.facet("brand", "A")))
        #expect(refused(.facet("brand", "A", isNegated: true)))
        #expect(refused(.facet("brand", "A"), .facet("brand", "B")))
        #expect(refused(.facet("color", "red")))
        #expect(!refused(.comparison("price", .greaterOrEqual, 1)))
        #expect(refused(.comparison("price", .greater, 1)))
        #expect(refused(.comparison("price", .less, 1)))
        #expect(refused(.range("price", 1...2)), "there is no place for the greatest number")
        #expect((try? mapped.encode(SearchRequest(index: "i", page: 1))) == nil)
        #expect((try? service("/").encode(SearchRequest(index: "i", query: "x"))) == nil)
        #expect((try? service("/{index}/find").encode(SearchRequest(index: ".."))) == nil)
        #expect((try? service("/{nothing}")) == nil)
        #expect((try? service("/", body: ["a": "{"])) == nil)
    }

    @Test("counts as members, marks by tags and missing members are read, with warnings for the missing ones")
    func answers() throws {
        let tags = try #require(HighlightTags(open: "<em>", close: "</em>"))
        let answer: JSON = [
            "rows": [["n": 7, "t": "red lamp", "marks": ["t": "red <em>lamp</em>"]]], "f": ["a.b": ["x": 2]],
        ]
        var mapping = AnswerMapping(facets: AnswerPath("f.{attribute}"), highlights: AnswerPath("marks"), tags: tags)
        mapping.hits = AnswerPath("rows")
        mapping.id = AnswerPath("n")
        let request = SearchRequest(
            index: "i",
            query: "lamp",
            facets: ["a.b", "zzz"],
            stats: ["p"],
            attributesToRetrieve: ["t"]
        )
        let hits = try #require(try mapping.response(from: answer, of: request).hits)
        #expect(hits.hits.map(\.objectID) == ["7"] && hits.hits[0].record == ["objectID": "7", "t": "red lamp"])
        #expect(hits.hits[0].highlights["t"]?.spans.map(\.text) == ["red ", "lamp"])
        #expect(hits.facets["a.b"] == [FacetCount(value: "x", count: 2)] && hits.facets["zzz"] == [])
        #expect(!hits.isExhaustive && hits.warnings.map(\.attribute) == ["p"])
        #expect(throws: JSONError.self) { try mapping.response(from: ["rows": 1], of: request) }
        #expect(throws: JSONError.self) { try mapping.response(from: ["rows": [["t": 1]]], of: request) }
    }
}
