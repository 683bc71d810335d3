// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Testing
import Wire

@Suite struct FacetValuesTests {
    private func fixture() throws -> Fixture {
        let brands = ["Samsung", "Samsung", "Sony Samples", "Écosse", "Ecosse", "Apple", "Apple", "Apple", "100"]
        let records = try brands.enumerated().map { number, brand in
            try Record.make(
                "\(number)",
                [("brand", .string(brand)), ("price", JSON(number)), ("size", [.int(100), 7])]
            )
        }
        return try Fixture(
            records,
            settings: IndexSettings(
                searchableAttributes: ["brand"],
                attributesForFaceting: ["brand", "size"],
                numericAttributes: ["price"]
            )
        )
    }

    private func pairs(_ values: [FacetCount]) -> [String] {
        values.map { "\($0.value.label):\($0.count)" }
    }

    @Test("values are found by the beginnings of their words, the commonest first")
    func beginnings() throws {
        #expect(try pairs(fixture().values("brand", "sam")) == ["Samsung:2", "Sony Samples:1"])
        #expect(try pairs(fixture().values("brand", "SA so")) == ["Sony Samples:1"])
        #expect(try pairs(fixture().values("brand", "eco")) == ["Ecosse:1", "Écosse:1"])
        #expect(try fixture().values("brand", "amsung").isEmpty)
        #expect(try pairs(fixture().values("brand", "", limit: 2)) == ["Apple:3", "Samsung:2"])
        #expect(try pairs(fixture().values("size", "10")) == ["100:9"])
    }

    @Test("the matched parts are marked, and the spans together are the value")
    func highlighted() throws {
        let values = try fixture().values("brand", "sam")
        #expect(values[0].highlighted?.spans == [.init("Sam", isMatched: true), .init("sung", isMatched: false)])
        #expect(try fixture().values("brand", "").allSatisfy { $0.highlighted?.text == $0.value.string })
    }

    @Test("counts apply the other filters and not the attribute's own; selected values stay at count 0")
    func counts() throws {
        let filters = FilterState.of(
            (.and, "brand", [.facet("brand", "Apple")]),
            (.and, "price", [.range("price", 0...2)])
        )
        #expect(
            try pairs(fixture().values("brand", "", filters: filters)) == ["Samsung:2", "Sony Samples:1", "Apple:0"]
        )
        #expect(try pairs(fixture().values("brand", "ap", filters: filters)) == ["Apple:0"])
    }

    @Test func `Values with typing errors follow those without, the fewest errors first, and are marked`() throws {
        let fixture = try fixture()
        #expect(try pairs(fixture.values("brand", "samsnug")) == ["Samsung:2"])
        #expect(try pairs(fixture.values("brand", "samp")) == ["Sony Samples:1", "Samsung:2"])
        #expect(try pairs(fixture.values("brand", "samp", limit: 1)) == ["Sony Samples:1"])
        #expect(try fixture.values("brand", "smg").isEmpty)
        let marked = try fixture.values("brand", "samsnu").first?.highlighted?.spans ?? []
        #expect(marked.map(\.text) == ["Samsu", "ng"] || marked.map(\.text) == ["Samsun", "g"])
        #expect(marked.first?.isMatched == true && marked.last?.isMatched == false)
    }
}
