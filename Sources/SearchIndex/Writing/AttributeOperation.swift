// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What an update does to one attribute of a record: puts a value in its place, or works on the value that is there.
enum AttributeOperation {
    /// The value that an attribute has after an update; `nil` leaves it as it is.
    ///
    /// An object with `_operation` and `value` is an operation: `Increment`, `Decrement`, `IncrementFrom`, `IncrementSet`, on
    /// numbers, `Add`, `AddUnique` and `Remove` on lists. Numbers that would be none leave the attribute as it is.
    static func apply(_ update: JSON, to current: JSON?) -> JSON? {
        guard let name = update["_operation"]?.string else { return update }
        let value = update["value"] ?? .null
        switch name {
        case "Increment": return sum(current, value.double)
        case "Decrement": return sum(current, value.double.map { -$0 })
        case "IncrementFrom": return (current?.double ?? 0) == value.double ? sum(current, 1) : nil
        case "IncrementSet": return value.double.map { $0 > current?.double ?? 0 } == true ? value : nil
        case "Add": return .array(list(current) + [value])
        case "AddUnique": return list(current).contains(value) ? nil : .array(list(current) + [value])
        case "Remove": return .array(list(current).filter { $0 != value })
        default: return update
        }
    }

    private static func sum(_ current: JSON?, _ change: Double?) -> JSON? {
        guard let change else { return nil }
        let sum = (current?.double ?? 0) + change
        return sum.isFinite ? .number(sum) : nil
    }

    private static func list(_ current: JSON?) -> [JSON] {
        current?.array ?? current.map { $0.isNull ? [] : [$0] } ?? []
    }
}
