// SPDX-License-Identifier: MIT
// Part of SearchBus.

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

    /// Whether no group holds a filter.
    public var isEmpty: Bool { groups.allSatisfy(\.filters.isEmpty) }

    public var count: Int { groups.reduce(0) { $0 + $1.filters.count } }

    /// A group; an empty one where there is none of this name.
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
