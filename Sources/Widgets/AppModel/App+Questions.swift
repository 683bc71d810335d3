// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Wire

extension App {
    public func searcher(_ name: String) -> Searcher? { searchers.first { $0.name == name } }

    public func widget(_ name: String) -> Widget? { widgets.first { $0.name == name } }

    public func backend(_ name: String) -> BackendConfiguration? { backends.first { $0.name == name } }

    /// The searchers that have a process: `multi` searchers, and those that are not a member of one.
    public var searcherUnits: [Searcher] {
        let members = Set(searchers.flatMap(\.members))
        return searchers.filter { !members.contains($0.name) }
    }

    /// The searcher whose process searches for the one named: itself, or the `multi` searcher that it is a member of.
    public func unit(of name: String) -> Searcher? {
        searchers.first { $0.members.contains(name) } ?? searcher(name)
    }

    /// The searchers that a unit answers for: itself, or its members.
    public func members(of unit: Searcher) -> [Searcher] {
        unit.isMulti ? unit.members.compactMap(searcher) : [unit]
    }

    /// What a searcher is to count: what its widgets need, and what the app file adds.
    public func needs(of searcherName: String) -> SearchNeeds {
        var needs = searcher(searcherName)?.extraNeeds ?? SearchNeeds()
        for widget in widgets where widget.configuration.searcher == searcherName {
            // A widget that the check of the app file let pass can be made.
            if let interactor = try? widget.interactor() {
                needs.formUnion(interactor.needs.named(by: widget.configuration.attributeMap(of: searcherName)))
            }
        }
        return needs
    }

    /// The attributes whose values a searcher counts, how many and from which end, in alphabetical order.
    public func facets(for searcherName: String) -> [FacetNeed] {
        needs(of: searcherName).facets.sorted()
    }

    public func stats(for searcherName: String) -> [String] { needs(of: searcherName).stats.sorted() }

    /// What clients may ask of a searcher: its index, those that its widgets let people choose, and those of the app file;
    /// counts of what its results hold, and of what the app has counted.
    public func reach(of searcherName: String) -> SearcherReach {
        let searcher = searcher(searcherName)
        let chosen = widgets.filter { $0.configuration.searcher == searcherName }.flatMap { widget in
            (try? widget.interactor())??.indexes ?? []
        }
        let needs = needs(of: searcherName)
        return SearcherReach(
            indexes: Set([searcher?.index].compactMap(\.self) + chosen + indexes),
            counted: searcher?.attributesToRetrieve.map { needs.stats.union(needs.facets.map(\.attribute)).union($0) }
        )
    }

    /// The filter states that narrow a searcher: those that name it or the `multi` searcher that it is a member of.
    public func filterStates(of searcherName: String) -> [String] {
        let names = [searcherName, unit(of: searcherName)?.name]
        return filterStates.filter { state in state.searchers.contains { names.contains($0) } }.map(\.name)
    }

    /// What a searcher's index calls the attributes of the filters that reach it.
    public func attributeMap(of searcherName: String) -> AttributeMap {
        let state = filterStates(of: searcherName).first
        return filterStates.first { $0.name == state }?.attributes[searcherName] ?? AttributeMap()
    }

    /// What a session starts with: the initial selections and parameters of the widgets, and nothing else.
    public var initialSession: SessionState {
        let filters = filterStates.map { ($0.name, initialFilterState($0.name)) }
        let searchers = searchers.filter { !$0.isMulti }.map { ($0.name, SearcherState()) }
        var session = SessionEdit(
            SessionState(
                filters: Dictionary(filters, uniquingKeysWith: { first, _ in first }),
                searchers: Dictionary(searchers, uniquingKeysWith: { first, _ in first })
            )
        )
        for widget in widgets { (try? widget.interactor())??.prepare(&session) }
        return session.state
    }

    /// What links say of a session: the names of filters of refining widgets, and whose text `q` is.
    public var permalinkScheme: PermalinkScheme {
        get throws {
            let shown = Set(widgets.flatMap(\.configuration.searcherMembers) + searchers.flatMap(\.members))
            let values = Set(widgets.compactMap { $0.configuration.parameters["valuesSearcher"]?.string })
            return PermalinkScheme(
                keys: try widgets.flatMap { try $0.interactor()?.permalinkKeys ?? [] },
                base: initialSession,
                valueSearchers: values.subtracting(shown)
            )
        }
    }

    private func initialFilterState(_ name: String) -> FilterState {
        var state = FilterState()
        for widget in widgets where widget.configuration.filterState == name {
            for initial in (try? widget.interactor()?.initialFilters) ?? [] {
                state.add(initial.filter, to: initial.group)
            }
        }
        return state
    }
}

extension App {
    /// The names that no searcher, filter state or widget can have: parts of every app have them.
    public static let reservedNames: Set<String> = Set(
        ["session", "filters"] + [WorkerKind.state, .insights].map(\.component)
    )
    /// The names that none can have in an app with Algolia's interface.
    public static let algoliaNames: Set<String> = Set([WorkerKind.questions, .indexer].map(\.component))
}
