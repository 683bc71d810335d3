// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

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
