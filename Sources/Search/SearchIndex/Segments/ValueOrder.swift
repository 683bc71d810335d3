// SPDX-License-Identifier: MIT

import SearchModel

/// The order of facet values by name: booleans, then numbers, then texts.
enum ValueOrder {
    static func precedes(_ left: FacetValue, _ right: FacetValue) -> Bool {
        switch (left, right) {
        case (.bool(let left), .bool(let right)): !left && right
        case (.text(let left), .text(let right)): left < right
        case (.integer(let left), .integer(let right)): left < right
        case (.number(let left), .number(let right)): left < right
        case (.integer(let left), .number(let right)): isLess(left, right)
        case (.number(let left), .integer(let right)): Int64(exactly: left) != right && !isLess(right, left)
        default: rank(left) < rank(right)
        }
    }

    /// Whether a whole number is below another number; a `Double` of it may be another whole number.
    private static func isLess(_ whole: Int64, _ number: Double) -> Bool {
        if let exact = Int64(exactly: number) { return whole < exact }
        return abs(number) < 0x1p63 ? Double(whole) < number : number > 0
    }

    private static func rank(_ value: FacetValue) -> Int {
        switch value {
        case .bool: 0
        case .integer, .number: 1
        case .text: 2
        }
    }
}
