// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Names that stand for an index in another order, as `sort-by` chooses among: `products_price_asc` for `products` by price.
///
/// Some engines have an index for each order; for the others an app file says what such a name means.
public struct IndexOrders: Sendable, Hashable {
    /// An index, and the attributes that it is ordered by.
    public struct Order: Sendable, Hashable {
        public let index: String
        public let keys: [SortKey]

        public init(_ index: String, _ keys: [SortKey]) {
            self.index = index
            self.keys = keys
        }
    }

    private let orders: [String: Order]

    public init(_ orders: [String: Order] = [:]) {
        self.orders = orders
    }

    /// The index that a name stands for: itself, if it is not that of an order.
    public func index(named name: String) -> String { orders[name]?.index ?? name }

    /// A request with the index and the order that its index stands for.
    public func resolved(_ request: SearchRequest) -> SearchRequest {
        guard let order = orders[request.index] else { return request }
        var request = request
        request.index = order.index
        if request.kind == .hits, request.sort.isEmpty { request.sort = order.keys }
        return request
    }
}

extension IndexOrders {
    /// Reads `{"products_price_asc": {"index": "products", "by": ["price:asc"]}}`.
    ///
    /// - Throws: `JSONError` for an order without an index or without an attribute.
    public init(json: JSON) throws {
        var orders: [String: Order] = [:]
        for member in json.object?.members ?? [] {
            let keys = try member.value.strings("by").map(SortKey.init(text:))
            guard !keys.isEmpty else { throw JSONError("`\(member.key)` has no attribute in `by`") }
            orders[member.key] = Order(try member.value.requiredString("index"), keys)
        }
        self.init(orders)
    }
}
