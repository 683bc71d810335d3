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
