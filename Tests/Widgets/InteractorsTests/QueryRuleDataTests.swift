// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct QueryRuleDataTests {
    typealias Tester = InteractorTester<QueryRuleDataInteractor>

    private func hits(_ data: [JSON], redirect: String? = nil) -> SearchResponse.Hits {
        var hits = SearchResponse.Hits.page(0, of: 1)
        hits.remarks = .init(customData: data, redirect: redirect)
        return hits
    }

    @Test func `the first data that fit are shown`() throws {
        let rules = try Tester(QueryRuleDataInteractor.self, ["schema": ["number": "integer"]])
        rules.answer(1, hits([["number": "1"], ["number": 1, "title": "تخفيضات 🎉"], ["number": 2]]))
        rules.expectView(["item": ["number": 1, "title": "تخفيضات 🎉"], "banner": ["title": "تخفيضات 🎉"]])
        rules.answer(2, hits([["other": 1]]))
        rules.expectView(["item": .null, "banner": .null])
    }

    @Test func `data of another type are ignored`() throws {
        let rules = try Tester(QueryRuleDataInteractor.self, ["dataType": "banner"])
        rules.answer(1, hits([["type": "note", "title": "a"], ["type": "banner", "title": "b"]]))
        rules.expectView(["banner": ["title": "b"]])
    }

    @Test func `a banner is made of the members that the app file names`() throws {
        let rules = try Tester(QueryRuleDataInteractor.self, ["banner": ["title": "heading", "image": "img"]])
        rules.answer(1, hits([["heading": "H", "title": "no", "img": "/a.png", "link": "/sale", "text": 7]]))
        rules.expectView(["banner": ["title": "H", "image": "/a.png", "link": "/sale"]])
    }

    @Test func `people are sent where the data or the engine say`() throws {
        let rules = try Tester(QueryRuleDataInteractor.self)
        rules.answer(1, hits([["redirect": "/sale"]], redirect: "/other"))
        rules.expectView(["redirect": "/sale"])
        rules.answer(2, hits([], redirect: "/other"))
        rules.expectView(["redirect": "/other"])
        rules.request(3, isAdmitted: false)
        rules.expectView(["redirect": .null, "phase": "idle"])
    }

    @Test func `after a failure the last data stay`() throws {
        let rules = try Tester(QueryRuleDataInteractor.self)
        rules.answer(1, hits([["title": "a"]]))
        rules.search(2, .failed())
        rules.expectView(["item": ["title": "a"], "stale": true])
        rules.sendRejected("select", [:], "does not understand")
    }

    @Test(arguments: [["schema": ["a": "date"]], ["schema": []], ["dataType": 1], ["banner": ["x": "y"]]] as [JSON])
    func `invalid parameters are refused`(_ parameters: JSON) {
        #expect(throws: ParameterError.self) { try Tester(QueryRuleDataInteractor.self, parameters) }
    }
}
