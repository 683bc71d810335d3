// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Reads counted values from an answer in Algolia's protocol, in which every value is a text.
///
/// An attribute's values are numbers if the service returns its lowest and highest number, and booleans if there are no
/// others than `true` and `false`.
package enum FacetDecoding {
    /// The values of an attribute as the answer lists them.
    static func counts(of attribute: String, in answer: JSON) throws -> [FacetCount] {
        try counts(
            answer["facets"]?[attribute],
            of: attribute,
            hasNumbers: answer["facets_stats"]?[attribute] != nil
        )
    }

    /// Counts by printed value; none where there are no members.
    package static func counts(_ counts: JSON?, of attribute: String, hasNumbers: Bool) throws -> [FacetCount] {
        let members = counts?.object?.members ?? []
        let areTruths = members.allSatisfy { $0.key == "true" || $0.key == "false" }
        return try members.map { member in
            guard let count = member.value.int, count >= 0 else {
                throw JSONError("a count of `\(attribute)` is not a number")
            }
            return FacetCount(value: value(member.key, hasNumbers: hasNumbers, isTruth: areTruths), count: count)
        }
    }

    private static func value(_ name: String, hasNumbers: Bool, isTruth: Bool) -> FacetValue {
        if hasNumbers { return FacetValue(printedNumber: name) ?? .text(name) }
        return isTruth ? (name == "true" ? true : false) : .text(name)
    }

    /// The values found by a search for facet values.
    static func found(_ answer: JSON, tags: HighlightTags) throws -> [FacetCount] {
        guard answer["facetHits"] != nil else { throw JSONError("`facetHits` is missing") }
        return try answer.list("facetHits").map { hit in
            let text = try hit.requiredString("value")
            return FacetCount(
                value: .text(text),
                count: try hit.requiredInt("count"),
                highlighted: Highlight(spans: tags.spans(hit["highlighted"]?.string ?? text))
            )
        }
    }
}
