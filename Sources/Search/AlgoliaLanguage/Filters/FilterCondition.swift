// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// One condition of an Algolia query.
///
/// The protocol writes every facet value as text, so that `size:42` is the text and the number: such a condition stands for
/// both.
package struct FilterCondition: Sendable, Hashable {
    /// The filters of which one must hold; where the condition is negated, all of them, each negated.
    let filters: [Filter]
    let isNegated: Bool

    package init(_ filters: [Filter], isNegated: Bool = false) {
        self.filters = filters
        self.isNegated = isNegated
    }

    /// A condition on a facet value, or on a tag.
    init(_ attribute: String, value text: String, isNegated: Bool = false, score: Int? = nil) {
        let values = attribute == Filter.tagAttribute ? [.text(text)] : FilterCondition.values(text)
        self.init(
            values.map { .facet(attribute, $0, isNegated: isNegated, score: score) },
            isNegated: isNegated
        )
    }

    /// The values that a text may stand for.
    private static func values(_ text: String) -> [FacetValue] {
        // Values are compared without regard to case, those of booleans too.
        switch text.lowercased() {
        case "true": return [.bool(true), .text(text)]
        case "false": return [.bool(false), .text(text)]
        default:
            guard let number = number(text) else { return [.text(text)] }
            return [number, .text(text)]
        }
    }

    /// A finite number in decimal digits; integers of 64 bits are exact.
    static func number(_ text: some StringProtocol) -> FacetValue? {
        guard let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        return Int64(text).map(FacetValue.integer) ?? FacetValue(number)
    }

    /// The condition that holds where this one does not.
    var negated: FilterCondition { FilterCondition(filters.map(\.negated), isNegated: !isNegated) }
}

/// Conditions that must all hold, where one of a list is enough, as groups of filters.
package struct FilterGroups {
    private var groups: [FilterGroup] = []

    package init() {}

    /// How many filters one query may hold.
    static let limit = 2_000
    private var count = 0

    /// Adds conditions of which one must hold.
    ///
    /// - Throws: `AlgoliaError` for conditions of several kinds, and for too many of them.
    package mutating func add(_ alternatives: [FilterCondition]) throws(AlgoliaError) {
        guard let first = alternatives.first?.filters.first else { return }
        count += alternatives.reduce(0) { $0 + $1.filters.count }
        guard count <= FilterGroups.limit else {
            throw AlgoliaError("filters: more than \(FilterGroups.limit) filters")
        }
        let filters = alternatives.flatMap(\.filters)
        guard filters.allSatisfy({ $0.type == first.type }) else {
            throw AlgoliaError("filters: alternatives must be of one kind: facet values, numbers or tags")
        }
        if alternatives.count == 1 {
            append(alternatives[0].isNegated ? .and : .or, filters)
        } else if alternatives.allSatisfy({ !$0.isNegated || $0.filters.count == 1 }) {
            append(.or, filters)
        } else {
            try addProduct(alternatives)
        }
    }

    /// A negated condition that stands for several values holds where all of its filters do: one group for each choice.
    private mutating func addProduct(_ alternatives: [FilterCondition]) throws(AlgoliaError) {
        var choices: [[Filter]] = [[]]
        for condition in alternatives {
            if condition.isNegated {
                choices = choices.flatMap { choice in condition.filters.map { choice + [$0] } }
            } else {
                choices = choices.map { $0 + condition.filters }
            }
            guard choices.count <= 64 else { throw AlgoliaError("filters: too many negated alternatives") }
        }
        for choice in choices { append(.or, choice) }
    }

    /// Adds conditions of which none need hold: those that meet them come first.
    package mutating func addOptional(_ alternatives: [FilterCondition]) throws(AlgoliaError) {
        count += alternatives.reduce(0) { $0 + $1.filters.count }
        guard count <= FilterGroups.limit else {
            throw AlgoliaError("filters: more than \(FilterGroups.limit) filters")
        }
        append(.optional, alternatives.flatMap(\.filters))
    }

    private mutating func append(_ kind: FilterGroup.Kind, _ filters: [Filter]) {
        let kind = kind == .or && filters.count == 1 ? .and : kind
        groups.append(FilterGroup(id: FilterGroup.ID(kind: kind, name: String(groups.count)), filters: filters))
    }

    package var state: FilterState { FilterState(groups: groups) }
}
