// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// The logic of a filter state: a pure fold of intents over one session's filters.
public enum FilterStateFold {
    /// How many filters a filter state may hold.
    ///
    /// The whole of it travels with every change, so it must stay small.
    public static let maximumCount = 1_000

    /// Carries an intent out; one that is rejected changes nothing.
    public static func fold(_ state: inout FilterState, _ intent: Intent) -> Outcome {
        do {
            let changed = try apply(FilterIntent(intent), to: state)
            guard changed != state else { return .unchanged }
            guard changed.count <= max(maximumCount, state.count) else { throw tooMany }
            state = changed
            return .applied
        } catch {
            return .rejected("\(error)")
        }
    }

    /// The filters that a session starts with.
    public static func initialState(_ filters: [InitialFilter]) -> FilterState {
        var state = FilterState()
        for initial in filters { state.add(initial.filter, to: initial.group) }
        return state
    }

    private static func apply(_ intent: FilterIntent, to state: FilterState) throws -> FilterState {
        var changed = state
        switch intent {
        case .toggle(let filter, let group):
            try check([filter], for: group)
            changed.toggle(filter, in: group)
        case .change(let added, let removed, let group):
            try check(added, for: group)
            guard removed.count <= maximumCount else { throw tooMany }
            for filter in removed { changed.remove(filter, from: group) }
            for filter in added { changed.add(filter, to: group) }
        case .set(let filters, let attribute, let group):
            try check(filters, for: group)
            changed.set(filters, attribute: attribute, in: group)
        case .remove(let filter, let group):
            changed.remove(filter, from: group)
        case .clear(let scope):
            changed = scope.cleared(state)
        }
        return changed
    }

    private static func check(_ filters: [Filter], for group: FilterGroup.ID) throws {
        // Counted before anything is added: adding compares with what is there, and that must stay cheap.
        guard filters.count <= maximumCount else { throw tooMany }
        guard group.kind != .hierarchical || filters.allSatisfy({ $0.facetValue != nil }) else {
            throw JSONError("a hierarchical group holds facet filters only")
        }
    }

    private static var tooMany: JSONError {
        JSONError("a filter state holds \(maximumCount) filters at the most")
    }
}
