// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Wire

/// A filter state that is told what the commands of the cases say.
struct PlayedFilters {
    /// What it holds.
    private(set) var state: FilterState
    /// What became of the removals of single filters, in order.
    private(set) var removals: [Bool] = []
    /// How many turns ended with a change.
    private(set) var changes = 0
    /// What everybody was told last.
    private var told: FilterState

    /// A filter state that a session starts with.
    init(preloaded: [JSON]) throws {
        state = try Self.initialState(preloaded)
        told = state
    }

    private static func initialState(_ preloaded: [JSON]) throws -> FilterState {
        FilterStateFold.initialState(
            try preloaded.map { element in
                InitialFilter(
                    group: try FilterGroup.ID(json: try element.required("group")),
                    filter: try Filter(notation: try element.required("filter"))
                )
            }
        )
    }

    /// Carries one request out as it travels; answers whether it changed anything.
    @discardableResult
    mutating func send(_ intent: Intent) throws -> Bool {
        switch FilterStateFold.fold(&state, intent) {
        case .applied: return true
        case .unchanged: return false
        case .rejected(let error): throw Missing("rejected: \(error.message)")
        }
    }

    /// Ends a turn: what changed is told once.
    mutating func endTurn() {
        if state != told { changes += 1 }
        told = state
    }

    /// Carries out what a widget asks for, in a turn of its own.
    mutating func take(_ intents: [Intent]) throws {
        for intent in intents { try send(intent) }
        endTurn()
    }

    /// Carries out commands in one turn.
    mutating func play(_ commands: [JSON]) throws {
        for command in commands { try play(command.requiredString("command"), command) }
        endTurn()
    }

    /// Carries out a command of the cases.
    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "add-filter", "add-filters":
            try send(.change(adding: filters(data), removing: [], in: group(data)))
        case "remove-filter", "remove-filters":
            removals.append(try remove(filters(data), data))
        case "toggle-filter":
            for filter in try filters(data) { try send(.toggle(filter, in: group(data))) }
        case "remove-all":
            try send(.clear(FilterScope(groups: try groups(data))))
        case "remove-all-except":
            try send(.clear(FilterScope(groups: try groups(data) ?? [], isExcept: true)))
        case "remove-attribute":
            let attribute = try data.requiredString("attribute")
            if data["group"] == nil {
                try send(.clear(FilterScope(attributes: [attribute])))
            } else {
                try send(.set([], attribute: attribute, in: group(data)))
            }
        case "copy-from":
            state = try Self.initialState(try data.list("filters"))
            told = state
        case "notify": endTurn()
        case "batch": try play(try data.list("commands"))
        default: throw Missing.command(command)
        }
    }

    @discardableResult
    private mutating func send(_ intent: FilterIntent) throws -> Bool { try send(intent.intent) }

    private mutating func remove(_ filters: [Filter], _ data: JSON) throws -> Bool {
        let groups = try data["group"] == nil ? state.groups.map(\.id) : [group(data)]
        return try groups.map { try send(.change(adding: [], removing: filters, in: $0)) }.contains(true)
    }

    private func filters(_ data: JSON) throws -> [Filter] {
        try (data["filter"].map { [$0] } ?? data.list("filters")).map(Filter.init(notation:))
    }

    private func group(_ data: JSON) throws -> FilterGroup.ID {
        try FilterGroup.ID(json: try data.required("group"))
    }

    private func groups(_ data: JSON) throws -> [FilterGroup.ID]? {
        if data["group"] != nil { return [try group(data)] }
        return try data["groups"].map { _ in try data.list("groups").map(FilterGroup.ID.init(json:)) }
    }

    /// An output that every component connected to a filter state has.
    func output(_ name: String) throws -> JSON {
        switch name {
        case "filter-string": state.sortedAsInCases.notation
        case "is-empty": .bool(state.isEmpty)
        case "change-events": JSON(changes)
        default: throw Missing.output(name)
        }
    }
}
