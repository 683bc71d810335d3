// SPDX-License-Identifier: MIT

import Foundation
import SearchIndex
import SearchModel
import Testing
import Wire

@Suite("Attributes that the settings leave out") struct AttributeTests {
    /// Records of which inference counts neither the numbers, which are too many, nor the texts, which are too long.
    private func fixture(_ settings: IndexSettings? = nil) throws -> Fixture {
        let records = try (0..<150).map { number in
            let long = String(repeating: "a long text of group \(number % 3) ", count: 3)
            return try Record.make(
                "r\(number)",
                [
                    ("price", JSON(number)), ("notes", .string(long)), ("name", .string("thing \(number)")),
                    ("odd", number.isMultiple(of: 2) ? JSON(number) : "none"),
                ]
            )
        }
        return try Fixture(records, settings: settings)
    }

    @Test("attributes that inference does not count are counted on request")
    func countedOnDemand() throws {
        let fixture = try fixture()
        #expect(try fixture.reader.settings.attributesForFaceting?.contains("price") == false)
        #expect(try fixture.reader.settings.attributesForFaceting?.contains("notes") == false)
        let filters = FilterState.of((.or, "price", [.facet("price", 7), .facet("price", 9)]))
        let request = SearchRequest(index: "test", filters: filters, facets: ["price", "notes", "odd"], stats: ["odd"])
        for _ in 0..<2 {
            let hits = try fixture.hits(request)
            #expect(hits.totalCount == 2)
            #expect(hits.facets["price"]?.count == 100 && hits.facets["price"]?.allSatisfy { $0.count == 1 } == true)
            #expect(hits.facets["notes"]?.map(\.count) == [1, 1])
            #expect(hits.facets["odd"]?.map(\.value) == ["none"])
            #expect(hits.stats["odd"] == nil && hits.warnings.isEmpty)
        }
        #expect(try fixture.values("notes", "group 2").map(\.count) == [50])
    }

    @Test("given settings do not hide values that can be counted nevertheless")
    func givenSettings() throws {
        let fixture = try fixture(IndexSettings(attributesForFaceting: ["odd"], numericAttributes: []))
        let filters = FilterState.of((.and, "p", [.range("price", 10...19), .range("odd", 12...99)]))
        let hits = try fixture.hits(
            SearchRequest(index: "test", filters: filters, facets: [], stats: ["price", "odd"])
        )
        #expect(hits.hits.map(\.objectID) == ["r12", "r14", "r16", "r18"])
        #expect(hits.stats == ["price": 12...98, "odd": 10...18])
        #expect(hits.warnings.isEmpty)
    }

    @Test("an attribute that no record has is an empty facet with a warning, and the rest is unaffected")
    func unknown() throws {
        let fixture = try fixture()
        let filters = FilterState.of((.or, "x", [.facet("gone", "a"), .facet("name", "thing 3")]))
        let request = SearchRequest(
            index: "test",
            filters: filters,
            facets: ["brand", "odd"],
            stats: ["size", "notes"]
        )
        let hits = try fixture.hits(request)
        #expect(hits.totalCount == 1)
        #expect(hits.facets == ["brand": [], "odd": [FacetCount(value: "none", count: 1)]])
        #expect(hits.stats.isEmpty)
        #expect(hits.warnings.map(\.attribute) == ["brand", "size", "notes", "gone"])
        let codes: [SearchWarning.Code] = [
            .attributeUnknown, .attributeUnknown, .attributeNotNumeric, .attributeUnknown,
        ]
        #expect(hits.warnings.map(\.code) == codes)
        #expect(hits.warnings.allSatisfy { !$0.message.isEmpty && !$0.remedy.isEmpty })
        #expect(try fixture.values("brand", "a").isEmpty)
        let selected = FilterState.of((.or, "brand", [.facet("brand", "A")]))
        let empty = try fixture.hits(SearchRequest(index: "test", filters: selected, facets: ["brand"]))
        #expect(empty.totalCount == 0 && empty.facets["brand"] == [FacetCount(value: "A", count: 0)])
    }

    @Test("an index without records has nothing to warn of")
    func withoutRecords() throws {
        let fixture = try Fixture([])
        let hits = try fixture.hits(SearchRequest(index: "test", facets: ["brand"], stats: ["price"]))
        #expect(hits.totalCount == 0 && hits.facets["brand"] == [] && hits.warnings.isEmpty)
    }

    @Test("parameters for other engines are ignored, and reported")
    func parameters() throws {
        let hits = try fixture().hits(SearchRequest(index: "test", parameters: JSONObject([("spell", "1,2")])))
        #expect(hits.totalCount == 150)
        #expect(hits.warnings.map(\.attribute) == ["spell"] && hits.warnings[0].code == .parameterIgnored)
    }

    @Test("an index lists its attributes, also after a change")
    func description() throws {
        let fixture = try fixture()
        let indexes = fixture.directory.indexes
        var described = try indexes.describe(index: "test")
        #expect(described.recordCount == 150 && described.isComplete)
        #expect(described.attributes.map(\.name) == ["objectID", "price", "notes", "name", "odd"])
        #expect(described.attributes.map(\.kind) == [.text, .number, .text, .text, .mixed])
        let price = try #require(described["price"])
        #expect(!price.isFacet && price.isNumeric && price.isCountable && price.isComparable && !price.isSearchable)
        let name = try #require(described["name"])
        #expect(name.isSearchable && !name.isComparable && name.isCountable)
        #expect(described["brand"] == nil)
        let record = try Record.make("x", [("brand", .array(["A", "B"])), ("size", ["width": true])])
        try IndexWriter(directory: indexes, name: "test").add([record])
        described = try indexes.describe(index: "test")
        #expect(described["brand"]?.kind == .text && described["size.width"]?.kind == .truth)
        #expect(throws: SearchBusError.self) { try indexes.describe(index: "none") }
    }
}
