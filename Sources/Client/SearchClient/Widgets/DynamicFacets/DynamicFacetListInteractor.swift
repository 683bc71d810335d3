// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// `dynamic-facets`: the facets that fit a search, in the order that the engine's rules say.
public typealias DynamicFacetListInteractor = WidgetInteractor<DynamicFacetsView>

/// `dynamic-facets` of a session and a controller, connected as long as this is held.
public typealias DynamicFacetListConnector = WidgetConnector<DynamicFacetListInteractor>

extension WidgetInteractor where View == DynamicFacetsView {
    /// The attributes as they were shown last.
    public var orderedFacets: [AttributedFacets] { view?.facets ?? [] }

    /// Turns a value of an attribute around.
    public func toggleSelection(of facet: Facet, for attribute: String) {
        send("select", ["attribute": .string(attribute), "value": facet.json])
    }

    /// Removes what is selected of an attribute.
    public func clear(attribute: String) { send("clear", ["attribute": .string(attribute)]) }

    /// Connects what draws the facets; it is not held.
    @discardableResult
    public func connectController(_ controller: some DynamicFacetListController) -> ControllerConnection {
        controller.didSelect = { [weak self] in self?.toggleSelection(of: $1, for: $0) }
        return onViewChanged.connect(controller, ending: { controller.didSelect = nil }) { controller, view in
            controller.setSelections(view.selections)
            controller.setOrderedFacets(view.facets)
        }
    }
}

extension WidgetConnector where Interactor == DynamicFacetListInteractor {
    /// Connects what draws the facets.
    public convenience init(session: SearchSession, widget: String, controller: some DynamicFacetListController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
