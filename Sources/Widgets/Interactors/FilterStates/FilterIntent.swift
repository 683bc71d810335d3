// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A request to a filter state.
public enum FilterIntent: Sendable, Hashable {
    /// Where to go in a hierarchy: filters from the root, or a text that says as much of the group's own levels.
    public enum Path: Sendable, Hashable {
        case filters([Filter])
        case value(HierarchyPath)
    }

    /// Remove each filter that the group holds, add each other one.
    case toggle([Filter], in: FilterGroup.ID)
    /// Add some filters to a group and remove others, in one step.
    case change(adding: [Filter], removing: [Filter], in: FilterGroup.ID)
    /// Replace what the group holds on the attribute; filters on other attributes stay.
    case set([Filter], attribute: String, in: FilterGroup.ID)
    case replace(FilterState)
    /// Remove the filters from a group; without one, from all of them.
    case remove([Filter], from: FilterGroup.ID?)
    /// Remove what looks at an attribute, of one type where one is named, from a group; without one, from all of them.
    case removeAttribute(String, type: FilterType?, from: FilterGroup.ID?)
    /// Remove every filter in the scope.
    case clear(FilterScope)
    /// Tell the levels of a hierarchy, or where one is in it, or both.
    case setPath(Path?, levels: [String]?, in: FilterGroup.ID)
    /// Go to a place in a hierarchy, or one level up where one is there.
    case togglePath(Path, in: FilterGroup.ID)

    /// Remove the filter if the group holds it, add it otherwise.
    public static func toggle(_ filter: Filter, in group: FilterGroup.ID) -> FilterIntent {
        .toggle([filter], in: group)
    }

    /// Remove the filter from a group; without one, from all of them.
    public static func remove(_ filter: Filter, from group: FilterGroup.ID?) -> FilterIntent {
        .remove([filter], from: group)
    }
}

extension FilterIntent {
    /// Carries the request out.
    ///
    /// - Throws: `SearchBusError` where the filter state would grow beyond its limits; `JSONError` for filters that the group
    ///   cannot hold.
    public func change(_ session: inout SessionEdit, of filterState: String) throws {
        try session.changeFilters(filterState, apply)
    }

    /// Carries the request out on a filter state.
    ///
    /// - Throws: As `change` does, but for the size.
    public func apply(to state: inout FilterState) throws {
        switch self {
        case .toggle(let filters, let group):
            try check(filters, for: state.group(group))
            for filter in filters { state.toggle(filter, in: group) }
        case .change(let added, let removed, let group):
            try check(added, for: state.group(group))
            try check(removed, for: FilterGroup(id: group))
            state.remove(removed, from: group)
            state.add(added, to: group)
        case .set(let filters, let attribute, let group):
            try check(filters, for: state.group(group))
            state.set(filters, attribute: attribute, in: group)
        case .replace(let other): state = other
        case .remove(let filters, let group): state.remove(filters, from: group)
        case .removeAttribute(let attribute, let type, let group):
            state.removeAll(attribute: attribute, type: type, from: group)
        case .clear(let scope): state = scope.cleared(state)
        case .setPath(let path, let levels, let group):
            if let levels { state.setAttributes(levels, of: group) }
            if let path { state.setPath(try filters(of: path, in: state.group(group)), in: group) }
        case .togglePath(let path, let group):
            state.togglePath(try filters(of: path, in: state.group(group)), in: group)
        }
    }

    private func filters(of path: Path, in group: FilterGroup) throws -> [Filter] {
        switch path {
        case .filters(let filters):
            try check(filters, for: group)
            return filters
        case .value(let value):
            guard !group.attributes.isEmpty else {
                throw JSONError("the levels of the group `\(group.id.name)` are unknown; set `path` or `attributes`")
            }
            return value.filters(on: group.attributes)
        }
    }

    private func check(_ filters: [Filter], for group: FilterGroup) throws {
        // Counted before anything is added: adding compares with what is there, and that must stay cheap.
        guard filters.count <= SessionLimits.filters else {
            throw JSONError("the intent has \(filters.count) filters; at most \(SessionLimits.filters) are allowed")
        }
        try group.check(filters)
    }
}
