// SPDX-License-Identifier: MIT

import Wire

/// What a widget needs to know of an attribute's values: how many of them, counted from which end.
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
    /// The maximum of listed values; selected ones are listed beyond it.
    public var limit: Int
    /// Which values the limit keeps, of those that some record has.
    public var order: Order

    public init(_ attribute: String, limit: Int = 100, order: Order = .countDescending) {
        self.attribute = attribute
        self.limit = limit
        self.order = order
    }
}

extension FacetNeed: ExpressibleByStringLiteral {
    /// The hundred commonest values of an attribute.
    public init(stringLiteral attribute: String) { self.init(attribute) }
}

extension FacetNeed: JSONConvertible {
    public init(json: JSON) throws {
        let attribute = try json.requiredString("attribute")
        let limit = try json.integer("limit") ?? 100
        guard (1...256).contains(attribute.utf8.count) else { throw JSONError("`attribute` must have 1 to 256 bytes") }
        guard (1...1_000).contains(limit) else { throw JSONError("`limit` is not within 1 and 1000") }
        guard let order = Order(rawValue: json["order"]?.string ?? Order.countDescending.rawValue) else {
            throw JSONError("`order` is not one of: \(Order.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self.init(attribute, limit: limit, order: order)
    }

    public var json: JSON {
        ["attribute": .string(attribute), "limit": JSON(limit), "order": .string(order.rawValue)]
    }
}

extension FacetNeed: Comparable {
    public static func < (left: FacetNeed, right: FacetNeed) -> Bool {
        (left.attribute, left.order.rawValue, left.limit) < (right.attribute, right.order.rawValue, right.limit)
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
