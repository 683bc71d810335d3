// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct CurrentFiltersTests {
    typealias Tester = InteractorTester<CurrentFiltersInteractor>

    private let brand = FilterGroup.or("brand", .facet("brand", "Apple"))
    private let price = FilterGroup.and("price", .range("price", 1...10))

    private func labels(_ list: Tester) -> [String] {
        list.view["items"]?.array?.compactMap { $0["label"]?.string } ?? []
    }

    @Test func `every filter is listed with its group`() throws {
        let list = try Tester(CurrentFiltersInteractor.self)
        #expect(list.view == ["phase": "idle", "items": []])
        list.filters(brand)
        #expect(
            list.view == [
                "phase": "ready",
                "items": [
                    [
                        "attribute": "brand", "label": "Apple",
                        "filter": ["type": "facet", "attribute": "brand", "value": "Apple"],
                        "group": ["kind": "or", "name": "brand"],
                    ]
                ],
            ]
        )
    }

    @Test func `each kind of filter has words`() throws {
        let list = try Tester(CurrentFiltersInteractor.self)
        list.filters(
            .and(
                "x",
                .facet("color", "red"),
                .facet("freeShipping", true),
                .facet("freeShipping", false),
                .facet("rating", 4),
                .comparison("price", .greater, 10),
                .range("price", 1...10.5),
                .tag("new"),
                .facet("color", "red", isNegated: true),
                .date("published", DatePeriod(.last(7, .day), in: .milliseconds)),
                .date("published", DatePeriod(.this(.month)), isNegated: true),
                try Filter(json: ["type": "geo", "point": [48.5, 11], "radius": 500])
            )
        )
        #expect(
            labels(list) == [
                "red", "freeShipping", "freeShipping", "rating: 4.0", "price > 10.0", "price: 1.0 to 10.5", "new",
                "not red", "published: last 7 days", "not published: this month",
                "within 500 m of 48.5, 11",
            ]
        )
    }

    @Test func `one filter is removed, or all of them`() throws {
        let list = try Tester(CurrentFiltersInteractor.self)
        list.filters(brand, price)
        let data: JSON = ["filter": Filter.facet("brand", "Apple").json, "group": brand.id.json]
        list.send("remove", data)
        #expect(labels(list) == ["price: 1.0 to 10.0"] && list.filters.groups == [price])
        list.send("remove", data, .unchanged)
        list.send("clear")
        #expect(list.filters.isEmpty)
        list.send("clear", [:], .unchanged)
    }

    @Test func `a scope limits what is listed, removed and cleared`() throws {
        let list = try Tester(CurrentFiltersInteractor.self, ["attributes": ["price"], "except": true])
        list.filters(brand, price)
        #expect(labels(list) == ["Apple"])
        list.sendRejected(
            "remove",
            ["filter": ["type": "numeric", "attribute": "price", "range": [1, 10]], "group": price.id.json],
            "not about"
        )
        list.send("clear")
        #expect(list.filters.groups == [price])
    }

    @Test func `nonsense is rejected`() throws {
        let list = try Tester(CurrentFiltersInteractor.self)
        list.sendRejected("remove", [:], "missing")
        list.sendRejected("remove", ["filter": ["type": "x"], "group": ["kind": "or", "name": "a"]], "type")
        list.sendRejected("add", [:], "does not understand")
        #expect(throws: ParameterError.self) { try Tester(CurrentFiltersInteractor.self, ["groups": ["brand"]]) }
    }
}
