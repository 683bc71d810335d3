// SPDX-License-Identifier: MIT

/// What sort of value a filter asks for.
public enum FilterType: String, Sendable, Hashable, CaseIterable {
    /// Facet values: equal texts, numbers and booleans.
    case facet
    case numeric
    case tag
    /// Places on the earth.
    case geo

    init(of condition: Filter.Condition, on attribute: String) {
        self =
            switch condition {
            case .facet(.text) where attribute == Filter.tagAttribute: .tag
            case .facet: .facet
            case .comparison, .range, .date: .numeric
            case .geo: .geo
            }
    }
}

/// One condition on a record, structured from end to end.
public struct Filter: Sendable, Hashable {
    /// What the condition compares.
    public enum Condition: Sendable, Hashable {
        /// The attribute holds the value: a string, a number or a boolean.
        case facet(FacetValue)
        /// The attribute compares with the number.
        case comparison(Operator, Double)
        /// The attribute lies within the range, both ends included.
        case range(ClosedRange<Double>)
        /// The attribute lies within a relative time; it is resolved before it is sent to an engine.
        case date(DatePeriod)
        /// The record lies in a part of the earth.
        case geo(GeoShape)
    }

    public enum Operator: String, Sendable, Hashable, CaseIterable {
        case less = "<"
        case lessOrEqual = "<="
        case equal = "="
        case notEqual = "!="
        case greaterOrEqual = ">="
        case greater = ">"
    }

    public static let tagAttribute = "_tags"

    /// The attribute that places are kept in: an object with `lat` and `lng`, or a list of them.
    public static let geoAttribute = "_geoloc"

    /// The attribute that is looked at; nested ones are written with dots.
    public let attribute: String
    public let condition: Condition
    /// Whether the records that do *not* meet the condition are wanted.
    public let isNegated: Bool
    /// How much more a record is worth that meets the condition, to an engine that ranks by it; of facet filters only.
    public let score: Int?
    /// The bounds of a condition on numbers where one is an integer that a `Double` cannot hold; else none.
    private let exactBounds: [FacetValue]

    /// Makes a filter; a score is dropped unless it is a facet filter.
    public init(attribute: String, condition: Condition, isNegated: Bool = false, score: Int? = nil) {
        self.init(attribute: attribute, condition: condition, bounds: [], isNegated: isNegated, score: score)
    }

    /// The same with the bounds of a condition on numbers, which may be integers of 64 bits.
    private init(attribute: String, condition: Condition, bounds: [FacetValue], isNegated: Bool, score: Int? = nil) {
        self.attribute = attribute
        self.condition = condition
        self.isNegated = isNegated
        self.score = FilterType(of: condition, on: attribute) == .facet ? score : nil
        exactBounds = bounds.contains { $0.double.map { FacetValue($0) } != $0 } ? bounds : []
    }

    public static func facet(
        _ attribute: String,
        _ value: FacetValue,
        isNegated: Bool = false,
        score: Int? = nil
    ) -> Filter {
        Filter(attribute: attribute, condition: .facet(value), isNegated: isNegated, score: score)
    }

    public static func range(_ attribute: String, _ range: ClosedRange<Double>) -> Filter {
        Filter(attribute: attribute, condition: .range(range))
    }

    public static func comparison(_ attribute: String, _ comparison: Operator, _ value: Double) -> Filter {
        Filter(attribute: attribute, condition: .comparison(comparison, value))
    }

    /// A filter on a comparison with a number that may be an integer of 64 bits; `nil` for what is not a number.
    public static func comparison(
        _ attribute: String,
        _ comparison: Operator,
        exactly value: FacetValue,
        isNegated: Bool = false
    ) -> Filter? {
        value.double.map {
            Filter(attribute: attribute, condition: .comparison(comparison, $0), bounds: [value], isNegated: isNegated)
        }
    }

    /// A filter on a closed range of numbers that may be integers of 64 bits; `nil` where they are not numbers in order.
    public static func range(
        _ attribute: String,
        from low: FacetValue,
        to high: FacetValue,
        isNegated: Bool = false
    ) -> Filter? {
        guard let from = low.double, let to = high.double, from <= to else { return nil }
        return Filter(attribute: attribute, condition: .range(from...to), bounds: [low, high], isNegated: isNegated)
    }

    public static func tag(_ value: String) -> Filter {
        Filter(attribute: tagAttribute, condition: .facet(.text(value)))
    }

    /// A filter on where a record lies.
    public static func geo(_ shape: GeoShape, isNegated: Bool = false) -> Filter {
        Filter(attribute: geoAttribute, condition: .geo(shape), isNegated: isNegated)
    }

    /// What sort of value is asked for; a text among the tags is a tag.
    public var type: FilterType { FilterType(of: condition, on: attribute) }

    /// Whether the filter is on the attribute and, where one is named, of the type.
    func looks(at attribute: String, _ type: FilterType?) -> Bool {
        self.attribute == attribute && (type == nil || self.type == type)
    }

    /// The filter for the records that this one does not let through.
    public var negated: Filter {
        Filter(attribute: attribute, condition: condition, bounds: exactBounds, isNegated: !isNegated, score: score)
    }

    /// The facet value, or `nil` where this is a numeric filter.
    public var facetValue: FacetValue? {
        guard case .facet(let value) = condition else { return nil }
        return value
    }

    /// The part of the earth, or `nil` for every other condition.
    public var shape: GeoShape? {
        guard case .geo(let shape) = condition else { return nil }
        return shape
    }

    /// The number that is compared with, or the two ends of the range, exactly; none for every other condition.
    ///
    /// An integer of 64 bits is itself here, where the condition has the nearest `Double`.
    public var bounds: [FacetValue] {
        guard exactBounds.isEmpty else { return exactBounds }
        return switch condition {
        case .comparison(_, let number): [FacetValue(number)]
        case .range(let range): [FacetValue(range.lowerBound), FacetValue(range.upperBound)]
        case .facet, .date, .geo: []
        }
    }

    public func on(_ attribute: String) -> Filter {
        Filter(attribute: attribute, condition: condition, bounds: exactBounds, isNegated: isNegated, score: score)
    }

    /// The range, or `nil` for every other condition.
    public var range: ClosedRange<Double>? {
        guard case .range(let range) = condition else { return nil }
        return range
    }
}

extension Filter {
    /// The filter with its numbers within limits: the nearest ones where they are outside.
    ///
    /// A filter that is negated, and one without numbers of its own, is left as it is.
    public func clamped(to limits: ClosedRange<Double>) -> Filter {
        guard !isNegated else { return self }
        return switch condition {
        case .range(let range): .range(attribute, range.clamped(to: limits))
        case .comparison(let comparison, let number):
            .comparison(attribute, comparison, min(max(number, limits.lowerBound), limits.upperBound))
        case .date, .facet, .geo: self
        }
    }
}

extension Filter {
    /// The conditions of which some number of a record has to meet one, or `nil` for a filter on a value or a place.
    ///
    /// The negation of a condition on a number is the opposite condition, also on a number: a record without the
    /// attribute meets neither. A negated value is another thing: records without the attribute do not have it either.
    /// A time in words has no condition before it is resolved.
    public var numericConditions: [Condition]? {
        switch condition {
        case .facet, .geo: nil
        case .date: []
        case .comparison(let comparison, let bound):
            [.comparison(isNegated ? comparison.opposite : comparison, bound)]
        case .range(let range):
            isNegated
                ? [.comparison(.less, range.lowerBound), .comparison(.greater, range.upperBound)] : [.range(range)]
        }
    }
}

extension Filter.Operator {
    /// The comparison that holds where this one does not.
    public var opposite: Filter.Operator {
        switch self {
        case .less: .greaterOrEqual
        case .lessOrEqual: .greater
        case .equal: .notEqual
        case .notEqual: .equal
        case .greaterOrEqual: .less
        case .greater: .lessOrEqual
        }
    }
}
