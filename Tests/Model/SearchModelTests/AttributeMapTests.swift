// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@Suite struct AttributeMapTests {
    private let map = AttributeMap(["brand": "studio", "price": nil])

    private func group(_ kind: FilterGroup.Kind, _ filters: [Filter], levels: [String] = []) -> FilterGroup {
        FilterGroup(id: .init(kind: kind, name: "g"), filters: filters, attributes: levels)
    }

    private func mapped(_ groups: FilterGroup..., by map: AttributeMap? = nil) -> [FilterGroup] {
        (map ?? self.map).mapped(FilterState(groups: groups)).groups
    }

    @Test func `filters keep all but the name of their attribute`() {
        let filter = Filter.facet("brand", "Acme", isNegated: true, score: 3)
        let group = group(.or, [filter, .facet("brand", "Globex"), .facet("color", "red")])
        let expected = Filter.facet("studio", "Acme", isNegated: true, score: 3)
        #expect(
            mapped(group) == [self.group(.or, [expected, .facet("studio", "Globex"), .facet("color", "red")])]
        )
    }

    @Test func `what an index knows nothing of is left out, with the group that it was all of`() {
        let price = Filter(attribute: "price", condition: .range(1...2))
        #expect(mapped(group(.and, [price])) == [])
        #expect(mapped(group(.and, [price, .facet("brand", "A")])) == [group(.and, [.facet("studio", "A")])])
        let dated = Filter(attribute: "price", condition: .comparison(.less, 3))
        #expect(mapped(group(.optional, [dated])) == [])
    }

    @Test func `a path ends above a level that is left out`() {
        let levels = ["brand", "price", "model"]
        let path = group(.hierarchical, levels.map { .facet($0, "x") }, levels: levels)
        #expect(mapped(path) == [group(.hierarchical, [.facet("studio", "x")], levels: ["studio"])])
    }

    @Test func `two attributes that an index calls the same are one there`() {
        let both = group(.or, [.facet("brand", "A"), .facet("maker", "A"), .facet("maker", "B")])
        let map = AttributeMap(["brand": "studio", "maker": "studio"])
        #expect(mapped(both, by: map) == [group(.or, [.facet("studio", "A"), .facet("studio", "B")])])
    }

    @Test func `a map of nothing changes nothing, and a map is the same after a way as JSON`() throws {
        let filters = FilterState(groups: [group(.or, [.facet("brand", "A")])])
        #expect(AttributeMap().mapped(filters) == filters && AttributeMap().isEmpty)
        #expect(map.json == ["brand": "studio", "price": .null])
        #expect(try AttributeMap(json: map.json) == map)
        for wrong: JSON in [["brand": 7], "brand", ["brand"]] {
            #expect(throws: JSONError.self) { try AttributeMap(json: wrong) }
        }
    }
}
