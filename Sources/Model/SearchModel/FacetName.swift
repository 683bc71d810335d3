// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// What a facet value is sorted by where names are: numbers first and as numbers, then texts, capitals like small letters.
///
/// The code that truncates a list and the code that shows it must agree on this.
public struct FacetName: Sendable, Hashable, Comparable {
    private let number: Double
    private let folded: String
    private let exact: String

    public init(_ value: FacetValue) {
        number = value.double ?? .infinity
        exact = value.label
        folded = exact.lowercased()
    }

    public static func < (left: FacetName, right: FacetName) -> Bool {
        if left.number != right.number { return left.number < right.number }
        if left.folded != right.folded { return left.folded < right.folded }
        return left.exact < right.exact
    }
}
