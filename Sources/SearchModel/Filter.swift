// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What sort of value a filter asks for.
public enum FilterType: String, Sendable, Hashable, CaseIterable {
    /// Facet values: texts, numbers and truth values that are the same.
    case facet
    /// Numbers that are compared.
    case numeric
    /// Tags.
    case tag
}

/// One condition on a record, structured from end to end.
public struct Filter: Sendable, Hashable {
    /// What the condition compares.
    public enum Condition: Sendable, Hashable {
        /// The attribute holds the value: a string, a number or a truth value.
        case facet(FacetValue)
        /// The attribute compares with the number.
        case comparison(Operator, Double)
        /// The attribute lies within the range, both ends included.
        case range(ClosedRange<Double>)
    }

    /// How a number is compared.
    public enum Operator: String, Sendable, Hashable, CaseIterable {
        case less = "<"
        case lessOrEqual = "<="
        case equal = "="
        case notEqual = "!="
        case greaterOrEqual = ">="
        case greater = ">"
    }

    /// The attribute that tags are kept in.
    public static let tagAttribute = "_tags"

    /// The attribute that is looked at; nested ones are written with dots.
    public let attribute: String
    /// What is asked of it.
    public let condition: Condition
    /// Whether the records that do *not* meet the condition are wanted.
    public let isNegated: Bool

    public init(attribute: String, condition: Condition, isNegated: Bool = false) {
        self.attribute = attribute
        self.condition = condition
        self.isNegated = isNegated
    }

    /// A filter on a facet value.
    public static func facet(_ attribute: String, _ value: FacetValue, isNegated: Bool = false) -> Filter {
        Filter(attribute: attribute, condition: .facet(value), isNegated: isNegated)
    }

    /// A filter on a closed range of numbers.
    public static func range(_ attribute: String, _ range: ClosedRange<Double>) -> Filter {
        Filter(attribute: attribute, condition: .range(range))
    }

    /// A filter on a comparison with a number.
    public static func comparison(_ attribute: String, _ comparison: Operator, _ value: Double) -> Filter {
        Filter(attribute: attribute, condition: .comparison(comparison, value))
    }

    /// A filter on a tag.
    public static func tag(_ value: String) -> Filter {
        Filter(attribute: tagAttribute, condition: .facet(.text(value)))
    }

    /// What sort of value is asked for; a text among the tags is a tag.
    public var type: FilterType {
        switch condition {
        case .facet(.text) where attribute == Filter.tagAttribute: .tag
        case .facet: .facet
        case .comparison, .range: .numeric
        }
    }

    /// Whether the filter is on the attribute and, where one is named, of the type.
    func looks(at attribute: String, _ type: FilterType?) -> Bool {
        self.attribute == attribute && (type == nil || self.type == type)
    }

    /// The filter for the records that this one does not let through.
    public var negated: Filter {
        Filter(attribute: attribute, condition: condition, isNegated: !isNegated)
    }

    /// The facet value, or `nil` where this is a numeric filter.
    public var facetValue: FacetValue? {
        guard case .facet(let value) = condition else { return nil }
        return value
    }

    /// The range, or `nil` for every other condition.
    public var range: ClosedRange<Double>? {
        guard case .range(let range) = condition else { return nil }
        return range
    }
}

extension Filter: JSONConvertible {
    public init(json: JSON) throws {
        let isNegated = try json.truth("negated") ?? false
        switch try json.requiredString("type") {
        case "facet":
            let value = try json.requiredFacetValue("value")
            let attribute = try Filter.attribute(in: json)
            self.init(attribute: attribute, condition: .facet(value), isNegated: isNegated)
        case "numeric":
            let attribute = try Filter.attribute(in: json)
            self.init(attribute: attribute, condition: try Filter.numericCondition(in: json), isNegated: isNegated)
        case "tag":
            let value = try json.requiredString("value")
            self.init(attribute: Filter.tagAttribute, condition: .facet(.text(value)), isNegated: isNegated)
        case let other:
            throw JSONError("`type` of a filter is `\(other)`, not facet, numeric or tag")
        }
    }

    private static func attribute(in json: JSON) throws -> String {
        let attribute = try json.requiredString("attribute")
        guard !attribute.isEmpty else { throw JSONError("`attribute` is empty") }
        return attribute
    }

    private static func numericCondition(in json: JSON) throws -> Condition {
        if let ends = json["range"]?.array {
            guard ends.count == 2, let low = ends[0].double, let high = ends[1].double, low <= high else {
                throw JSONError("`range` is not two numbers in order")
            }
            return .range(low...high)
        }
        guard let comparison = Operator(rawValue: try json.requiredString("operator")) else {
            throw JSONError("`operator` is not one of < <= = != >= >")
        }
        return .comparison(comparison, try json.requiredDouble("value"))
    }

    public var json: JSON {
        var object = JSONObject()
        switch condition {
        case .facet(let value) where attribute == Filter.tagAttribute && value.string != nil:
            object["type"] = "tag"
            object["value"] = value.json
        case .facet(let value):
            object["type"] = "facet"
            object["attribute"] = .string(attribute)
            object["value"] = value.json
        case .comparison(let comparison, let value):
            object["type"] = "numeric"
            object["attribute"] = .string(attribute)
            object["operator"] = .string(comparison.rawValue)
            object["value"] = .number(value)
        case .range(let range):
            object["type"] = "numeric"
            object["attribute"] = .string(attribute)
            object["range"] = .array([.number(range.lowerBound), .number(range.upperBound)])
        }
        if isNegated { object["negated"] = true }
        return .object(object)
    }
}
