// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Named groups of filters: what a session's refinements are at one moment.
public struct FilterState: Sendable, Hashable {
    /// The groups that hold a filter, in the order in which they came to be.
    public private(set) var groups: [FilterGroup]

    public init(groups: [FilterGroup] = []) {
        self.groups = groups.filter { !$0.filters.isEmpty }
    }

    /// Whether no group holds a filter.
    public var isEmpty: Bool { groups.isEmpty }

    /// How many filters there are in all groups.
    public var count: Int { groups.reduce(0) { $0 + $1.filters.count } }

    /// The filters of a group; empty where there is no such group.
    public func filters(in id: FilterGroup.ID) -> [Filter] {
        groups.first { $0.id == id }?.filters ?? []
    }

    /// The filters of a group that look at an attribute.
    public func filters(in id: FilterGroup.ID, attribute: String) -> [Filter] {
        filters(in: id).filter { $0.attribute == attribute }
    }

    /// Whether a group holds a filter.
    public func contains(_ filter: Filter, in id: FilterGroup.ID) -> Bool {
        filters(in: id).contains(filter)
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

    /// Replaces a group's filters on one attribute and leaves those on other attributes alone.
    ///
    /// Filters on another attribute than the one named are not added: a widget writes its own attribute only.
    public mutating func set(_ filters: [Filter], attribute: String, in id: FilterGroup.ID) {
        edit(id) { group in
            group.removeAll { $0.attribute == attribute && !filters.contains($0) }
            for filter in filters where filter.attribute == attribute { group.add(filter) }
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
