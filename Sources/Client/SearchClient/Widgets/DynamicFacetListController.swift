// SPDX-License-Identifier: MIT

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
    /// The attributes of the last view.
    public var orderedFacets: [AttributedFacets] { view?.facets ?? [] }

    /// Toggles a value of an attribute.
    public func toggleSelection(of facet: Facet, for attribute: String) {
        send(.select(attribute: attribute, value: facet.json))
    }

    /// Removes the selection of an attribute.
    public func clear(attribute: String) { send(.clear(attribute: attribute)) }

    /// Connects a controller that draws the facets; it is not retained.
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
    /// The selected values as displayed, by attribute; attributes without any are omitted.
    public var selections: [String: Set<String>] {
        facets.reduce(into: [:]) { selections, facet in
            let selected = facet.items.filter(\.isSelected).map(\.item.value)
            if !selected.isEmpty { selections[facet.attribute, default: []].formUnion(selected) }
        }
    }
}
