// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Wire

extension FacetValue {
    /// Values that occur in practice: from right to left, of several code points, long, and of other kinds than text.
    static let odd: [FacetValue] = [
        "قميص أزرق", "👩‍👩‍👧‍👦 family", "\u{202E}gnp.exe", "", .text(String(repeating: "é", count: 1_000)), 4, 2.5, true,
    ]
}

extension SearchResponse.Hits {
    /// An answer with the counted values of one attribute.
    static func counts(_ attribute: String, _ counts: KeyValuePairs<FacetValue, Int>) -> SearchResponse.Hits {
        SearchResponse.Hits(facets: [attribute: counts.map { FacetCount(value: $0.key, count: $0.value) }])
    }
}

extension SearchWarning {
    /// An attribute that could not be counted.
    static func notCounted(_ attribute: String) -> SearchWarning {
        SearchWarning(.attributeNotCounted, attribute: attribute, "It is not a facet.", remedy: "Make it one.")
    }
}
