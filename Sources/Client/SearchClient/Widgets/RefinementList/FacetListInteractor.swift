// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A `refinement-list`: the values of a facet, each of which can be selected.
public typealias FacetListInteractor = WidgetInteractor<RefinementListView>

/// A `refinement-list` of a session and a controller, connected as long as this is held.
public typealias FacetListConnector = WidgetConnector<FacetListInteractor>

extension WidgetInteractor where View == RefinementListView {
    /// Switches values on or off in one change.
    public func select(_ facets: [Facet], on isOn: Bool) {
        send("select", ["values": .array(facets.map(\.json)), "on": .bool(isOn)])
    }

    /// Makes a value wanted, not wanted, or of no matter; excluding is for lists whose `exclusion` is on.
    public func set(_ facet: Facet, to state: FacetState) {
        send("set", ["value": facet.json, "state": .string(state.rawValue)])
    }

    /// Shows more values, or fewer.
    public func showMore(_ isOn: Bool) { send("show-more", ["on": .bool(isOn)]) }
}
