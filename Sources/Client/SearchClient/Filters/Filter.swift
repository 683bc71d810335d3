// SPDX-License-Identifier: MIT

import Wire

/// A condition on records, for the filter states of a session.
///
/// `!Filter.facet("brand", "Acme")` selects the records that do not match it.
public struct Filter: IntentValue, Hashable {
    /// How a number of a record compares with the number of a filter.
    public enum Comparison: String, Sendable, Hashable, CaseIterable {
        case less = "<"
        case lessOrEqual = "<="
        case equal = "="
        case notEqual = "!="
        case greaterOrEqual = ">="
        case greater = ">"
    }

    /// The filter as the [protocol](../../../../docs/protocol.md#filters) has it.
    public var intentValue: JSON { .object(members) }

    private let members: JSONObject

    private init(_ members: JSONObject) { self.members = members }

    /// Records with a value of an attribute; a score orders the records of an `optional` group.
    public static func facet(_ attribute: String, _ value: String, score: Int? = nil) -> Filter {
        facet(attribute, json: .string(value), score)
    }

    /// Records with a number as a value of an attribute.
    public static func facet(_ attribute: String, _ value: Double, score: Int? = nil) -> Filter {
        facet(attribute, json: .number(value), score)
    }

    /// Records in which an attribute is true, or false.
    public static func facet(_ attribute: String, _ value: Bool, score: Int? = nil) -> Filter {
        facet(attribute, json: .bool(value), score)
    }

    private static func facet(_ attribute: String, json value: JSON, _ score: Int?) -> Filter {
        var filter = JSONObject([("type", "facet"), ("attribute", .string(attribute)), ("value", value)])
        if let score { filter["score"] = JSON(score) }
        return Filter(filter)
    }

    /// Records with a number that compares so with another one.
    public static func numeric(_ attribute: String, _ comparison: Comparison, _ value: Double) -> Filter {
        numeric(attribute, [("operator", .string(comparison.rawValue)), ("value", .number(value))])
    }

    /// Records with a number within a range, both ends included.
    public static func numeric(_ attribute: String, _ range: ClosedRange<Double>) -> Filter {
        numeric(attribute, [("range", [.number(range.lowerBound), .number(range.upperBound)])])
    }

    /// Records with a time in words, such as `last 7 days` or `since 2025-01-31`.
    public static func date(_ attribute: String, _ words: String) -> Filter {
        numeric(attribute, [("date", .string(words))])
    }

    private static func numeric(_ attribute: String, _ rest: [(String, JSON)]) -> Filter {
        Filter(JSONObject([("type", "numeric"), ("attribute", .string(attribute))] + rest))
    }

    /// Records with a tag.
    public static func tag(_ value: String) -> Filter {
        Filter(JSONObject([("type", "tag"), ("value", .string(value))]))
    }

    /// Records within so many metres of a point.
    public static func geo(latitude: Double, longitude: Double, radius: Double) -> Filter {
        let point: JSON = [.number(latitude), .number(longitude)]
        return Filter(JSONObject([("type", "geo"), ("point", point), ("radius", .number(radius))]))
    }

    public static prefix func ! (filter: Filter) -> Filter {
        var members = filter.members
        members["negated"] = members["negated"] == nil ? true : nil
        return Filter(members)
    }
}

/// What identifies a group of filters: how its filters are combined, and its name.
public enum FilterGroupID: IntentValue, Hashable {
    /// Records match all filters.
    case and(String)
    /// Records match one filter of each type.
    case or(String)
    /// Records that match come first; none is excluded.
    case optional(String)
    /// The filters are a path from the root.
    case hierarchical(String)

    public var intentValue: JSON { ["kind": .string(kind), "name": .string(name)] }

    var kind: String {
        switch self {
        case .and: "and"
        case .or: "or"
        case .optional: "optional"
        case .hierarchical: "hierarchical"
        }
    }

    var name: String {
        switch self {
        case .and(let name), .or(let name), .optional(let name), .hierarchical(let name): name
        }
    }
}
