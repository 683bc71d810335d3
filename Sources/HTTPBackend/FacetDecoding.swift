// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// Reads the counted values of an attribute from an answer.
///
/// Services print every value as a text. A value becomes a number or a truth value again where it is known to be one:
/// because a filter of the request on the attribute holds one, because the service tells the attribute's lowest and
/// highest number, or because the attribute has no values but `true` and `false`.
struct FacetDecoding {
    /// What the values of an attribute are.
    private enum Kind {
        case text, number, truth
    }

    /// The values that were counted, in no order.
    let counts: [FacetCount]
    /// Selected values that are not among them.
    let missing: [FacetValue]
    /// Whether there may be values beyond those counted.
    let isCut: Bool

    /// - Parameters:
    ///   - attribute: The attribute that was counted.
    ///   - answer: What the service said.
    ///   - request: What was asked for in all.
    ///   - asked: How many values the service was asked for at the most.
    /// - Throws: `JSONError` where a count is none.
    init(_ attribute: String, in answer: JSON, request: SearchRequest, asked: Int) throws {
        let members = answer["facets"]?[attribute]?.object?.members ?? []
        let kind =
            FacetDecoding.kind(of: attribute, in: request)
            ?? FacetDecoding.kind(of: members.map(\.key), hasNumbers: answer["facets_stats"]?[attribute] != nil)
        let selected = request.filters.selectedValues(of: attribute)
        counts = try members.map { member in
            guard let count = member.value.int, count >= 0 else {
                throw JSONError("a count of `\(attribute)` is not a number")
            }
            return FacetCount(value: FacetDecoding.value(member.key, kind, selected), count: count)
        }
        let counted = Set(counts.map(\.value))
        missing = selected.filter { !counted.contains($0) }
        isCut = counts.count >= asked
    }

    /// What the needs ask for, each value once, the commonest first; the values that are missing have these counts.
    func listed(_ needs: [FacetNeed], selected: [FacetValue], missingCounts: [Int]) -> [FacetCount] {
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

    /// The values found by a search for facet values.
    static func found(
        _ answer: JSON,
        attribute: String,
        request: SearchRequest,
        tags: HighlightTags
    ) throws
        -> [FacetCount]
    {
        guard answer["facetHits"] != nil else { throw JSONError("`facetHits` is missing") }
        let kind = kind(of: attribute, in: request) ?? .text
        let selected = request.filters.selectedValues(of: attribute)
        return try answer.list("facetHits").map { hit in
            let text = try hit.requiredString("value")
            return FacetCount(
                value: value(text, kind, selected),
                count: try hit.requiredInt("count"),
                highlighted: Highlight(spans: tags.spans(hit["highlighted"]?.string ?? text))
            )
        }
    }

    // MARK: - Kinds

    /// What the filters of a request take an attribute's values for.
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

    private static func kind(of names: [String], hasNumbers: Bool) -> Kind {
        if hasNumbers { return .number }
        return !names.isEmpty && names.allSatisfy { $0 == "true" || $0 == "false" } ? .truth : .text
    }

    /// The value that a service prints under a name; a selected one is known again whatever its kind.
    private static func value(_ name: String, _ kind: Kind, _ selected: [FacetValue]) -> FacetValue {
        if let known = selected.first(where: { $0.label == name }) { return known }
        switch kind {
        case .text: return .text(name)
        case .truth: return name == "true" ? true : name == "false" ? false : .text(name)
        case .number:
            // Only what is printed again as it came, so that the service knows it when it is asked for.
            guard let number = (try? JSON(parsing: name)).flatMap(FacetValue.init(scalar:)), number.double != nil,
                number.label == name
            else { return .text(name) }
            return number
        }
    }
}
