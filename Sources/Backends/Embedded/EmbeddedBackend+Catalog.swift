// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchIndex
import SearchModel

extension EmbeddedBackend: IndexCatalog {
    public func profile(of index: String) throws -> IndexProfile {
        let settings = try reader(of: index).settings
        return IndexProfile(
            searched: settings.searchableAttributes ?? [],
            facets: settings.attributesForFaceting ?? [],
            numeric: settings.numericAttributes ?? [],
            highlighted: settings.attributesToHighlight ?? []
        )
    }

    public func marker(for query: String) -> any TextMarking { QueryMarker(query) }
}
