// SPDX-License-Identifier: MIT

import Wire

/// What a record's like are: what they may share with it, and that it is not one of them.
public struct RelatedItems: Sendable, Hashable {
    /// What makes two records alike: that they share a value of an attribute, and how much that is worth.
    public struct Pattern: Sendable, Hashable {
        public let attribute: String
        public let score: Int

        public init(attribute: String, score: Int) {
            self.attribute = attribute
            self.score = score
        }

        /// The optional group of the values that may be shared.
        public var group: FilterGroup.ID { FilterGroup.ID(kind: .optional, name: attribute) }
    }

    /// The group that leaves the record itself out.
    public static let exclusion = FilterGroup.ID(kind: .and, name: "objectID")

    /// What is preferred: an optional group for each pattern, all of whose values have its score.
    public let preferred: FilterState
    /// What must hold: the record itself is not part of the answer.
    public let required: FilterState

    public init(to objectID: String, record: JSON, patterns: [Pattern]) {
        var preferred = FilterState()
        for pattern in patterns {
            let values = RelatedItems.values(of: pattern.attribute, in: record)
            preferred.add(values.map { .facet(pattern.attribute, $0, score: pattern.score) }, to: pattern.group)
        }
        self.preferred = preferred
        let itself = Filter.facet("objectID", .text(objectID), isNegated: true)
        required = FilterState(groups: [FilterGroup(id: RelatedItems.exclusion, filters: [itself])])
    }

    /// The record whose like a filter state asks for; `nil` where it asks for none's.
    public static func subject(of state: FilterState) -> String? {
        state.filters(in: exclusion).first { $0.attribute == "objectID" && $0.isNegated }?.facetValue?.label
    }

    /// The facet values of an attribute, also of a list.
    private static func values(of attribute: String, in record: JSON) -> [FacetValue] {
        var place: JSON? = record
        for part in attribute.split(separator: ".") { place = place?[String(part)] }
        guard let value = record[attribute] ?? place else { return [] }
        return (value.array ?? [value]).compactMap(FacetValue.init(scalar:))
    }
}
