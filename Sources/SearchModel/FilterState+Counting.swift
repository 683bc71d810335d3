// SPDX-License-Identifier: MIT
// Part of SearchBus.

extension FilterState {
    /// The groups that must all let a record through, each with filters of one type where one of them is enough.
    public var groupsByType: [FilterGroup] { groups.flatMap(\.byType) }

    /// The attributes of which a record needs one of several values: their values are counted as if none was chosen.
    public var disjunctiveAttributes: Set<String> {
        let chosen = groups.filter { $0.id.kind == .or }.flatMap(\.filters).filter { $0.type == .facet }
        return Set(chosen.map(\.attribute))
    }

    /// The filters under which an attribute's values are counted.
    ///
    /// Those that choose among the attribute's own values are left out: its values in or-groups, and in a hierarchy those
    /// from its own level down. Its filters in and-groups stay, and so do comparisons of numbers, which must hold
    /// whatever value is chosen.
    public func counting(_ attribute: String) -> FilterState {
        keeping { group, place in
            switch group.id.kind {
            case .and: true
            case .or: group.filters[place].attribute != attribute || group.filters[place].type == .numeric
            case .hierarchical: !group.filters[...place].contains { $0.attribute == attribute }
            }
        }
    }

    /// The filters but for those on an attribute, under which its bounds are told and its values are searched.
    public func without(_ attribute: String) -> FilterState {
        keeping { group, place in group.filters[place].attribute != attribute }
    }

    /// The distinct values of an attribute that the filters ask for.
    public func selectedValues(of attribute: String) -> [FacetValue] {
        var values: [FacetValue] = []
        for filter in groups.flatMap(\.filters) where filter.attribute == attribute && !filter.isNegated {
            if let value = filter.facetValue, !values.contains(value) { values.append(value) }
        }
        return values
    }

    private func keeping(_ isKept: (FilterGroup, Int) -> Bool) -> FilterState {
        FilterState(
            groups: groups.map { group in
                let kept = group.filters.indices.filter { isKept(group, $0) }
                return FilterGroup(id: group.id, filters: kept.map { group.filters[$0] })
            }
        )
    }
}
