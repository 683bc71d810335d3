// SPDX-License-Identifier: MIT

import Wire

/// Filters that belong together, and how they combine.
///
/// A hierarchical group is a place in a hierarchy: its filters are the path from the root, one facet value of each level. A
/// value of one level replaces that level and all below it, and removing one removes all below it; so there
/// is never a leaf without its path, nor a path without its leaf. The levels may be listed (`attributes`); they stay when the
/// path is removed.
///
/// An optional group leaves no record out: those that meet its filters come before those that do not.
public struct FilterGroup: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case and
        case or
        /// The deepest filter must hold; the others are the path to it.
        case hierarchical
        /// No filter need hold; a record is worth more for each that does.
        case optional
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
    /// The filters, each once: in the order in which they were added, or from the root of a hierarchy.
    public private(set) var filters: [Filter]
    /// The levels of a hierarchy from the root, if they are listed; empty for every other group.
    public private(set) var attributes: [String]

    /// Makes a group; what it cannot hold is left out.
    public init(id: ID, filters: [Filter] = [], attributes: [String] = []) {
        self.id = id
        guard id.kind == .hierarchical else {
            var known: Set<Filter> = []
            self.filters = filters.filter { id.canHold($0) && known.insert($0).inserted }
            self.attributes = []
            return
        }
        var known: Set<String> = []
        let levels = attributes.filter { known.insert($0).inserted }
        self.attributes = levels
        self.filters = []
        let places = filters.map { levels.firstIndex(of: $0.attribute) ?? levels.count }
        for place in filters.indices.sorted(by: { (places[$0], $0) < (places[$1], $1) }) { add(filters[place]) }
    }

    /// Whether the group has nothing to keep.
    var isVoid: Bool { filters.isEmpty && attributes.isEmpty }

    /// Adds a filter that is not in the group yet; answers whether it was added.
    @discardableResult
    public mutating func add(_ filter: Filter) -> Bool {
        guard canHold(filter), !filters.contains(filter) else { return false }
        if id.kind == .hierarchical { filters.removeSubrange(pathLength(above: filter.attribute)...) }
        filters.append(filter)
        return true
    }

    /// Removes every filter that the closure names, from a path with all below it; answers whether there was one.
    @discardableResult
    public mutating func removeAll(where matches: (Filter) -> Bool) -> Bool {
        let before = filters.count
        self = keeping { !matches($0) }
        return filters.count != before
    }

    /// The same group with the filters that the closure names; a path ends where one of it is not named.
    public func keeping(_ isKept: (Filter) -> Bool) -> FilterGroup {
        var group = self
        group.filters = id.kind == .hierarchical ? Array(filters.prefix(while: isKept)) : filters.filter(isKept)
        return group
    }

    /// Tells the levels of a hierarchy, from the root; what is chosen stays if it is on one of them.
    public mutating func setAttributes(_ attributes: [String]) {
        self = FilterGroup(id: id, filters: filters, attributes: attributes)
    }
}

// MARK: - What must hold

extension FilterGroup {
    /// How many filters of a path are above a level: all, for one that is deeper or not in the hierarchy.
    func pathLength(above attribute: String) -> Int {
        let level = attributes.firstIndex(of: attribute)
        return filters.firstIndex { filter in
            guard filter.attribute != attribute else { return true }
            guard let level, let other = attributes.firstIndex(of: filter.attribute) else { return false }
            return other > level
        } ?? filters.count
    }

    /// The group as one or more that must all let a record through; none, where nothing is asked.
    ///
    /// An or-group holds filters of one type: facet values, numbers and tags of one group are alternatives among their
    /// own kind only. So an or-group that holds several types stands for as many groups. A path stands for its deepest
    /// value, and an optional group for none. Any other group stands for itself.
    public var byType: [FilterGroup] {
        switch id.kind {
        case .and: return filters.isEmpty ? [] : [self]
        case .optional: return []
        case .hierarchical: return filters.last.map { [FilterGroup(id: id, filters: [$0])] } ?? []
        case .or:
            guard let first = filters.first?.type else { return [] }
            guard !filters.allSatisfy({ $0.type == first }) else { return [self] }
            return FilterType.allCases
                .map { type in FilterGroup(id: id, filters: filters.filter { $0.type == type }) }
                .filter { !$0.filters.isEmpty }
        }
    }
}

extension FilterGroup {
    /// Whether the group may hold a filter: if levels are listed, a path has values on them.
    public func canHold(_ filter: Filter) -> Bool {
        id.canHold(filter) && (attributes.isEmpty || attributes.contains(filter.attribute))
    }
}

extension FilterGroup.ID {
    /// Whether a group of this kind may hold a filter: a path is of facet values, and leads nowhere by negation; what is
    /// optional is facet values too, since engines know no other.
    public func canHold(_ filter: Filter) -> Bool {
        switch kind {
        case .and, .or: true
        case .hierarchical: filter.facetValue != nil && !filter.isNegated
        case .optional: filter.facetValue != nil
        }
    }
}

extension FilterGroup.ID: JSONConvertible {
    public init(json: JSON) throws {
        guard let kind = FilterGroup.Kind(rawValue: try json.requiredString("kind")) else {
            throw JSONError("`kind` of a group is not and, or, hierarchical, optional")
        }
        self.init(kind: kind, name: try json.requiredString("name"))
    }

    public var json: JSON { ["kind": .string(kind.rawValue), "name": .string(name)] }

    /// Checks that a group of this kind can hold filters.
    ///
    /// - Throws: `JSONError` for a filter that cannot be in a path.
    public func check(_ filters: [Filter]) throws {
        guard filters.allSatisfy(canHold) else {
            throw JSONError(
                kind == .optional
                    ? "an optional group holds facet filters only"
                    : "a hierarchical group holds facet filters only, and none that is negated"
            )
        }
    }

    /// Checks the levels of a hierarchy.
    ///
    /// - Throws: `JSONError` for levels without a name, too many, or of a group that has none.
    public func check(levels: [String]) throws {
        guard levels.isEmpty || kind == .hierarchical else { throw JSONError("only a hierarchical group has levels") }
        guard levels.count <= SessionLimits.levels else {
            throw JSONError("a hierarchy has at most \(SessionLimits.levels) levels")
        }
        guard levels.allSatisfy({ (1...SessionLimits.filterText).contains($0.utf8.count) }) else {
            throw JSONError("a level of a hierarchy has no name, or one of more than \(SessionLimits.filterText) bytes")
        }
    }
}

extension FilterGroup {
    /// Checks that the group can hold filters.
    ///
    /// - Throws: `JSONError` for a filter that cannot be in a path, or is on none of the hierarchy's levels.
    public func check(_ filters: [Filter]) throws {
        try id.check(filters)
        guard let other = filters.first(where: { !canHold($0) }) else { return }
        throw JSONError("`\(other.attribute)` is not a level of the hierarchy `\(id.name)`")
    }
}

extension FilterGroup: JSONConvertible {
    /// Reads a group.
    ///
    /// - Throws: `JSONError` for a filter that the group cannot hold, and for a path of which two values share a level.
    public init(json: JSON) throws {
        let id = try ID(json: json)
        let filters = try json.list("filters").map(Filter.init(json:))
        let attributes = try json.strings("attributes")
        try id.check(filters)
        try id.check(levels: attributes)
        self.init(id: id, filters: filters, attributes: attributes)
        guard id.kind != .hierarchical || self.filters.count == filters.count else {
            throw JSONError("a path has one value of each level, and none of other attributes")
        }
    }

    public var json: JSON {
        var object = JSONObject([("kind", .string(id.kind.rawValue)), ("name", .string(id.name))])
        if !attributes.isEmpty { object["attributes"] = JSON(attributes) }
        object["filters"] = .array(filters.map(\.json))
        return .object(object)
    }
}

extension FilterGroup: RecordValue {
    public static var recordSchema: Schema { .object([], isOpen: true) }
}
