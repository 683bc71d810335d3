// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// A question for records like another one: what an engine is told to prefer, and which record to leave out.
///
/// The parameters are for an engine that speaks Algolia's search protocol, for example by `set-parameters` to a searcher.
public struct RelatedItems: Sendable, Hashable {
    /// What makes two records alike: that they share a value of an attribute, and how much that is worth.
    public struct Pattern: Sendable, Hashable {
        public let attribute: String
        public let score: Int

        public init(attribute: String, score: Int) {
            self.attribute = attribute
            self.score = score
        }
    }

    /// What is preferred: a group for each pattern, all of whose values have its score.
    public let preferred: FilterState
    /// What must hold: the record itself is none of the answer.
    public let required: FilterState

    /// - Parameters:
    ///   - objectID: The record that others are to be like.
    ///   - record: Its attributes; nested ones are named with dots.
    ///   - patterns: What makes another record like it.
    public init(to objectID: String, record: JSON, patterns: [Pattern]) {
        var preferred = FilterState()
        for pattern in patterns {
            let values = RelatedItems.values(of: pattern.attribute, in: record)
            let group = FilterGroup.ID(kind: values.count > 1 ? .or : .and, name: pattern.attribute)
            preferred.add(values.map { .facet(pattern.attribute, $0, score: pattern.score) }, to: group)
        }
        self.preferred = preferred
        let itself = Filter.facet("objectID", .text(objectID), isNegated: true)
        required = FilterState(groups: [FilterGroup(id: .init(kind: .and, name: "objectID"), filters: [itself])])
    }

    /// The parameters of a query.
    public var parameters: JSONObject {
        var parameters = JSONObject([
            ("optionalFilters", JSON(LegacyFilters(preferred).texts)), ("sumOrFiltersScores", true),
        ])
        parameters["filters"] = FilterText.text(of: required).map(JSON.string)
        return parameters
    }

    /// The facet values of an attribute, also of a list.
    private static func values(of attribute: String, in record: JSON) -> [FacetValue] {
        var place: JSON? = record
        for part in attribute.split(separator: ".") { place = place?[String(part)] }
        guard let value = record[attribute] ?? place else { return [] }
        return (value.array ?? [value]).compactMap(FacetValue.init(scalar:))
    }
}
