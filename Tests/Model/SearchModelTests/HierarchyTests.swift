// SPDX-License-Identifier: MIT

import SearchModel
import Testing

@Suite struct HierarchyTests {
    private let id = FilterGroup.ID(kind: .hierarchical, name: "categories")
    private let levels = ["l0", "l1", "l2"]

    private func level(_ number: Int, _ value: FacetValue) -> Filter { .facet("l\(number)", value) }

    @Test(arguments: [[], ["l0", "l1", "l2"]])
    func `a value of a level replaces that level and all below it`(_ levels: [String]) {
        var group = FilterGroup(id: id, attributes: levels)
        group.add(level(0, "A"))
        group.add(level(1, "A > 1"))
        group.add(level(2, "A > 1 > x"))
        group.add(level(1, "A > 2"))
        #expect(group.filters == [level(0, "A"), level(1, "A > 2")])
        group.removeAll { $0 == level(0, "A") }
        #expect(group.filters.isEmpty && group.attributes == levels)
    }

    @Test func `a path is in the order of its levels, and only valid paths are read`() {
        let filters = [level(1, "A > 1"), level(0, "A"), .range("p", 0...1), level(2, "x").negated]
        #expect(
            FilterGroup(id: id, filters: filters, attributes: levels).filters == [level(0, "A"), level(1, "A > 1")]
        )
        #expect(FilterGroup(id: .init(kind: .and, name: "a"), attributes: levels).attributes.isEmpty)
        var group = FilterGroup(id: id, filters: [level(0, "A")], attributes: levels)
        #expect(!group.add(.facet("other", 1)) && !group.canHold(.facet("other", 1)))
        group.setAttributes(["l1"])
        #expect(group.filters.isEmpty)
    }

    @Test func `a leaf without its path goes when a level above it is chosen`() {
        var group = FilterGroup(id: id, filters: [level(1, "A > 1")], attributes: levels)
        group.add(level(0, "B"))
        #expect(group.filters == [level(0, "B")])
    }

    @Test func `levels stay when everything is removed`() {
        var state = FilterState()
        state.setAttributes(levels, of: id)
        state.setPath([level(0, "A"), level(1, "A > 1")], in: id)
        #expect(state.count == 2 && !state.isEmpty)
        state.removeAll(attribute: "l1")
        #expect(state.filters(in: id) == [level(0, "A")])
        state.removeAll()
        #expect(state.isEmpty && state.groupsByType.isEmpty && state.group(id).attributes == levels)
        state.setAttributes([], of: id)
        #expect(state == FilterState())
    }

    @Test func `choosing a path again goes one level up`() {
        var state = FilterState()
        let path = [level(0, "A"), level(1, "A > 1")]
        state.togglePath(path, in: id)
        #expect(state.filters(in: id) == path)
        state.togglePath(path, in: id)
        #expect(state.filters(in: id) == [path[0]])
        state.togglePath([path[0]], in: id)
        #expect(state.isEmpty)
    }

    @Test func `the deepest value is what must hold`() {
        let state = FilterState(groups: [FilterGroup(id: id, filters: [level(0, "A"), level(1, "A > 1")])])
        #expect(state.groupsByType.map(\.filters) == [[level(1, "A > 1")]])
    }

    @Test(arguments: [("l0", 0), ("l1", 1), ("l2", 2), ("other", 2)])
    func `a level is counted under those above it`(_ attribute: String, _ kept: Int) {
        let path = [level(0, "A"), level(1, "A > 1")]
        for levels in [[], levels] {
            let state = FilterState(groups: [FilterGroup(id: id, filters: path, attributes: levels)])
            #expect(state.counting(attribute).filters(in: id) == Array(path.prefix(kept)))
            #expect(state.without(attribute).filters(in: id) == Array(path.prefix(kept)))
        }
        let leaf = FilterState(groups: [FilterGroup(id: id, filters: [path[1]], attributes: levels)])
        #expect(leaf.counting(attribute).filters(in: id).count == max(0, kept - 1))
    }

    @Test(
        arguments: [
            ("A > B", " > ", ["A", "A > B"]), ("A", " > ", ["A"]), ("", " > ", []),
            ("A > B > C > D", " > ", ["A", "A > B", "A > B > C"]),
            ("A/B", "/", ["A", "A/B"]), ("A > ", " > ", ["A", "A > "]), ("A > B", "/", ["A > B"]),
        ] as [(String, String, [String])]
    )
    func `a value contains the path to it`(_ value: String, _ separator: String, _ expected: [String]) {
        let filters = HierarchyPath(value, separator: separator).filters(on: levels)
        #expect(filters == zip(levels, expected).map { .facet($0, .text($1)) })
    }
}
