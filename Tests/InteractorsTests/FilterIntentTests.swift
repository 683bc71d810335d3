// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct FilterIntentTests {
    private let brand = FilterGroup.ID(kind: .or, name: "brand")
    private let size = FilterGroup.ID(kind: .and, name: "size")
    private let apple = Filter.facet("brand", "Apple")
    private let sony = Filter.facet("brand", "Sony")
    private let big = Filter.facet("size", "XL")

    private func session(_ groups: FilterGroup...) -> SessionEdit {
        SessionEdit(SessionState(filters: ["main": FilterState(groups: groups)]))
    }

    /// The filters after intents that travel as JSON, and which of them changed anything.
    private func carryOut(_ intents: FilterIntent...) throws -> (filters: FilterState, changes: [Bool]) {
        var session = session()
        let changes = try intents.map { intent in
            let before = session
            let travelled = Intent(type: intent.intent.type, data: try JSON(parsing: intent.intent.data.bytes))
            try FilterIntent(travelled).change(&session, of: "main")
            return session != before
        }
        return (try session.filters("main"), changes)
    }

    @Test func `toggling adds and removes`() throws {
        let (filters, changes) = try carryOut(
            .toggle(apple, in: brand),
            .toggle(sony, in: brand),
            .toggle(apple, in: brand)
        )
        #expect(filters.filters(in: brand) == [sony])
        #expect(changes == [true, true, true])
    }

    @Test func `setting replaces one attribute and leaves the others alone`() throws {
        let (filters, changes) = try carryOut(
            .change(adding: [apple, big], removing: [], in: brand),
            .set([sony], attribute: "brand", in: brand),
            .set([sony], attribute: "brand", in: brand)
        )
        #expect(filters.filters(in: brand) == [big, sony])
        #expect(changes == [true, true, false])
    }

    @Test func `a change adds and removes in one step`() throws {
        let (filters, changes) = try carryOut(
            .toggle(apple, in: brand),
            .change(adding: [sony, big], removing: [apple], in: brand),
            .change(adding: [sony], removing: [apple], in: brand)
        )
        #expect(filters.filters(in: brand) == [sony, big])
        #expect(changes == [true, true, false])
    }

    @Test func `removing what is not there changes nothing`() throws {
        let (filters, changes) = try carryOut(
            .toggle(apple, in: brand),
            .remove(sony, from: brand),
            .remove(apple, from: size),
            .remove(apple, from: brand)
        )
        #expect(filters.isEmpty)
        #expect(changes == [true, false, false, true])
    }

    @Test func `without a group a filter is removed from all`() throws {
        let (filters, changes) = try carryOut(
            .toggle(apple, in: brand),
            .change(adding: [apple, big], removing: [], in: size),
            .remove(apple, from: nil),
            .remove(apple, from: nil)
        )
        #expect(filters.groups == [FilterGroup(id: size, filters: [big])])
        #expect(changes == [true, true, true, false])
    }

    @Test(arguments: [
        (FilterScope.everything, 0), (FilterScope(groups: []), 3), (FilterScope(attributes: ["size"]), 2),
        (FilterScope(attributes: ["size"], isExcept: true), 1),
        (FilterScope(groups: [.init(kind: .or, name: "brand")]), 1),
        (FilterScope(groups: [.init(kind: .or, name: "brand")], isExcept: true), 2),
    ])
    func `clearing removes what is in the scope`(_ scope: FilterScope, _ left: Int) throws {
        let (filters, changes) = try carryOut(
            .change(adding: [apple, sony], removing: [], in: brand),
            .toggle(big, in: size),
            .clear(scope)
        )
        #expect(filters.count == left)
        #expect(changes.last == (left != 3))
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
        Intent(type: "remove-filter", data: ["group": "brand", "filter": ["type": "tag", "value": "x"]]),
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
    func `nonsense is refused and changes nothing`(_ intent: Intent) {
        var session = session(FilterGroup(id: brand, filters: [apple]))
        let before = session
        let error = #expect(throws: (any Error).self) { try FilterIntent(intent).change(&session, of: "main") }
        guard case .rejected(let told) = error.map(Outcome.init(rejectedFor:)) else {
            Issue.record("not rejected")
            return
        }
        #expect(told.code == .invalidIntent)
        #expect(session == before)
    }

    @Test func `a filter state that the app does not have is refused`() {
        var session = session()
        let error = #expect(throws: SearchBusError.self) {
            try FilterIntent.clear(.everything).change(&session, of: "other")
        }
        #expect(error?.code == .unknownAddressee)
    }

    @Test func `a filter state does not grow without end, and can always be made smaller`() throws {
        let many = (0...SessionLimits.filters).map { Filter.facet("n", .integer(Int64($0))) }
        let full = FilterState(groups: [FilterGroup(id: brand, filters: many)])
        var session = SessionEdit(SessionState(filters: ["main": full]))
        #expect(throws: SearchBusError.self) { try FilterIntent.toggle(apple, in: brand).change(&session, of: "main") }
        try FilterIntent.toggle(many[0], in: brand).change(&session, of: "main")
        #expect(throws: SearchBusError.self) { try FilterIntent.toggle(apple, in: brand).change(&session, of: "main") }
        try FilterIntent.toggle(many[1], in: brand).change(&session, of: "main")
        try FilterIntent.toggle(apple, in: brand).change(&session, of: "main")
        #expect(try session.filters("main").count == SessionLimits.filters)
        let tooMany = FilterIntent.change(adding: many, removing: [], in: size)
        #expect(throws: JSONError.self) { try tooMany.change(&session, of: "main") }
        let long = Filter.facet("n", .text(String(repeating: "é", count: SessionLimits.filterText / 2 + 1)))
        session = self.session()
        #expect(throws: SearchBusError.self) { try FilterIntent.toggle(long, in: brand).change(&session, of: "main") }
    }

    @Test func `requests travel unchanged`() throws {
        let intents: [FilterIntent] = [
            .toggle(apple, in: brand), .change(adding: [apple], removing: [sony], in: brand),
            .set([apple], attribute: "brand", in: brand), .remove(apple, from: brand), .remove(apple, from: nil),
            .clear(.everything), .clear(FilterScope(groups: [brand], attributes: ["a"], isExcept: true)),
        ]
        for intent in intents { #expect(try FilterIntent(intent.intent) == intent) }
    }
}
