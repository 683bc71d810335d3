// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// What an update does to one attribute of a record: puts a value in its place, or works on the value that is there.
enum AttributeOperation {
    /// The value that an attribute has after an update; `nil` leaves it as it is.
    ///
    /// An object with `_operation` and `value` is an operation: `Increment`, `Decrement`, `IncrementFrom`, `IncrementSet`, on
    /// numbers, `Add`, `AddUnique` and `Remove` on lists. Integers of 64 bits are exact; a sum that is larger is the nearest
    /// `Double`, and an invalid result leaves the attribute unchanged.
    static func apply(_ update: JSON, to current: JSON?) -> JSON? {
        guard let name = update["_operation"]?.string else { return update }
        let value = update["value"] ?? .null
        switch name {
        case "Increment": return sum(current, value, Int64.addingReportingOverflow, +)
        case "Decrement": return sum(current, value, Int64.subtractingReportingOverflow, -)
        case "IncrementFrom": return number(current) == number(value) && value.double != nil ? increment(current) : nil
        case "IncrementSet":
            return value.double != nil && ValueOrder.precedes(number(current), number(value)) ? value : nil
        case "Add": return .array(list(current) + [value])
        case "AddUnique": return list(current).contains(value) ? nil : .array(list(current) + [value])
        case "Remove": return .array(list(current).filter { $0 != value })
        default: return update
        }
    }

    private static func increment(_ current: JSON?) -> JSON? {
        sum(current, 1, Int64.addingReportingOverflow, +)
    }

    private static func sum(
        _ current: JSON?,
        _ change: JSON,
        _ exact: (Int64) -> (Int64) -> (partialValue: Int64, overflow: Bool),
        _ nearest: (Double, Double) -> Double
    ) -> JSON? {
        guard change.double != nil else { return nil }
        let (left, right) = (number(current), number(change))
        if case (.integer(let left), .integer(let right)) = (left, right) {
            let (sum, isTooLarge) = exact(left)(right)
            if !isTooLarge { return .int(sum) }
        }
        let sum = nearest(left.double ?? 0, right.double ?? 0)
        return sum.isFinite ? .number(sum) : nil
    }

    /// The number that an attribute has, 0 where it has none.
    private static func number(_ json: JSON?) -> FacetValue {
        switch json.flatMap(FacetValue.init(scalar:)) {
        case .integer(let number)?: .integer(number)
        case .number(let number)?: FacetValue(number)
        case .text, .bool, nil: 0
        }
    }

    private static func list(_ current: JSON?) -> [JSON] {
        current?.array ?? current.map { $0.isNull ? [] : [$0] } ?? []
    }
}
