// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Testing
import Wire

@Suite struct IndexOrdersTests {
    private let orders: IndexOrders? = try? IndexOrders(json: [
        "dear": ["index": "shop", "by": ["price:desc", "a:b:asc"]]
    ])

    @Test("a name refers to an index and its order; any other to itself")
    func resolving() {
        let request = orders?.resolved(SearchRequest(index: "dear", query: "x"))
        #expect(request?.index == "shop" && request?.query == "x")
        #expect(request?.sort == [SortKey("price", isDescending: true), SortKey("a:b")])
        #expect(orders?.resolved(SearchRequest(index: "shop")) == SearchRequest(index: "shop"))
        let values = SearchRequest(index: "dear", kind: .facetValues(attribute: "a", limit: 3))
        #expect(orders?.resolved(values).sort == [])
        #expect(orders?.index(named: "dear") == "shop" && orders?.index(named: "other") == "other")
    }

    @Test(
        "an invalid order is refused",
        arguments: [
            #"{"x": {"index": "shop", "by": []}}"#, #"{"x": {"by": ["a:asc"]}}"#,
            #"{"x": {"index": "shop", "by": ["a"]}}"#,
            #"{"x": {"index": "shop", "by": [":asc"]}}"#, #"{"x": {"index": "shop", "by": ["a:up"]}}"#,
            #"{"x": {"index": "shop", "by": [4]}}"#,
        ]
    )
    func malformed(text: String) throws {
        let json = try JSON(parsing: text)
        #expect(throws: JSONError.self) { try IndexOrders(json: json) }
    }

    @Test("an engine without configured orders refuses one, with an explanation")
    func refused() async {
        let engine = ScriptedBackend { _ in ["hits": []] }
        let service = BackendService(engine, name: "far", orders: orders ?? IndexOrders())
        let result = await service.search([SearchRequest(index: "dear")])[0]
        guard case .failure(let error) = result else {
            Issue.record("an order was left out in silence")
            return
        }
        #expect(error.code == .invalidArgument && error.message.contains("`price`"))
    }
}
