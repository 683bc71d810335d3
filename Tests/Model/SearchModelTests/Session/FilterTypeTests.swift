// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@Suite struct FilterTypeTests {
    private let group = FilterGroup.ID(kind: .or, name: "price")
    private let ten = Filter.facet("price", 10)
    private let range = Filter.range("price", 0...5)
    private let above = Filter.comparison("price", .greater, 3)
    private let sale = Filter.tag("sale")

    @Test func `a filter has a type`() {
        #expect([ten, range, above, sale].map(\.type) == [.facet, .numeric, .numeric, .tag])
        #expect(Filter.facet("_tags", 1).type == .facet && Filter.facet("_tags", "a").type == .tag)
        for filter in [ten, range, above, sale] { #expect(filter.json["type"] == .string(filter.type.rawValue)) }
    }

    @Test func `setting one type leaves the others on the attribute alone`() {
        var state = FilterState(groups: [FilterGroup(id: group, filters: [ten, range, .facet("size", 10)])])
        state.set([above, ten, sale], attribute: "price", type: .numeric, in: group)
        #expect(state.filters(in: group) == [ten, .facet("size", 10), above])
        state.set([], attribute: "price", type: .facet, in: group)
        #expect(state.filters(in: group, attribute: "price") == [above])
        #expect(state.filters(in: group, attribute: "price", type: .facet) == [])
        state.set([ten], attribute: "price", in: group)
        #expect(state.filters(in: group) == [.facet("size", 10), ten])
    }

    @Test func `an or-group stands for one group for each type`() {
        let mixed = FilterGroup(id: group, filters: [sale, ten, range, .facet("size", 10), above])
        #expect(mixed.byType.map(\.filters) == [[ten, .facet("size", 10)], [range, above], [sale]])
        let same = FilterGroup(id: group, filters: [ten, .facet("price", 20)])
        #expect(same.byType == [same])
        let and = FilterGroup(id: .init(kind: .and, name: "a"), filters: [sale, ten])
        #expect(and.byType == [and] && FilterGroup(id: group).byType.isEmpty)
        #expect(FilterState(groups: [and, mixed]).groupsByType.count == 4)
    }

    @Test func `values are counted under the comparisons on their own attribute`() {
        let state = FilterState(groups: [FilterGroup(id: group, filters: [ten, range, .facet("size", 10)])])
        #expect(state.counting("price").filters(in: group) == [range, .facet("size", 10)])
        #expect(state.without("price").filters(in: group) == [.facet("size", 10)])
    }

    @Test func `groups with one id are one`() throws {
        let groups = [FilterGroup(id: group, filters: [ten]), FilterGroup(id: group, filters: [ten, range])]
        let state = FilterState(groups: groups)
        #expect(state.groups == [FilterGroup(id: group, filters: [ten, range])])
        #expect(try FilterState(json: ["groups": .array(groups.map(\.json))]) == state)
    }
}
