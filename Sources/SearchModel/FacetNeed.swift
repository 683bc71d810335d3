// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// What somebody needs to know of an attribute's values: how many of them, counted from which end.
///
/// A request may hold several needs for one attribute; the answer then lists what any of them asks for, each value once.
public struct FacetNeed: Sendable, Hashable {
    /// Which values come first, and so which ones the limit leaves out.
    public enum Order: String, Sendable, Hashable, CaseIterable {
        case countDescending = "count:desc"
        case countAscending = "count:asc"
        case nameAscending = "name:asc"
        case nameDescending = "name:desc"
    }

    /// The attribute whose values are counted; nested ones are written with dots.
    public var attribute: String
    /// How many values are listed at the most; selected ones are listed beyond it.
    public var limit: Int
    /// Which values the limit keeps, of those that some record has.
    public var order: Order

    public init(_ attribute: String, limit: Int = 100, order: Order = .countDescending) {
        self.attribute = attribute
        self.limit = limit
        self.order = order
    }
}

extension FacetNeed.Order {
    /// Whether a value comes before another; names decide between counts that are the same.
    public func precedes(_ left: FacetCount, _ right: FacetCount) -> Bool {
        switch self {
        case .countDescending: FacetCount.isCommoner(left, right)
        case .countAscending where left.count != right.count: left.count < right.count
        case .countAscending, .nameAscending: FacetName(left.value) < FacetName(right.value)
        case .nameDescending: FacetName(right.value) < FacetName(left.value)
        }
    }
}
