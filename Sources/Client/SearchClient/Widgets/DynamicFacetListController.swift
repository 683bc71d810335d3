// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws the facets that fit a search.
@MainActor
public protocol DynamicFacetListController: AnyObject {
    /// Called by the controller when a value of an attribute is clicked.
    var didSelect: ((_ attribute: String, _ facet: Facet) -> Void)? { get set }
    /// Shows these attributes and their values.
    func setOrderedFacets(_ orderedFacets: [AttributedFacets])
    /// Shows which values are selected, by attribute.
    func setSelections(_ selections: [String: Set<String>])
}

extension WidgetInteractor where View == DynamicFacetsView {
    /// The attributes as they were shown last.
    public var orderedFacets: [AttributedFacets] { view?.facets ?? [] }

    /// Turns a value of an attribute around.
    public func toggleSelection(of facet: Facet, for attribute: String) {
        send(.select(attribute: attribute, value: facet.json))
    }

    /// Removes what is selected of an attribute.
    public func clear(attribute: String) { send(.clear(attribute: attribute)) }

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

extension AttributedFacets {
    /// The values in order.
    public var facets: [Facet] { items.map(\.item) }
}

extension DynamicFacetsView {
    /// The values that are selected, as people read them, by attribute; attributes without any are left out.
    public var selections: [String: Set<String>] {
        facets.reduce(into: [:]) { selections, facet in
            let selected = facet.items.filter(\.isSelected).map(\.item.value)
            if !selected.isEmpty { selections[facet.attribute, default: []].formUnion(selected) }
        }
    }
}
