// SPDX-License-Identifier: MIT

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
    private let path = FilterGroup.ID(kind: .hierarchical, name: "categories")

    private func level(_ value: FacetValue, _ number: Int = 0) -> Filter { .facet("lvl\(number)", value) }

    private func session(_ groups: FilterGroup...) -> SessionEdit {
        SessionEdit(SessionState(filters: ["main": FilterState(groups: groups)]))
    }

    /// The filters after intents in JSON, and which of them changed anything.
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
        (FilterScope(groups: [.init(.init(kind: .or, name: "brand"))]), 1),
        (FilterScope(groups: [.init(.init(kind: .or, name: "brand"))], isExcept: true), 2),
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
        Intent(type: "set-path", data: ["group": ["kind": "or", "name": "x"], "path": []]),
        Intent(type: "set-path", data: ["group": ["kind": "hierarchical", "name": "x"]]),
        Intent(type: "set-path", data: ["group": ["kind": "hierarchical", "name": "x"], "attributes": [""]]),
        Intent(type: "set-path", data: ["group": ["kind": "hierarchical", "name": "x"], "value": "a > b"]),
        Intent(
            type: "toggle-path",
            data: [
                "group": ["kind": "hierarchical", "name": "x"],
                "path": [["type": "tag", "value": "a", "negated": true]],
            ]
        ),
        Intent(
            type: "toggle-path",
            data: ["group": ["kind": "hierarchical", "name": "x"], "value": "a", "separator": ""]
        ),
        Intent(type: "set-groups"),
        Intent(type: "set-groups", data: ["groups": [["kind": "or", "name": "x", "attributes": ["a"]]]]),
        Intent(type: "remove-attribute", data: ["type": "facet"]),
        Intent(type: "remove-attribute", data: ["attribute": "a", "type": "odd"]),
        Intent(type: "add-filters", data: ["filters": []]),
        Intent(type: "toggle-filter", data: .null),
    ])
    func `an invalid intent is refused and changes nothing`(_ intent: Intent) {
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

    @Test func `many are added, turned around and removed in one step`() throws {
        let (filters, changes) = try carryOut(
            .change(adding: [apple, sony], removing: [], in: brand),
            .toggle([apple, big], in: brand),
            .remove([sony, apple], from: brand),
            .remove([sony, apple], from: nil)
        )
        #expect(filters.filters(in: brand) == [big])
        #expect(changes == [true, true, true, false])
    }

    @Test func `an attribute goes from one group or from all, of one type or of every type`() throws {
        let above = Filter.comparison("size", .greater, 3)
        let all: [FilterIntent] = [
            .change(adding: [apple, big, above], removing: [], in: brand),
            .change(adding: [big], removing: [], in: size),
        ]
        for (intent, left) in [
            (FilterIntent.removeAttribute("size", type: .facet, from: brand), [[apple, above], [big]]),
            (.removeAttribute("size", type: nil, from: brand), [[apple], [big]]),
            (.removeAttribute("size", type: .facet, from: nil), [[apple, above]]),
            (.removeAttribute("size", type: nil, from: nil), [[apple]]),
            (.clear(FilterScope(groups: [.init(brand, type: .numeric)])), [[apple, big], [big]]),
            (.replace(FilterState(groups: [FilterGroup(id: size, filters: [sony])])), [[sony]]),
        ] {
            #expect(try carryOut(all[0], all[1], intent).filters.groups.map(\.filters) == left)
        }
    }

    @Test func `a level of a hierarchy is opened, and closed again`() throws {
        let (filters, changes) = try carryOut(
            .setPath(nil, levels: ["lvl0", "lvl1", "lvl2"], in: path),
            .togglePath(.value(HierarchyPath("a > b > c > d")), in: path),
            .togglePath(.value(HierarchyPath("a > b > c")), in: path),
            .togglePath(.filters([level("a"), level("a > b", 1)]), in: path)
        )
        #expect(filters.filters(in: path) == [level("a")])
        #expect(filters.group(path).attributes == ["lvl0", "lvl1", "lvl2"])
        #expect(changes == [true, true, true, true])
        #expect(throws: JSONError.self) {
            try carryOut(.setPath(nil, levels: ["lvl0"], in: path), .toggle(level("a", 1), in: path))
        }
        let cleared = try carryOut(
            .setPath(.filters([level("a"), level("a > b", 1)]), levels: ["lvl0", "lvl1"], in: path),
            .clear(.everything)
        )
        #expect(cleared.filters.isEmpty && cleared.filters.group(path).attributes == ["lvl0", "lvl1"])
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
            .toggle([apple, sony], in: brand), .remove([apple, sony], from: brand), .remove([], from: nil),
            .removeAttribute("brand", type: .facet, from: brand), .removeAttribute("brand", type: nil, from: nil),
            .replace(FilterState(groups: [FilterGroup(id: brand, filters: [apple])])), .replace(FilterState()),
            .setPath(.filters([level("a")]), levels: ["lvl0"], in: path), .setPath(nil, levels: [], in: path),
            .setPath(.value(HierarchyPath("a/b", separator: "/")), levels: nil, in: path),
            .togglePath(.value(HierarchyPath("a > b")), in: path), .togglePath(.filters([]), in: path),
            .clear(FilterScope(groups: [.init(brand, type: .tag)])),
            .clear(.everything), .clear(FilterScope(groups: [.init(brand)], attributes: ["a"], isExcept: true)),
        ]
        for intent in intents { #expect(try FilterIntent(intent.intent) == intent) }
    }
}
