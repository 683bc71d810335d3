// SPDX-License-Identifier: MIT

import Backends
import EngineSimulators
import EngineTesting
import SearchModel
import Testing
import Wire

@testable import Engines

/// Attributes that are `date` fields: numbers are seconds, whatever the field's format says.
@Suite struct ElasticTimesTests {
    private static let records: [JSON] = [
        ["objectID": "a", "made": "1969-07-20", "seen": 1_700_000_000],
        ["objectID": "b", "made": "2001-09-09T01:46:40Z", "seen": 1_700_086_400],
        ["objectID": "c", "made": "2001-09-09T01:46:40.500Z", "seen": 1_700_172_800], ["objectID": "d"],
    ]

    private func hits(_ request: SearchRequest, unit: String = "seconds") async throws -> SearchResponse.Hits {
        let properties = JSONObject([
            ("made", ["type": "date"]), ("seen", ["type": "date", "format": "epoch_second"]),
        ])
        let engine = try ElasticUnderTest.engine(
            .elasticsearch,
            properties: properties,
            parameters: JSONObject([("dateUnit", .string(unit))])
        )
        try await engine.load("times", Self.records)
        return try #require(try await engine.service.search([request])[0].get().hits)
    }

    private func ids(_ filters: Filter..., unit: String = "seconds") async throws -> [String] {
        let state = FilterState(groups: [FilterGroup(id: .init(kind: .and, name: "t"), filters: filters)])
        return try await hits(SearchRequest(index: "times", filters: state), unit: unit).hits.map(\.objectID)
    }

    @Test("a range is of seconds, before 1970 and between whole ones too")
    func ranges() async throws {
        #expect(try await ids(.range("made", 1_000_000_000...1_000_000_000)) == ["b"])
        #expect(try await ids(.comparison("made", .greater, 1_000_000_000)) == ["c"])
        #expect(try await ids(.comparison("made", .lessOrEqual, 1_000_000_000.4)) == ["a", "b"])
        #expect(try await ids(.comparison("made", .less, 0)) == ["a"])
        #expect(try await ids(.comparison("made", .equal, 1_000_000_000.5)) == ["c"])
        #expect(try await ids(.range("seen", 1_700_000_000...1_700_086_400)) == ["a", "b"])
        #expect(
            try await ids(.range("seen", 1_700_000_000_000...1_700_086_400_000), unit: "milliseconds") == ["a", "b"]
        )
        #expect(try await ids(Filter.range("seen", 0...1_700_000_000).negated) == ["b", "c"])
    }

    @Test("counted values, bounds and chosen values are in the same unit")
    func counts() async throws {
        let request = SearchRequest(index: "times", facets: ["seen"], stats: ["seen", "made"])
        let found = try await hits(request)
        #expect(found.facets["seen"]?.map(\.value) == [1_700_000_000, 1_700_086_400, 1_700_172_800])
        #expect(found.stats["seen"] == 1_700_000_000...1_700_172_800)
        #expect(found.stats["made"] == -14_256_000...1_000_000_000.5)
        let milliseconds = try await hits(request, unit: "milliseconds")
        #expect(milliseconds.stats["seen"] == 1_700_000_000_000...1_700_172_800_000)
        // A value that was counted is found again.
        #expect(try await ids(.facet("seen", 1_700_086_400)) == ["b"])
        #expect(try await ids(.facet("made", "2001-09-09T01:46:40Z")) == ["b"])
        let chosen = FilterState(groups: [
            FilterGroup(id: .init(kind: .or, name: "s"), filters: [.facet("seen", 1_700_172_800)])
        ])
        let one = SearchRequest(index: "times", filters: chosen, facets: [FacetNeed("seen", limit: 1)])
        #expect(try await hits(one).facets["seen"]?.map(\.value) == [1_700_000_000, 1_700_172_800])
    }

    @Test("the request contains its unit")
    func exchange() throws {
        let shape = IndexShape(attributes: [
            .init("made", type: "date", isCountable: true, isComparable: true),
            .init("seen", type: "date_nanos", isCountable: true, isComparable: true),
        ])
        func filter(_ filter: Filter) throws -> JSON? {
            let state = FilterState(groups: [FilterGroup(id: .init(kind: .and, name: "t"), filters: [filter])])
            let query = try ElasticDialect(shape: shape).encode(SearchRequest(index: "shop", filters: state))
            return query["body"]?["query"]?["bool"]?["filter"]?.array?.first?["range"]
        }
        #expect(
            try filter(.range("made", 1.25...2)) == ["made": ["gte": 1_250, "lte": 2_000, "format": "epoch_millis"]]
        )
        #expect(
            try filter(.range("made", -0.5...2)) == [
                "made": [
                    "gte": "1969-12-31T23:59:59.500Z", "lte": "1970-01-01T00:00:02.000Z",
                    "format": "strict_date_optional_time",
                ]
            ]
        )
        // Times that such a field cannot hold are those at its ends.
        #expect(
            try filter(.range("seen", -5...1e300)) == [
                "seen": ["gte": 0, "lte": 9_223_372_036_854, "format": "epoch_millis"]
            ]
        )
    }

    @Test("another name for a field has its type")
    func alias() throws {
        let reply = try JSON(
            parsing: """
                {"shop": {"mappings": {"properties": {
                   "log": {"properties": {"at": {"type": "date"}}}, "when": {"type": "alias", "path": "log.at"}}}}}
                """
        )
        let shape = try ElasticDialect().description(in: [reply], of: "shop")
        #expect(shape["when"]?.type == "date")
    }
}
