// SPDX-License-Identifier: MIT

/// An interval of numbers; a record matches with one number in it.
public struct NumberInterval: Sendable, Hashable {
    /// The finite bounds; at least one is set.
    public let lower: Double?
    public let upper: Double?
    /// Whether the bound itself is excluded; an open interval has a single bound.
    public let isOpen: Bool

    /// The comparisons that a number in the interval meets.
    public var comparisons: [(sign: Filter.Operator, bound: Double)] {
        if let lower, lower == upper { return [(.equal, lower)] }
        let comparisons = [
            lower.map { (sign: isOpen ? Filter.Operator.greater : .greaterOrEqual, bound: $0) },
            upper.map { (sign: isOpen ? Filter.Operator.less : .lessOrEqual, bound: $0) },
        ]
        return comparisons.compactMap(\.self)
    }
}

extension Filter {
    /// The intervals of which a number of a record must be in one; empty for a filter that no number meets.
    ///
    /// `nil` for a filter on a value or a place.
    public var intervals: [NumberInterval]? {
        numericConditions?.flatMap { condition -> [NumberInterval] in
            switch condition {
            case .comparison(_, let bound) where !bound.isFinite: []
            case .comparison(let sign, let bound): NumberInterval.all(sign, bound)
            case .range(let range): [NumberInterval(range)]
            case .facet, .date, .geo: []
            }
        }
    }
}

extension NumberInterval {
    /// Leaves out an infinite bound if the other one is finite.
    fileprivate init(_ range: ClosedRange<Double>) {
        let ends = [range.lowerBound, range.upperBound].map { $0.isFinite ? $0 : nil }
        self.init(lower: ends[1] == nil ? ends[0] ?? -.greatestFiniteMagnitude : ends[0], upper: ends[1], isOpen: false)
    }

    fileprivate static func all(_ sign: Filter.Operator, _ bound: Double) -> [NumberInterval] {
        switch sign {
        case .less: [NumberInterval(lower: nil, upper: bound, isOpen: true)]
        case .lessOrEqual: [NumberInterval(lower: nil, upper: bound, isOpen: false)]
        case .equal: [NumberInterval(lower: bound, upper: bound, isOpen: false)]
        case .notEqual: all(.less, bound) + all(.greater, bound)
        case .greaterOrEqual: [NumberInterval(lower: bound, upper: nil, isOpen: false)]
        case .greater: [NumberInterval(lower: bound, upper: nil, isOpen: true)]
        }
    }
}
