// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Numbers from one to another, of which a record needs one.
public struct NumberInterval: Sendable, Hashable {
    /// The ends, one of them at least; both are finite.
    public let lower: Double?
    public let upper: Double?
    /// Whether the end is no part of it; such an interval has one end.
    public let isOpen: Bool

    /// The interval as comparisons that must all hold for one number.
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
    /// The intervals of which some number of a record must lie in one; none for a filter that no number meets.
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
    /// What is beyond all numbers is no end, as long as there is another.
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
