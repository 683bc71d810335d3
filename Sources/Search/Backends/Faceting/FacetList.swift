// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The values of one attribute that an engine listed, held against what a request asks of them.
///
/// Many engines print every value as a text. A value is a number or a boolean again if a filter of the request on the
/// attribute holds one, and a text again where one holds a text; a selected value is known again whatever its kind.
struct FacetList {
    /// What the filters of a request take an attribute's values for.
    private enum Kind {
        case text, number, truth
    }

    /// The values that were counted, in no order.
    let counts: [FacetCount]
    /// Selected values that are not among them.
    let missing: [FacetValue]
    /// Whether there may be values beyond those listed.
    let isCut: Bool
    /// How many values the engine was asked for.
    let limit: Int
    private let selected: [FacetValue]

    /// - Parameters:
    ///   - attribute: The attribute that was counted.
    ///   - listed: What the engine said.
    ///   - request: What was asked for in all.
    ///   - limit: The maximum number of values that was requested.
    init(_ attribute: String, _ listed: [FacetCount], in request: SearchRequest, isCutAt limit: Int) {
        let selected = request.filters.selectedValues(of: attribute)
        let kind = FacetList.kind(of: attribute, in: request)
        counts = listed.map { count in
            let value = FacetList.value(count.value, kind, selected)
            return value == count.value
                ? count : FacetCount(value: value, count: count.count, highlighted: count.highlighted)
        }
        let known = Set(counts.map(\.value))
        missing = selected.filter { !known.contains($0) }
        isCut = listed.count >= limit
        self.limit = limit
        self.selected = selected
    }

    /// What the needs ask for, each value once, the commonest first; the values that are missing have these counts.
    func listed(_ needs: [FacetNeed], counts missingCounts: [Int]) -> [FacetCount] {
        var values = Set(selected)
        let present = counts.filter { $0.count > 0 }
        for need in needs {
            values.formUnion(present.sorted(by: need.order.precedes).prefix(max(0, need.limit)).map(\.value))
        }
        let others = missing.enumerated().map { index, value in
            FacetCount(value: value, count: index < missingCounts.count ? missingCounts[index] : 0)
        }
        return (counts.filter { values.contains($0.value) } + others).sorted(by: FacetCount.isCommoner)
    }

    /// What the filters of a request take an attribute's values for; `nil` where none is on it.
    private static func kind(of attribute: String, in request: SearchRequest) -> Kind? {
        let filters = (request.filters.groups + request.baseFilters.groups).flatMap(\.filters)
        for filter in filters where filter.attribute == attribute {
            switch filter.facetValue {
            case .text: return .text
            case .bool: return .truth
            default: return .number
            }
        }
        return nil
    }

    private static func value(_ value: FacetValue, _ kind: Kind?, _ selected: [FacetValue]) -> FacetValue {
        let label = value.label
        if let known = selected.first(where: { $0.label == label }) { return known }
        switch kind {
        case nil: return value
        case .text: return .text(label)
        case .truth: return label == "true" ? true : label == "false" ? false : value
        case .number: return FacetValue(printedNumber: label) ?? value
        }
    }
}
