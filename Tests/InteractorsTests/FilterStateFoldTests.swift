// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct FilterStateFoldTests {
    private let brand = FilterGroup.ID(kind: .or, name: "brand")
    private let apple = Filter.facet("brand", "Apple")
    private let sony = Filter.facet("brand", "Sony")
    private let big = Filter.facet("size", "XL")

    private func fold(_ intents: FilterIntent...) -> (FilterState, [Outcome]) {
        var state = FilterState()
        let outcomes = intents.map { FilterStateFold.fold(&state, $0.intent) }
        return (state, outcomes)
    }

    @Test func `toggling adds and removes`() {
        let (state, outcomes) = fold(.toggle(apple, in: brand), .toggle(sony, in: brand), .toggle(apple, in: brand))
        #expect(state.filters(in: brand) == [sony])
        #expect(outcomes == [.applied, .applied, .applied])
    }

    @Test func `setting replaces one attribute and leaves the others alone`() {
        let (state, outcomes) = fold(
            .change(adding: [apple, big], removing: [], in: brand),
            .set([sony], attribute: "brand", in: brand),
            .set([sony], attribute: "brand", in: brand)
        )
        #expect(state.filters(in: brand) == [big, sony])
        #expect(outcomes == [.applied, .applied, .unchanged])
    }

    @Test func `a change adds and removes in one step`() {
        let (state, outcomes) = fold(
            .toggle(apple, in: brand),
            .change(adding: [sony, big], removing: [apple], in: brand),
            .change(adding: [sony], removing: [apple], in: brand)
        )
        #expect(state.filters(in: brand) == [sony, big])
        #expect(outcomes.last == .unchanged)
    }

    @Test func `removing what is not there changes nothing`() {
        let (state, outcomes) = fold(.toggle(apple, in: brand), .remove(sony, from: brand), .remove(apple, from: brand))
        #expect(state.isEmpty)
        #expect(outcomes == [.applied, .unchanged, .applied])
    }

    @Test(arguments: [
        (FilterScope.everything, 0), (FilterScope(groups: []), 3), (FilterScope(attributes: ["size"]), 2),
        (FilterScope(attributes: ["size"], isExcept: true), 1),
        (FilterScope(groups: [.init(kind: .or, name: "brand")]), 1),
        (FilterScope(groups: [.init(kind: .or, name: "brand")], isExcept: true), 2),
    ])
    func `clearing removes what is in the scope`(_ scope: FilterScope, _ left: Int) {
        let size = FilterGroup.ID(kind: .and, name: "size")
        let (state, outcomes) = fold(
            .change(adding: [apple, sony], removing: [], in: brand),
            .toggle(big, in: size),
            .clear(scope)
        )
        #expect(state.count == left)
        #expect(outcomes.last == (left == 3 ? .unchanged : .applied))
    }

    @Test(arguments: [
        Intent(type: "toggle-filter"),
        Intent(type: "toggle-filter", data: ["group": "brand", "filter": ["type": "tag", "value": "x"]]),
        Intent(type: "toggle-filter", data: ["group": ["kind": "or", "name": "x"], "filter": ["type": "tag"]]),
        Intent(
            type: "toggle-filter",
            data: [
                "group": ["kind": "hierarchical", "name": "x"],
                "filter": ["type": "numeric", "attribute": "a", "range": [0, 1]],
            ]
        ),
        Intent(type: "set-filters", data: ["group": ["kind": "or", "name": "x"], "attribute": "a", "filters": 7]),
        Intent(
            type: "set-filters",
            data: [
                "group": ["kind": "or", "name": "x"], "attribute": "a",
                "filters": [["type": "facet", "attribute": "b", "value": 1]],
            ]
        ),
        Intent(type: "change-filters", data: ["group": ["kind": "xor", "name": "x"]]),
        Intent(type: "clear", data: ["groups": "all"]),
        Intent(type: "clear", data: ["attributes": ["brand"], "except": "yes"]),
        Intent(type: "explode"),
        Intent(type: "toggle-filter", data: .null),
    ])
    func `nonsense is rejected and changes nothing`(_ intent: Intent) throws {
        var state = FilterState(groups: [FilterGroup(id: brand, filters: [apple])])
        let before = state
        guard case .rejected(let error) = FilterStateFold.fold(&state, intent) else {
            Issue.record("not rejected")
            return
        }
        #expect(error.code == .invalidIntent)
        #expect(state == before)
    }

    @Test func `a filter state does not grow without end`() {
        let many = (0...FilterStateFold.maximumCount).map { Filter.facet("n", JSON($0)) }
        let (state, outcomes) = fold(
            .change(adding: many, removing: [], in: brand),
            .change(adding: [], removing: many, in: brand),
            .change(adding: Array(many.dropLast()), removing: [], in: brand),
            .toggle(apple, in: brand),
            .toggle(many[0], in: brand)
        )
        #expect(state.count == FilterStateFold.maximumCount - 1)
        for (outcome, isRejected) in zip(outcomes, [true, true, false, true, false]) {
            guard case .rejected = outcome else {
                #expect(!isRejected)
                continue
            }
            #expect(isRejected)
        }
    }

    @Test func `initial filters make the first state`() {
        let state = FilterStateFold.initialState([
            InitialFilter(group: brand, filter: apple), InitialFilter(group: brand, filter: apple),
        ])
        #expect(state.filters(in: brand) == [apple])
    }

    @Test func `intents travel unchanged`() throws {
        let intents: [FilterIntent] = [
            .toggle(apple, in: brand), .change(adding: [apple], removing: [sony], in: brand),
            .set([apple], attribute: "brand", in: brand), .remove(apple, from: brand), .clear(.everything),
            .clear(FilterScope(groups: [brand], attributes: ["a"], isExcept: true)),
        ]
        for intent in intents { #expect(try FilterIntent(intent.intent) == intent) }
        for intent in [SearchIntent.setQuery("q"), .loadPage(2, of: 7), .search] {
            #expect(try SearchIntent(intent.intent) == intent)
        }
        #expect(throws: JSONError.self) { try SearchIntent(Intent(type: "load-page", data: ["page": -1])) }
        #expect(throws: JSONError.self) { try SearchIntent(Intent(type: "jump")) }
    }
}
