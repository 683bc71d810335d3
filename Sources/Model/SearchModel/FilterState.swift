// SPDX-License-Identifier: MIT

import Wire

/// Named groups of filters: what a session's refinements are at one moment.
public struct FilterState: Sendable, Hashable {
    /// The groups that hold a filter, and the hierarchies whose levels are listed, in the order of their creation.
    public private(set) var groups: [FilterGroup]

    /// Makes a filter state; groups with one id become one, and empty ones are left out.
    public init(groups: [FilterGroup] = []) {
        var places: [FilterGroup.ID: Int] = [:]
        var parts: [[FilterGroup]] = []
        for group in groups where !group.isVoid {
            if let place = places[group.id] {
                parts[place].append(group)
            } else {
                places[group.id] = parts.count
                parts.append([group])
            }
        }
        self.groups = parts.map { parts in
            guard parts.count > 1 else { return parts[0] }
            let attributes = parts.lazy.map(\.attributes).first { !$0.isEmpty } ?? []
            return FilterGroup(id: parts[0].id, filters: parts.flatMap(\.filters), attributes: attributes)
        }
    }

    public var isEmpty: Bool { groups.allSatisfy(\.filters.isEmpty) }

    public var count: Int { groups.reduce(0) { $0 + $1.filters.count } }

    /// A group; an empty one for an unknown name.
    public func group(_ id: FilterGroup.ID) -> FilterGroup {
        groups.first { $0.id == id } ?? FilterGroup(id: id)
    }

    /// The filters of a group; empty where there is no such group.
    public func filters(in id: FilterGroup.ID) -> [Filter] {
        groups.first { $0.id == id }?.filters ?? []
    }

    /// The filters of a group that look at an attribute: those of one type, or of all types where none is named.
    public func filters(in id: FilterGroup.ID, attribute: String, type: FilterType? = nil) -> [Filter] {
        filters(in: id).filter { $0.looks(at: attribute, type) }
    }

    public func contains(_ filter: Filter, in id: FilterGroup.ID) -> Bool {
        filters(in: id).contains(filter)
    }

    public func contains(_ filter: Filter) -> Bool {
        groups.contains { $0.filters.contains(filter) }
    }

    /// This and all of another: groups of one id stay two, so that the filters of each must hold.
    public func joined(with other: FilterState) -> FilterState {
        guard !isEmpty else { return other }
        guard !other.isEmpty else { return self }
        var taken = Set(groups.map(\.id))
        let added = other.groups.map { group in
            var id = group.id
            while !taken.insert(id).inserted { id = FilterGroup.ID(kind: id.kind, name: id.name + "\u{2032}") }
            return FilterGroup(id: id, filters: group.filters, attributes: group.attributes)
        }
        return FilterState(groups: groups + added)
    }

    /// Changes a group, which comes to be if needed and goes where nothing is left of it.
    @discardableResult
    mutating func edit(_ id: FilterGroup.ID, _ change: (inout FilterGroup) -> Bool) -> Bool {
        let index = groups.firstIndex { $0.id == id }
        var group = index.map { groups[$0] } ?? FilterGroup(id: id)
        let didChange = change(&group)
        switch (index, group.isVoid) {
        case (let index?, true): groups.remove(at: index)
        case (let index?, false): groups[index] = group
        case (nil, true): break
        case (nil, false): groups.append(group)
        }
        return didChange
    }
}

extension FilterState: JSONConvertible {
    public init(json: JSON) throws {
        self.init(groups: try json.list("groups").map(FilterGroup.init(json:)))
    }

    public var json: JSON { ["groups": .array(groups.map(\.json))] }
}

extension FilterState {
    /// The groups that must all let a record through, each with filters of one type where one of them is enough.
    public var groupsByType: [FilterGroup] { groups.flatMap(\.byType) }

    /// Filters that no record passes: each has an ID.
    public static let nothing = FilterState(
        groups: [FilterGroup(id: .init(kind: .and, name: "nothing"), filters: [.facet("objectID", .text(""))])]
    )

    /// Reads the filters of a key, which has some.
    ///
    /// - Throws: `JSONError` for filters that cannot be read, or that let everything through.
    public init(ofKey json: JSON) throws {
        try self.init(json: json)
        guard !groupsByType.isEmpty else { throw JSONError("`filters` contains no filters") }
    }

    /// Whether these filters are among what another state asks for, so that it lets no record through that these keep out.
    ///
    /// The names of groups and the order of filters have no meaning here.
    public func isPart(of other: FilterState) -> Bool { alternatives.isSubset(of: other.alternatives) }

    /// What must hold, as sets of filters of which one is enough.
    private var alternatives: Set<Set<Filter>> {
        groupsByType.reduce(into: []) { all, group in
            if group.id.kind == .or {
                all.insert(Set(group.filters))
            } else {
                all.formUnion(group.filters.map { [$0] })
            }
        }
    }

    /// The groups that leave no record out, but say which come first.
    public var optionalGroups: [FilterGroup] { groups.filter { $0.id.kind == .optional } }

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
