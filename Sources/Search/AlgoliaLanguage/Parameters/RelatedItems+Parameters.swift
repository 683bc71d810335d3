// SPDX-License-Identifier: MIT

import SearchModel
import Wire

extension RelatedItems {
    /// The parameters of a query in Algolia's search protocol: what is preferred as one list, and the record left out.
    public var parameters: JSONObject {
        let texts = LegacyFilters(FilterText.sorted(preferred.optionalGroups)).texts
        var parameters = JSONObject([("optionalFilters", JSON(texts)), ("sumOrFiltersScores", true)])
        parameters["filters"] = FilterText.text(of: required).map(JSON.string)
        return parameters
    }
}
