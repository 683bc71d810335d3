// SPDX-License-Identifier: MIT
// Part of SearchBus.

extension SearchResponse {
    /// The answer with what is counted under the names that the filters have for it, beside those of the index.
    ///
    /// Records stay as they are: their attributes have the index's names.
    ///
    /// - Parameter map: What the index calls the attributes of the filters.
    /// - Returns: The answer as widgets of these filters read it.
    public func named(by map: AttributeMap) -> SearchResponse {
        guard !map.isEmpty else { return self }
        var response = self
        switch content {
        case .facetValues(let attribute, let values):
            response.content = .facetValues(attribute: map.attribute(named: attribute), values: values)
        case .hits(let hits):
            response.content = .hits(hits.named(by: map))
        }
        return response
    }
}

extension SearchResponse.Hits {
    fileprivate func named(by map: AttributeMap) -> Self {
        var hits = self
        for attribute in map.attributes {
            guard let name = map.name(of: attribute) else { continue }
            hits.facets[attribute] = facets[name]
            hits.stats[attribute] = stats[name]
            hits.warnings += warnings.filter { $0.attribute == name }.map { $0.about(attribute) }
        }
        hits.remarks.facetOrdering = remarks.facetOrdering?.named(by: map)
        return hits
    }
}

extension SearchWarning {
    fileprivate func about(_ attribute: String) -> SearchWarning {
        SearchWarning(code, attribute: attribute, message, remedy: remedy)
    }
}

extension FacetOrdering {
    fileprivate func named(by map: AttributeMap) -> FacetOrdering {
        let named = rules.map { (map.attribute(named: $0.key), $0.value) }
        return FacetOrdering(
            attributes: attributes.flatMap { [map.attribute(named: $0), $0] },
            rules: rules.merging(named) { _, rule in rule }
        )
    }
}
