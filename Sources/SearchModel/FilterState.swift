// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Named groups of filters: what a session's refinements are at one moment.
public struct FilterState: Sendable, Hashable {
    /// The groups that hold a filter, in the order in which they came to be.
    public private(set) var groups: [FilterGroup]

    /// Makes a filter state; groups with one id become one, and empty ones are left out.
    public init(groups: [FilterGroup] = []) {
        var places: [FilterGroup.ID: Int] = [:]
        var filters: [(id: FilterGroup.ID, filters: [Filter])] = []
        for group in groups where !group.filters.isEmpty {
            if let place = places[group.id] {
                filters[place].filters += group.filters
            } else {
                places[group.id] = filters.count
                filters.append((group.id, group.filters))
            }
        }
        self.groups =
            filters.count == groups.count ? groups : filters.map { FilterGroup(id: $0.id, filters: $0.filters) }
    }

    /// Whether no group holds a filter.
    public var isEmpty: Bool { groups.isEmpty }

    /// How many filters there are in all groups.
    public var count: Int { groups.reduce(0) { $0 + $1.filters.count } }

    /// The filters of a group; empty where there is no such group.
    public func filters(in id: FilterGroup.ID) -> [Filter] {
        groups.first { $0.id == id }?.filters ?? []
    }

    /// The filters of a group that look at an attribute: those of one type, or of all types where none is named.
    public func filters(in id: FilterGroup.ID, attribute: String, type: FilterType? = nil) -> [Filter] {
        filters(in: id).filter { $0.looks(at: attribute, type) }
    }

    /// Whether a group holds a filter.
    public func contains(_ filter: Filter, in id: FilterGroup.ID) -> Bool {
        filters(in: id).contains(filter)
    }

    /// Whether any group holds a filter.
    public func contains(_ filter: Filter) -> Bool {
        groups.contains { $0.filters.contains(filter) }
    }

    /// Adds a filter to a group, which comes to be if needed; answers whether it was not there.
    @discardableResult
    public mutating func add(_ filter: Filter, to id: FilterGroup.ID) -> Bool {
        edit(id) { $0.add(filter) }
    }

    /// Removes a filter from a group; answers whether it was there.
    @discardableResult
    public mutating func remove(_ filter: Filter, from id: FilterGroup.ID) -> Bool {
        edit(id) { group in group.removeAll { $0 == filter } }
    }

    /// Removes the filter if the group holds it, adds it otherwise.
    public mutating func toggle(_ filter: Filter, in id: FilterGroup.ID) {
        if !remove(filter, from: id) { add(filter, to: id) }
    }

    /// Replaces a group's filters on one attribute and of one type; others are left alone.
    ///
    /// Filters on another attribute or of another type than those named are not added: a widget writes only what is its
    /// own. Without a type, filters of every type on the attribute are replaced.
    public mutating func set(
        _ filters: [Filter],
        attribute: String,
        type: FilterType? = nil,
        in id: FilterGroup.ID
    ) {
        edit(id) { group in
            let wanted = Set(filters)
            let kept = group.filters.filter { !$0.looks(at: attribute, type) || wanted.contains($0) }
            group = FilterGroup(id: id, filters: kept + filters.filter { $0.looks(at: attribute, type) })
            return true
        }
    }

    /// Removes whole groups, or every group but these.
    public mutating func removeGroups(where matches: (FilterGroup.ID) -> Bool) {
        groups.removeAll { matches($0.id) }
    }

    /// Removes every filter on an attribute, in every group.
    public mutating func removeAll(attribute: String) {
        for id in groups.map(\.id) {
            edit(id) { group in group.removeAll { $0.attribute == attribute } }
        }
    }

    @discardableResult
    private mutating func edit(_ id: FilterGroup.ID, _ change: (inout FilterGroup) -> Bool) -> Bool {
        let index = groups.firstIndex { $0.id == id }
        var group = index.map { groups[$0] } ?? FilterGroup(id: id)
        let didChange = change(&group)
        switch (index, group.filters.isEmpty) {
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
