// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct RelevantSortTests {
    typealias Tester = InteractorTester<RelevantSortInteractor>

    private func hits(_ strictness: Int?, sorted: Int? = nil) -> SearchResponse.Hits {
        var hits = SearchResponse.Hits.page(0, of: 9)
        hits.remarks = .init(sortedCount: sorted, relevancyStrictness: strictness)
        return hits
    }

    @Test func `what the engine applied is what is shown`() throws {
        let sort = try Tester(RelevantSortInteractor.self)
        sort.expectView(["priority": .null, "enabled": false])
        sort.answer(1, hits(70, sorted: 4))
        sort.expectView(["priority": "relevancy", "enabled": true, "nbHits": 9, "nbSortedHits": 4])
        sort.answer(2, hits(0))
        sort.expectView(["priority": "hits-count", "nbSortedHits": .null])
        sort.answer(3, hits(nil, sorted: 4))
        sort.expectView(["priority": "relevancy"])
        sort.answer(4, hits(nil))
        sort.expectView(["priority": .null, "enabled": false])
    }

    @Test func `turning it around sets the searcher's parameter`() throws {
        let sort = try Tester(RelevantSortInteractor.self)
        sort.answer(1, hits(100, sorted: 4))
        sort.send("toggle")
        sort.expect("set-parameter", to: "products", ["name": "relevancyStrictness", "value": 0])
        let all = JSONObject([("relevancyStrictness", 0)])
        sort.give(.request(searcher: "products", MemberRequest(number: 2, index: "products", parameters: all)))
        sort.expectView(["priority": "hits-count"])
        sort.send("toggle")
        sort.expect("set-parameter", to: "products", ["name": "relevancyStrictness", "value": 100])
    }

    @Test func `where there is no choice nothing is turned around`() throws {
        let sort = try Tester(RelevantSortInteractor.self)
        sort.send("toggle", [:], .unchanged)
        sort.answer(1, hits(nil))
        sort.send("toggle", [:], .unchanged)
        sort.sendRejected("dance", [:], "does not understand")
        sort.search(2, .failed())
        sort.expectView(["phase": "failed", "stale": true])
    }

    @Test func `without a search nothing is known`() throws {
        let sort = try Tester(RelevantSortInteractor.self)
        sort.answer(1, hits(100, sorted: 4))
        sort.request(2, isAdmitted: false)
        sort.expectView(["priority": .null, "nbHits": 0])
    }
}
