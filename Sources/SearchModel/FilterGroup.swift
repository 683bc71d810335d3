// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Filters that belong together, and how they combine.
public struct FilterGroup: Sendable, Hashable {
    /// How the filters of a group combine.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Every filter must hold.
        case and
        /// One filter must hold.
        case or
        /// Every filter must hold; the filters are the path into a hierarchy.
        case hierarchical
    }

    /// What a group is known by: two groups of one name and different kinds are two groups.
    public struct ID: Sendable, Hashable {
        public let kind: Kind
        public let name: String

        public init(kind: Kind, name: String) {
            self.kind = kind
            self.name = name
        }
    }

    /// What the group is known by.
    public let id: ID
    /// The filters, in the order in which they were added, each once.
    public private(set) var filters: [Filter]

    public init(id: ID, filters: [Filter] = []) {
        self.id = id
        var known: Set<Filter> = []
        self.filters = filters.filter { known.insert($0).inserted }
    }

    /// The group as one or more that must all let a record through.
    ///
    /// An or-group holds filters of one type: facet values, numbers and tags of one group are alternatives among their
    /// own kind only. So an or-group that holds several types stands for as many groups. Any other group stands for itself.
    public var byType: [FilterGroup] {
        guard id.kind == .or, let first = filters.first?.type, !filters.allSatisfy({ $0.type == first }) else {
            return [self]
        }
        return FilterType.allCases
            .map { type in FilterGroup(id: id, filters: filters.filter { $0.type == type }) }
            .filter { !$0.filters.isEmpty }
    }

    /// Adds a filter that is not in the group yet; answers whether it was added.
    @discardableResult
    public mutating func add(_ filter: Filter) -> Bool {
        guard !filters.contains(filter) else { return false }
        filters.append(filter)
        return true
    }

    /// Removes every filter that the closure names; answers whether there was one.
    @discardableResult
    public mutating func removeAll(where matches: (Filter) -> Bool) -> Bool {
        let before = filters.count
        filters.removeAll(where: matches)
        return filters.count != before
    }
}

extension FilterGroup.ID: JSONConvertible {
    public init(json: JSON) throws {
        guard let kind = FilterGroup.Kind(rawValue: try json.requiredString("kind")) else {
            throw JSONError("`kind` of a group is not and, or, hierarchical")
        }
        self.init(kind: kind, name: try json.requiredString("name"))
    }

    public var json: JSON { ["kind": .string(kind.rawValue), "name": .string(name)] }
}

extension FilterGroup: JSONConvertible {
    public init(json: JSON) throws {
        self.init(id: try ID(json: json), filters: try json.list("filters").map(Filter.init(json:)))
    }

    public var json: JSON {
        ["kind": .string(id.kind.rawValue), "name": .string(id.name), "filters": .array(filters.map(\.json))]
    }
}
