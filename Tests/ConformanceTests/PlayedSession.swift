// SPDX-License-Identifier: MIT

import AppModel
import Interactors
import SearchModel
import Wire

@testable import Backends
@testable import Components

/// One session of an app of one searcher, one filter state and perhaps a widget, as the state store has it.
struct PlayedSession {
    static let searcher = "products"
    static let filterState = "main"
    static let widget = "widget"

    /// What a turn changed.
    struct Turn {
        let filters: FilterState?
        let request: MemberRequest?
    }

    private let rules: StateStoreRules
    private var state: StateStoreFold.State
    /// How many turns ended with a change of the filters.
    private(set) var changes = 0
    /// The results of the removals of single filters, in order.
    private(set) var removals: [Bool] = []
    /// The searcher's request.
    private(set) var request: MemberRequest?

    /// A session whose filter state holds some filters when it begins.
    init(
        filters preloaded: [JSON],
        widget: WidgetConfiguration? = nil,
        index: String = "index",
        rule: SearchRule = .always
    ) throws {
        let hits = Searcher.Kind.hits(index: index, hitsPerPage: 20)
        let app = App(
            name: "case",
            searchers: [Searcher(name: Self.searcher, kind: hits, searchWhen: rule)],
            filterStates: [.init(name: Self.filterState, searchers: [Self.searcher])],
            widgets: widget.map { [App.Widget($0)] } ?? [],
            // The indexes that cases change to.
            indexes: ["index1", "index2", "index3"]
        )
        rules = try StateStoreFold(app).rules
        state = StateStoreFold.State(rules.base)
        if !preloaded.isEmpty { try replace(with: preloaded) }
        _ = try endTurn()
        changes = 0
    }

    /// The filters in force.
    var filters: FilterState { state.session.filters[Self.filterState] ?? FilterState() }

    /// The session's request, for a rule under test.
    var edit: SessionEdit { SessionEdit(state.session) }

    /// Carries out an intent in its wire form; returns whether it changed anything.
    @discardableResult
    mutating func send(_ intent: Intent, to addressee: String) throws -> Bool {
        guard let rule = rules.addressees[addressee] else { throw Missing("addressee \(addressee)") }
        return try state.carryOut(intent, by: rule, rules, correlationID: "") == .applied
    }

    @discardableResult
    mutating func send(_ intent: SearchIntent) throws -> Bool { try send(intent.intent, to: Self.searcher) }

    @discardableResult
    mutating func send(_ intent: FilterIntent) throws -> Bool { try send(intent.intent, to: Self.filterState) }

    /// Ends a turn: its changes are published once.
    mutating func endTurn() throws -> Turn {
        let filters = try state.changedFilters().last.map { try FilterState(json: try JSON(parsing: $0.data)) }
        let requests = try state.changedRequests(rules).map { try UnitRequest(json: try JSON(parsing: $0.data)) }
        if filters != nil { changes += 1 }
        let request = requests.last?.members[Self.searcher]
        self.request = request ?? self.request
        return Turn(filters: filters, request: request)
    }
}

// MARK: - Filters

extension PlayedSession {
    /// Carries out commands to the filter state.
    mutating func play(_ commands: [JSON]) throws {
        for command in commands { try play(command.requiredString("command"), command) }
    }

    /// Carries out a command to the filter state.
    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "add-filter", "add-filters":
            try send(.change(adding: filters(data), removing: [], in: group(data)))
        case "remove-filter", "remove-filters":
            let named = try data["group"].map { try FilterGroup.ID(json: $0) }
            removals.append(try send(.remove(filters(data), from: named)))
        case "toggle-filter": try send(.toggle(filters(data), in: group(data)))
        case "remove-all":
            try send(.clear(FilterScope(groups: try groups(data))))
        case "remove-all-except":
            try send(.clear(FilterScope(groups: try groups(data) ?? [], isExcept: true)))
        case "remove-attribute":
            let attribute = try data.requiredString("attribute")
            let named = try data["group"].map(FilterScope.Group.init(notation:))
            try send(.removeAttribute(attribute, type: named?.type, from: named?.id))
        case "set-hierarchical-attributes":
            try send(.setPath(nil, levels: data.strings("attributes"), in: group(data)))
        case "set-hierarchical-path":
            try send(.setPath(.filters(data.list("path").map(Filter.init(notation:))), levels: nil, in: group(data)))
        case "copy-from": try replace(with: data.list("filters"))
        case "notify": _ = try endTurn()
        case "batch":
            try play(try data.list("commands"))
            _ = try endTurn()
        default: throw Missing.command(command)
        }
    }

    /// Replaces the filters in force.
    private mutating func replace(with filters: [JSON]) throws {
        let groups = try filters.map { element in
            FilterGroup(
                id: try FilterGroup.ID(json: try element.required("group")),
                filters: [try Filter(notation: try element.required("filter"))]
            )
        }
        let json = JSON.object(JSONObject([(Self.filterState, FilterState(groups: groups).json)]))
        try send(Intent(type: "restore", data: ["state": ["filters": json]]), to: "session")
    }

    private func filters(_ data: JSON) throws -> [Filter] {
        try (data["filter"].map { [$0] } ?? data.list("filters")).map(Filter.init(notation:))
    }

    private func group(_ data: JSON) throws -> FilterGroup.ID {
        try FilterGroup.ID(json: try data.required("group"))
    }

    private func groups(_ data: JSON) throws -> [FilterScope.Group]? {
        if let group = data["group"] { return [try FilterScope.Group(notation: group)] }
        return try data["groups"].map { _ in try data.list("groups").map(FilterScope.Group.init(notation:)) }
    }

    /// An output that every component connected to a filter state has.
    func output(_ name: String, expected: JSON = .null) throws -> JSON {
        guard name != "change-events" else { return JSON(changes) }
        guard let output = filters.output(name, expected: expected) else { throw Missing.output(name) }
        return output
    }
}
