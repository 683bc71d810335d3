// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct HitsPerPageTests {
    typealias Tester = InteractorTester<HitsPerPageInteractor>

    private static let items: JSON = [
        ["value": 20, "label": "20 a page", "default": true], ["value": 40],
    ]

    @Test func `a session starts with the default`() throws {
        let size = try Tester(HitsPerPageInteractor.self, ["items": Self.items])
        #expect(size.session.state.searchers["products"]?.hitsPerPage == 20)
        let other = try Tester(HitsPerPageInteractor.self, ["items": [["value": 20]]])
        #expect(other.session.state.searchers["products"]?.hitsPerPage == nil)
    }

    @Test func `selecting asks for pages of another length, from the first one`() throws {
        let size = try Tester(HitsPerPageInteractor.self, ["items": Self.items])
        size.send("select", ["value": 40])
        #expect(size.session.state.searchers["products"] == SearcherState(page: 0, hitsPerPage: 40))
        size.expectView([
            "selected": 40,
            "items": [
                ["label": "20 a page", "value": 20, "selected": false],
                ["label": "40", "value": 40, "selected": true],
            ],
        ])
        size.send("select", ["value": 40], .unchanged)
    }

    @Test func `without a choice the answer says how many`() throws {
        let size = try Tester(HitsPerPageInteractor.self, ["items": [["value": 3], ["value": 9]]])
        size.expectView(["selected": .null])
        size.answer(1, .page(0, of: 9))
        size.expectView(["selected": 3])
        size.request(2, isAdmitted: false)
        size.expectView(["selected": .null])
    }

    @Test func `nonsense is rejected`() throws {
        let size = try Tester(HitsPerPageInteractor.self, ["items": Self.items])
        size.sendRejected("select", ["value": 30], "not one of the widget's numbers")
        size.sendRejected("select", ["value": 0], "whole number")
        size.sendRejected("select", ["value": 1001], "whole number")
        size.sendRejected("dance", [:], "does not understand")
    }

    @Test(
        arguments: [
            [:], ["items": []], ["items": [["value": 0]]], ["items": [["value": 1001]]],
            ["items": [["value": 5], ["value": 5]]],
            ["items": [["value": 5, "default": true], ["value": 6, "default": true]]],
        ] as [JSON]
    )
    func `invalid parameters are refused`(_ parameters: JSON) {
        #expect(throws: ParameterError.self) { try Tester(HitsPerPageInteractor.self, parameters) }
    }
}
