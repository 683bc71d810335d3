// SPDX-License-Identifier: MIT
// Part of SearchBus.

extension FilterState {
    /// The groups that must all let a record through, each with filters of one type where one of them is enough.
    public var groupsByType: [FilterGroup] { groups.flatMap(\.byType) }

    /// The groups that leave no record out, but say which come first.
    public var optionalGroups: [FilterGroup] { groups.filter { $0.id.kind == .optional } }

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
        withoutLevels(from: attribute) { group, filter in
            group.kind == .and || filter.attribute != attribute || filter.facetValue == nil
        }
    }

    /// The filters except those on an attribute, with which its bounds are computed and its values are searched; a path
    /// ends above its level.
    public func without(_ attribute: String) -> FilterState {
        withoutLevels(from: attribute) { _, filter in filter.attribute != attribute }
    }

    /// The distinct values of an attribute that the filters ask for.
    public func selectedValues(of attribute: String) -> [FacetValue] {
        var values: [FacetValue] = []
        var known: Set<FacetValue> = []
        let chosen = groups.lazy.filter { $0.id.kind != .optional }.flatMap(\.filters)
        for filter in chosen where filter.attribute == attribute && !filter.isNegated {
            if let value = filter.facetValue, known.insert(value).inserted { values.append(value) }
        }
        return values
    }

    /// The paths as far as above a level, and of the other groups the filters that the closure names.
    private func withoutLevels(
        from attribute: String,
        keeping isKept: (FilterGroup.ID, Filter) -> Bool
    ) -> FilterState {
        FilterState(
            groups: groups.map { group in
                guard group.id.kind != .optional else { return group }
                guard group.id.kind == .hierarchical else { return group.keeping { isKept(group.id, $0) } }
                let path = group.filters.prefix(group.pathLength(above: attribute))
                return FilterGroup(id: group.id, filters: Array(path), attributes: group.attributes)
            }
        )
    }
}
