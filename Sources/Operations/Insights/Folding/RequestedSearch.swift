// SPDX-License-Identifier: MIT

import Bus
import SearchModel
import Wire

/// What a session's request searches for, as far as it counts.
struct RequestedSearch {
    struct Refinement {
        let digest: UInt64
        let attribute: String
        let value: String
    }

    /// How many filters are looked at.
    private static let filterLimit = 256

    /// What led to it, as a digest.
    let cause: UInt64
    let query: String
    /// The number of each searcher's request.
    var numbers: [String: Int] = [:]
    /// The filters, each once.
    let refinements: [Refinement]
    let shape: UInt64

    /// Takes what people see of a request; `nil` where nothing is searched.
    init?(_ request: UnitRequest, _ members: [String], _ event: Event, _ rules: InsightsRules) {
        let asked = members.compactMap { name in request.members[name].map { (name, $0) } }.filter { $0.1.isAdmitted }
        guard let (_, first) = asked.first else { return nil }
        cause = TextDigest.of(event.correlationID ?? event.id)
        query = rules.normalised(first.query)
        for (name, member) in asked { numbers[name] = member.number }
        var known: Set<UInt64> = []
        refinements = first.filters.groups.flatMap(\.filters).prefix(Self.filterLimit).compactMap { filter in
            let value = Self.words(of: filter)
            let digest = TextDigest.of("\(filter.attribute)\u{0}\(value)")
            guard known.insert(digest).inserted else { return nil }
            return Refinement(digest: digest, attribute: rules.cut(filter.attribute), value: rules.cut(value))
        }
        // Not the page: a list that scrolls asks for the next one by itself.
        shape = TextDigest.of("\(first.index)\u{0}\(first.hitsPerPage ?? -1)")
    }

    /// What a filter asks for, as people read it.
    private static func words(of filter: Filter) -> String {
        let words =
            switch filter.condition {
            case .facet(let value): value.shown
            case .comparison(let comparison, let number): "\(comparison.rawValue) \(FacetValue(number).label)"
            case .range(let range):
                "\(FacetValue(range.lowerBound).label) to \(FacetValue(range.upperBound).label)"
            case .date(let period): period.label
            // Locations of users are not stored.
            case .geo: "a place"
            }
        return filter.isNegated ? "not \(words)" : words
    }
}
