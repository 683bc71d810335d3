// SPDX-License-Identifier: MIT

import AppModel
import Interactors
import SearchModel
import Wire

/// What the state store knows of the app: whom intents may be addressed to, what they mean there, and what each searcher is asked.
struct StateStoreRules: Sendable {
    enum Rule: Sendable {
        /// The whole session: undo, redo, restore, reset.
        case session
        case filterState(String)
        /// One searcher, or the members of a `multi` searcher.
        case searchers([String])
        case widget(any Interactor)

        /// Whether the state store carries the intent out; a widget's own are not its business.
        func carriesOut(_ intent: Intent) -> Bool {
            guard case .widget(let widget) = self else { return true }
            return !widget.ownIntents.contains(intent.type)
        }
    }

    /// A searcher with a process of its own, and whom it searches for.
    struct Unit: Sendable {
        let name: String
        let members: [Member]

        /// Whether a member's index has other names for attributes, which may be longer.
        var renames: Bool { members.contains { !$0.attributes.isEmpty } }
    }

    /// A searcher that answers on a topic of its own.
    struct Member: Sendable {
        let name: String
        let index: String
        let searchWhen: SearchRule
        let filterState: String?
        /// What its index calls the attributes of that filter state.
        let attributes: AttributeMap
        /// What clients may ask of it.
        let reach: SearcherReach

        /// The filters that it receives, of those of a session.
        func filters(of session: SessionState) -> FilterState {
            guard let filterState, let filters = session.filters[filterState] else { return FilterState() }
            return attributes.mapped(filters)
        }
    }

    let addressees: [String: Rule]
    let units: [Unit]
    let base: SessionState
    let links: PermalinkScheme

    init(_ app: App) throws {
        var addressees: [String: Rule] = [StateStoreFold.sessionName: .session]
        for state in app.filterStates { addressees[state.name] = .filterState(state.name) }
        for searcher in app.searchers { addressees[searcher.name] = .searchers(app.members(of: searcher).map(\.name)) }
        for widget in app.widgets {
            if let interactor = try widget.interactor() { addressees[widget.name] = .widget(interactor) }
        }
        self.addressees = addressees
        units = app.searcherUnits.map { unit in
            Unit(
                name: unit.name,
                members: app.members(of: unit).map { member in
                    Member(
                        name: member.name,
                        index: member.index ?? "",
                        searchWhen: member.searchWhen,
                        filterState: app.filterStates(of: member.name).first,
                        attributes: app.attributeMap(of: member.name),
                        reach: app.reach(of: member.name)
                    )
                }
            )
        }
        base = app.initialSession
        links = try app.permalinkScheme
    }

    /// How many bytes a request may take, with room for what goes around it in an event.
    private static let requestLimit = 900_000
    /// Units of no more members than this have requests within the limit, whatever they ask for.
    private static let fewMembers = 8

    /// Checks that what a session is about to ask for fits into events.
    ///
    /// - Throws: `SearchBusError` with `too-large`, unless what it asks for now takes as much.
    func checkRequests(
        of state: SessionState,
        insteadOf other: SessionState,
        under keyFilters: FilterState
    ) throws {
        guard state != other else { return }
        let filterSize = keyFilters.isEmpty ? 0 : keyFilters.json.bytes.count
        for unit in units where unit.members.count > Self.fewMembers || unit.renames {
            let added = filterSize * unit.members.count
            let size = size(of: unit, state) + added
            guard size > Self.requestLimit, size > self.size(of: unit, other) + added else { continue }
            throw SearchBusError(
                .tooLarge,
                "A request of `\(unit.name)` would have \(size) bytes; at most \(Self.requestLimit) are allowed.",
                remedy: "Remove some filters first."
            )
        }
    }

    /// Checks that a session is about to search only indexes that the app names.
    ///
    /// - Throws: `SearchBusError` with `unknown-index` for another index, unless the session searches it now.
    func checkIndexes(of state: SessionState, insteadOf other: SessionState) throws {
        for member in members {
            guard let index = state.searchers[member.name]?.index, index != other.searchers[member.name]?.index else {
                continue
            }
            try member.reach.check(index: index, of: member.name)
        }
    }

    /// Checks that a session is about to count only what clients may have counted.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument` for another attribute.
    func check(_ needs: [String: SearchNeeds]) throws {
        for member in members {
            guard let needs = needs[member.name] else { continue }
            try member.reach.check(counted: needs.stats.union(needs.facets.map(\.attribute)), of: member.name)
        }
    }

    private func size(of unit: Unit, _ state: SessionState) -> Int {
        let filters = state.filters.mapValues { $0.json.bytes.count }
        return unit.members.reduce(0) { size, member in
            let asked = state.searchers[member.name] ?? SearcherState()
            let text = JSON.string(asked.query).bytes.count + JSON.object(asked.parameters).bytes.count
            let plain = member.filterState.flatMap { filters[$0] } ?? 0
            return size + text + (member.attributes.isEmpty ? plain : member.filters(of: state).json.bytes.count) + 512
        }
    }

    var members: [Member] { units.flatMap(\.members) }

    func member(_ name: String) -> Member? { members.first { $0.name == name } }
}
