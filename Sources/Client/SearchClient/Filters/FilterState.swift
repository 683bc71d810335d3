// SPDX-License-Identifier: MIT

import Wire

/// Groups of filters, put together in one place and sent as one step.
///
/// ```swift
/// var filters = FilterState()
/// filters[or: "brand"].add(.facet("brand", "Acme"), .facet("brand", "Umbrella"))
/// filters[and: "price"].add(.numeric("price", 10...50))
/// try await session.send(.replacing("main", with: filters))
/// ```
///
/// The filters in force are in the session, and shown by its widgets; this is a value.
public struct FilterState: Sendable, Hashable {
    /// The filters of one group, each once, in the order in which they were added.
    public struct Group: Sendable, Hashable {
        public private(set) var filters: [Filter] = []

        public var isEmpty: Bool { filters.isEmpty }

        public func contains(_ filter: Filter) -> Bool { filters.contains(filter) }

        public mutating func add(_ filters: Filter...) {
            for filter in filters where !contains(filter) { self.filters.append(filter) }
        }

        public mutating func remove(_ filters: Filter...) { self.filters.removeAll(where: filters.contains) }

        /// Removes a filter that is there, and adds one that is not.
        public mutating func toggle(_ filter: Filter) { contains(filter) ? remove(filter) : add(filter) }

        public mutating func removeAll() { filters = [] }
    }

    private var groups: [FilterGroupID: Group] = [:]
    private var order: [FilterGroupID] = []

    public init() {}

    /// A group; one that is not there is empty.
    public subscript(_ id: FilterGroupID) -> Group {
        get { groups[id] ?? Group() }
        set {
            if groups[id] == nil { order.append(id) }
            groups[id] = newValue
        }
    }

    /// A group whose filters all have to match.
    public subscript(and name: String) -> Group {
        get { self[.and(name)] }
        set { self[.and(name)] = newValue }
    }

    /// A group of which one filter of each type has to match.
    public subscript(or name: String) -> Group {
        get { self[.or(name)] }
        set { self[.or(name)] = newValue }
    }

    /// A group that excludes nothing: records that match come first.
    public subscript(optional name: String) -> Group {
        get { self[.optional(name)] }
        set { self[.optional(name)] = newValue }
    }

    /// A path from the root of a hierarchy.
    public subscript(hierarchical name: String) -> Group {
        get { self[.hierarchical(name)] }
        set { self[.hierarchical(name)] = newValue }
    }

    public var isEmpty: Bool { groups.values.allSatisfy(\.isEmpty) }

    /// The groups that have filters, as intents carry them.
    public var json: JSON {
        .array(
            order.compactMap { id in
                guard let group = groups[id], !group.isEmpty else { return nil }
                return ["kind": .string(id.kind), "name": .string(id.name), "filters": group.filters.intentValue]
            }
        )
    }
}

extension Intent {
    /// Replaces all filters of a filter state.
    public static func replacing(_ filterState: String, with state: FilterState) -> Intent {
        Intent(to: filterState, "set-groups", ["groups": state.json])
    }

    /// Adds filters to a group of a filter state.
    public static func adding(_ filters: [Filter], to group: FilterGroupID, of filterState: String) -> Intent {
        Intent(to: filterState, "add-filters", ["group": group.intentValue, "filters": filters.intentValue])
    }

    /// Removes filters from a group of a filter state.
    public static func removing(_ filters: [Filter], from group: FilterGroupID, of filterState: String) -> Intent {
        Intent(to: filterState, "remove-filters", ["group": group.intentValue, "filters": filters.intentValue])
    }

    /// Removes a filter that the group has, and adds one that it does not have.
    public static func toggling(_ filter: Filter, in group: FilterGroupID, of filterState: String) -> Intent {
        Intent(to: filterState, "toggle-filter", ["group": group.intentValue, "filter": filter.intentValue])
    }
}
