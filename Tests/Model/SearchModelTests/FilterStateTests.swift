// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@Suite struct FilterStateTests {
    private let brand = FilterGroup.ID(kind: .or, name: "brand")
    private let apple = Filter.facet("brand", "Apple")
    private let sony = Filter.facet("brand", "Sony")
    private let big = Filter.facet("size", "XL")

    @Test func `groups come and go with their filters`() {
        var state = FilterState()
        #expect(state.isEmpty)
        let added = [state.add(apple, to: brand), state.add(apple, to: brand)]
        #expect(added == [true, false])
        #expect(state.contains(apple, in: brand))
        #expect(state.count == 1)
        let removed = [state.remove(sony, from: brand), state.remove(apple, from: brand)]
        #expect(removed == [false, true])
        #expect(state.isEmpty && state.groups.isEmpty)
    }

    @Test func `groups of one name and different kinds are different`() {
        var state = FilterState()
        for kind in FilterGroup.Kind.allCases { state.add(apple, to: FilterGroup.ID(kind: kind, name: "brand")) }
        #expect(state.groups.count == 4)
        state.removeGroups { $0.kind == .and }
        #expect(state.groups.map(\.id.kind) == [.or, .hierarchical, .optional])
    }

    @Test func `an optional group filters nothing, holds facet values only and is not part of the selection`() throws {
        let wish = FilterGroup.ID(kind: .optional, name: "wish")
        var state = FilterState(groups: [FilterGroup(id: wish, filters: [apple, .range("price", 1...2), .tag("new")])])
        let added = state.add(.comparison("price", .less, 3), to: wish)
        #expect(!added && state.filters(in: wish) == [apple, .tag("new")])
        #expect(state.groupsByType.isEmpty && state.selectedValues(of: "brand").isEmpty)
        #expect(state.counting("brand") == state && state.without("brand") == state)
        #expect(try FilterState(json: state.json) == state)
        #expect(throws: JSONError.self) { try wish.check([.range("price", 1...2)]) }
    }

    @Test func `toggling twice changes nothing`() {
        var state = FilterState()
        state.toggle(apple, in: brand)
        #expect(state.filters(in: brand) == [apple])
        state.toggle(apple, in: brand)
        #expect(state == FilterState())
    }

    @Test func `setting one attribute leaves the others alone and adds no others`() {
        var state = FilterState(groups: [FilterGroup(id: brand, filters: [apple, big, sony])])
        state.set([sony, .facet("color", "red")], attribute: "brand", in: brand)
        #expect(state.filters(in: brand) == [big, sony])
        #expect(state.filters(in: brand, attribute: "size") == [big])
        state.set([], attribute: "size", in: brand)
        state.set([], attribute: "brand", in: brand)
        #expect(state.isEmpty)
    }

    @Test func `an attribute is removed from every group`() {
        let size = FilterGroup.ID(kind: .and, name: "size")
        var state = FilterState(
            groups: [FilterGroup(id: brand, filters: [apple, big]), FilterGroup(id: size, filters: [big])]
        )
        state.removeAll(attribute: "size")
        #expect(state.groups == [FilterGroup(id: brand, filters: [apple])])
    }

    @Test func `a group holds each filter once, and empty groups do not count`() {
        let state = FilterState(groups: [FilterGroup(id: brand, filters: [apple, apple]), FilterGroup(id: brand)])
        #expect(state.groups.count == 1 && state.count == 1)
    }

    @Test func `a filter state travels unchanged`() throws {
        let state = FilterState(
            groups: [
                FilterGroup(id: brand, filters: [apple, big]),
                FilterGroup(id: .init(kind: .and, name: "h"), filters: [.range("p", 0...1), .tag("x")]),
                FilterGroup(
                    id: .init(kind: .hierarchical, name: "c"),
                    filters: [.facet("l0", "A")],
                    attributes: ["l0", "l1"]
                ),
            ]
        )
        #expect(try FilterState(json: JSON(parsing: state.json.bytes)) == state)
        #expect(try FilterState(json: [:]) == FilterState())
        for json: JSON in [
            ["groups": 1], ["groups": [["kind": "xor", "name": "a"]]], ["groups": [["kind": "or"]]],
            Self.path([["type": "numeric", "attribute": "p", "range": [0, 1]]]),
            Self.path([["type": "facet", "attribute": "a", "value": 1, "negated": true]]),
            Self.path([
                ["type": "facet", "attribute": "a", "value": 1], ["type": "facet", "attribute": "a", "value": 2],
            ]),
            Self.path([], attributes: [""]), Self.path([], attributes: .array((0..<33).map { .string("l\($0)") })),
        ] {
            #expect(throws: JSONError.self) { try FilterState(json: json) }
        }
    }

    private static func path(_ filters: JSON, attributes: JSON = []) -> JSON {
        ["groups": [["kind": "hierarchical", "name": "h", "filters": filters, "attributes": attributes]]]
    }

    @Test func `a state contains the filters of its groups, and a filter is its double negation`() {
        let state = FilterState(groups: [FilterGroup(id: .init(kind: .and, name: "c"), filters: [.facet("size", 4)])])
        #expect(state.contains(.facet("size", 4)) && !state.contains(.facet("size", 5)))
        #expect(Filter.facet("a", 1).negated == .facet("a", 1, isNegated: true))
        #expect(Filter.facet("a", 1).negated.negated == .facet("a", 1))
    }
}
