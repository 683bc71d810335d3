// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// The order of facet values by name: truth values, then numbers, then texts.
enum ValueOrder {
    /// Whether a value comes before another.
    static func precedes(_ left: JSON, _ right: JSON) -> Bool {
        switch (left, right) {
        case (.bool(let left), .bool(let right)): return !left && right
        case (.string(let left), .string(let right)): return left < right
        case (.int(let left), .int(let right)): return left < right
        default:
            if let left = left.double, let right = right.double { return left < right }
            return rank(left) < rank(right)
        }
    }

    private static func rank(_ value: JSON) -> Int {
        switch value {
        case .bool: 0
        case .int, .double: 1
        default: 2
        }
    }
}
