// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Structured filters as the lists of texts of Algolia's older interfaces, such as `brand:Apple<score=3>` and `price > 10.0`:
/// the form of optional filters and insights.
public struct LegacyFilters: Sendable, Hashable {
    /// Texts that belong together.
    public struct Unit: Sendable, Hashable {
        /// How the texts combine, `and` or `or`.
        public let kind: FilterGroup.Kind
        public let texts: [String]
    }

    /// The units, which must all hold.
    public let units: [Unit]

    /// The units of groups, in their order; a group without a filter has none.
    public init(_ groups: [FilterGroup]) {
        units = groups.flatMap(LegacyFilters.units)
    }

    /// The units of one filter: a range has one for each end.
    public init(_ filter: Filter) {
        let group = LegacyFilters([FilterGroup(id: FilterGroup.ID(kind: .and, name: ""), filters: [filter])])
        units = group.units.flatMap { unit in
            unit.kind == .or ? [unit] : unit.texts.map { Unit(kind: .and, texts: [$0]) }
        }
    }

    /// The units of a filter state, in order of its groups' names and its filters' texts.
    public init(_ state: FilterState) {
        self.init(FilterText.sorted(state.groupsByType))
    }

    /// All texts, whatever unit they are of.
    public var texts: [String] { units.flatMap(\.texts) }

    /// A unit for each group, and one more for each negated range among conditions that must all hold: of its two halves
    /// one is enough.
    private static func units(of group: FilterGroup) -> [Unit] {
        guard group.id.kind != .or else {
            let texts = group.filters.flatMap(alternatives)
            return texts.isEmpty ? [] : [Unit(kind: .or, texts: texts)]
        }
        var texts: [String] = []
        var choices: [Unit] = []
        for filter in group.filters {
            switch filter.condition {
            case .range(let range) where !filter.isNegated:
                texts += [
                    comparison(filter.attribute, .greaterOrEqual, range.lowerBound),
                    comparison(filter.attribute, .lessOrEqual, range.upperBound),
                ]
            case .range: choices.append(Unit(kind: .or, texts: alternatives(to: filter)))
            default: texts += alternatives(to: filter)
            }
        }
        return (texts.isEmpty ? [] : [Unit(kind: .and, texts: texts)]) + choices
    }

    /// The texts of which one must hold for a filter to hold.
    private static func alternatives(to filter: Filter) -> [String] {
        let attribute = filter.attribute
        switch filter.condition {
        case .facet(let value):
            let text = filter.type == .tag ? value.label : legacy(value)
            return ["\(attribute):\(filter.isNegated ? "-" : "")\(text)\(FilterText.score(of: filter))"]
        case .geo: return []
        case .comparison, .range, .date:
            return (filter.numericConditions ?? []).compactMap { condition in
                switch condition {
                case .comparison(let sign, let bound): comparison(attribute, sign, bound)
                case .range(let range): "\(attribute):\(range.lowerBound) TO \(range.upperBound)"
                case .facet, .date, .geo: nil
                }
            }
        }
    }

    private static func comparison(_ attribute: String, _ sign: Filter.Operator, _ bound: Double) -> String {
        "\(attribute) \(sign.rawValue) \(bound)"
    }

    /// A value; a text with a space or a colon is quoted.
    private static func legacy(_ value: FacetValue) -> String {
        guard case .text(let text) = value else { return FilterText.unquoted(value) }
        return text.contains { $0 == " " || $0 == ":" } ? FilterText.quoted(text) : text
    }
}

extension LegacyFilters {
    /// The units as JSON: `[{"and": […]}, {"or": […]}]`.
    public var json: JSON {
        .array(units.map { unit in .object(JSONObject([(unit.kind == .or ? "or" : "and", JSON(unit.texts))])) })
    }
}
