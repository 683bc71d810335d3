// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Testing
import Wire

/// Filters on texts that match in any letter case, if a request wants that.
@Suite struct FilterCaseTests {
    /// Two segments, so that each has spellings of its own.
    private func fixture() throws -> Fixture {
        let brands = ["Apple", "APPLE", "apple", "Äpfel", "Apfel", "ΟΔΟΣ", "Straße", "12A", "Cafe\u{301}"]
        let records = try brands.enumerated().map { number, brand in
            let members = [("brand", JSON.string(brand)), ("_tags", [.string(brand)]), ("size", JSON(number))]
            return try Record.make(brand, members)
        }
        let settings = IndexSettings(attributesForFaceting: ["brand"], numericAttributes: ["size"])
        let fixture = try Fixture(Array(records.prefix(4)), settings: settings)
        try IndexWriter(directory: fixture.directory.indexes, name: "test").add(Array(records.dropFirst(4)))
        return fixture
    }

    private func found(_ filter: Filter, ignoresCase: Bool = true) throws -> Set<String> {
        let filters = FilterState.of((.and, "a", [filter]))
        let request = SearchRequest(index: "test", baseFilters: filters, ignoresCase: ignoresCase)
        return try Set(fixture().hits(request).hits.map(\.objectID))
    }

    @Test func `A filter finds every spelling where the request ignores case, and its own where it does not`() throws {
        #expect(try found(.facet("brand", "aPPle")) == ["Apple", "APPLE", "apple"])
        #expect(try found(.facet("brand", "aPPle"), ignoresCase: false).isEmpty)
        #expect(try found(.facet("brand", "apple"), ignoresCase: false) == ["apple"])
        #expect(try found(.facet("brand", "APPLE", isNegated: true)).isDisjoint(with: ["Apple", "APPLE", "apple"]))
        #expect(try found(.facet("brand", "none")).isEmpty)
        #expect(try found(.facet("brand", "12a")) == ["12A"])
        #expect(try found(.facet("brand", 12)).isEmpty)
    }

    @Test func `Accents stay, and letters with several lower cases are one`() throws {
        #expect(try found(.facet("brand", "äPFEL")) == ["Äpfel"])
        #expect(try found(.facet("brand", "APFEL")) == ["Apfel"])
        #expect(try found(.facet("brand", "οδος")) == ["ΟΔΟΣ"])
        #expect(try found(.facet("brand", "STRAẞE")) == ["Straße"])
        #expect(try found(.facet("brand", "CAFÉ")) == ["Cafe\u{301}"])
    }

    @Test func `Tags and identifiers are exact`() throws {
        #expect(try found(.tag("apple")) == ["apple"])
        #expect(try found(.facet("objectID", "apple")) == ["apple"])
        #expect(try found(.facet("objectID", "aPPLE")).isEmpty)
    }

    @Test func `Values that are searched are counted among the records of every spelling`() throws {
        let request = SearchRequest(
            index: "test",
            kind: .facetValues(attribute: "size", limit: 10),
            baseFilters: .of((.and, "a", [.facet("brand", "apple")])),
            ignoresCase: true
        )
        let fixture = try fixture()
        let content = try fixture.reader.search([request])[0].content
        guard case .facetValues(_, let values) = content else { throw JSONError("\(content)") }
        #expect(values.map(\.value) == [0, 1, 2])
    }

    @Test func `Records of every spelling are deleted where the deletion ignores case`() throws {
        let fixture = try fixture()
        let filters = FilterState.of((.and, "a", [.facet("brand", "aPPLE")]))
        #expect(try fixture.directory.indexes.count(of: "test", matching: filters) == 0)
        #expect(try fixture.directory.indexes.count(of: "test", matching: filters, ignoresCase: true) == 3)
        let writer = try IndexWriter(directory: fixture.directory.indexes, name: "test")
        #expect(try writer.delete(matching: filters).count == 0)
        #expect(try writer.delete(matching: filters, ignoresCase: true).count == 3)
    }
}
