// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct SortByTests {
    typealias Tester = InteractorTester<SortByInteractor>

    private static let items: JSON = [
        ["index": "products", "label": "Best"], ["index": "by_price", "label": "الأرخص 💶"], ["index": "by_date"],
    ]

    private func sortBy() throws -> Tester { try Tester(SortByInteractor.self, ["items": Self.items]) }

    private func selected(_ tester: Tester) -> [Bool] {
        tester.view["items"]?.array?.compactMap { $0["selected"]?.bool } ?? []
    }

    @Test func `selecting an index searches it from its first page`() throws {
        let sort = try sortBy()
        #expect(selected(sort) == [false, false, false])
        sort.request(1)
        sort.expectView(["selected": "products"])
        sort.send("select", ["index": "by_price"])
        #expect(sort.session.state.searchers["products"] == SearcherState(index: "by_price", page: 0))
        #expect(selected(sort) == [false, true, false])
        sort.expectView([
            "items": [
                ["label": "Best", "index": "products", "selected": false],
                ["label": "الأرخص 💶", "index": "by_price", "selected": true],
                ["label": "by_date", "index": "by_date", "selected": false],
            ]
        ])
        sort.send("select", ["index": "by_price"], .unchanged)
    }

    @Test func `the view follows the index that others choose`() throws {
        let sort = try sortBy()
        sort.give(.request(searcher: "products", MemberRequest(number: 2, index: "by_date")))
        sort.expectView(["selected": "by_date"])
        sort.give(.request(searcher: "products", MemberRequest(number: 3, index: "elsewhere")))
        sort.expectView(["selected": .null])
        #expect(selected(sort) == [false, false, false])
        sort.search(3, .failed())
        sort.expectView(["phase": "failed"])
    }

    @Test func `nonsense is rejected`() throws {
        let sort = try sortBy()
        sort.sendRejected("select", ["index": "films"], "not one of the widget's indexes")
        sort.sendRejected("select", [:], "`index` is missing")
        sort.sendRejected("select", ["index": 1], "not a text")
        sort.sendRejected("dance", [:], "does not understand")
    }

    @Test(
        arguments: [
            [:], ["items": []], ["items": [["label": "x"]]], ["items": [["index": ""]]], ["items": [["index": "a/b"]]],
            ["items": [["index": "a"], ["index": "a"]]], ["items": "a"],
        ] as [JSON]
    )
    func `invalid parameters are refused`(_ parameters: JSON) {
        #expect(throws: ParameterError.self) { try Tester(SortByInteractor.self, parameters) }
    }
}
