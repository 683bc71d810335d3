// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct StatsTests {
    typealias Tester = InteractorTester<StatsInteractor>

    @Test func `the text is the template with the answer's figures`() throws {
        let stats = try Tester(StatsInteractor.self)
        stats.expectView(["phase": "idle", "text": ""])
        stats.answer(1, query: "sam", .page(0, of: 120, size: 20))
        #expect(
            stats.view == [
                "phase": "ready", "text": "120 results (1ms)", "nbHits": 120, "processingTimeMS": 1.4, "query": "sam",
                "page": 0, "nbPages": 6, "hitsPerPage": 20,
            ]
        )
    }

    @Test func `every placeholder has its value, and values are not templates`() throws {
        let template =
            "{nbHits}/{nbSortedHits} {processingTimeMS} {hitsPerPage} {nbPages} {page} <b>{query}</b>"
        let stats = try Tester(StatsInteractor.self, ["template": .string(template)])
        stats.answer(1, query: "{nbHits}", .page(2, of: 9, size: 3))
        stats.expectView(["text": "9/9 1 3 3 2 <b>{nbHits}</b>"])
    }

    @Test func `one result and none have their own words`() throws {
        let stats = try Tester(
            StatsInteractor.self,
            ["template": "{nbHits} results", "templateOne": "one result", "templateNone": "nothing for {query}"]
        )
        stats.answer(1, .page(0, of: 1))
        stats.expectView(["text": "one result"])
        stats.answer(2, query: "zzz", .page(0, of: 0))
        stats.expectView(["text": "nothing for zzz"])
        stats.answer(3, .page(0, of: 2))
        stats.expectView(["text": "2 results"])
    }

    @Test func `a facet search is one page of values`() throws {
        let stats = try Tester(StatsInteractor.self)
        stats.answer(1, query: "a", values: [FacetCount(value: "x", count: 9)], of: "color")
        stats.expectView(["nbHits": 1, "nbPages": 1, "hitsPerPage": 1, "text": "1 result (<1ms)"])
    }

    @Test func `after a failure the last line stays, or words for it appear`() throws {
        for (parameters, text) in [([:], "2 results (1ms)"), (["errorText": "Sorry"], "Sorry")] as [(JSON, JSON)] {
            let stats = try Tester(StatsInteractor.self, parameters)
            stats.answer(1, .page(0, of: 2))
            stats.search(2, .failed("backend-timeout"))
            stats.expectView(["text": text, "stale": true, "nbHits": 2])
        }
    }

    @Test func `a partial answer is marked, until a complete one`() throws {
        let stats = try Tester(StatsInteractor.self)
        let missing = SearchWarning(.answerIncomplete, attribute: "", "1 of 5 parts failed.", remedy: "Look.")
        let other = SearchWarning(.facetCut, attribute: "brand", "Cut.", remedy: "")
        stats.answer(1, SearchResponse.Hits(totalCount: 3, warnings: [other, missing]))
        stats.expectView([
            "nbHits": 3,
            "warning": ["code": "answer-incomplete", "message": "1 of 5 parts failed.", "remedy": "Look."],
        ])
        stats.answer(2, SearchResponse.Hits(totalCount: 4, warnings: [other]))
        stats.expectView(["nbHits": 4])
        #expect(stats.view["warning"] == nil)
    }

    @Test func `without a search there is no line`() throws {
        let stats = try Tester(StatsInteractor.self)
        stats.answer(1, .page(0, of: 2))
        stats.request(2, isAdmitted: false)
        stats.expectView(["phase": "idle", "text": "", "nbHits": 0])
        stats.request(3, query: "a", since: 2)
        stats.answer(1, .page(0, of: 2))
        stats.expectView(["text": ""])
        stats.answer(3, query: "a", .page(0, of: 1))
        stats.expectView(["text": "1 result (1ms)"])
    }

    @Test func `templates that make no sense are refused`() throws {
        for template: JSON in ["{nbHit} results", "{nbHits results"] {
            #expect(throws: ParameterError.self) { try Tester(StatsInteractor.self, ["template": template]) }
            #expect(throws: ParameterError.self) { try Tester(StatsInteractor.self, ["templateOne": template]) }
        }
        try Tester(StatsInteractor.self).sendRejected("clear", [:], "does not understand")
    }
}

extension StatsTests {
    @Test func `what an engine sorted is distinguished from what it found`() throws {
        let stats = try InteractorTester(
            StatsInteractor.self,
            ["template": "{nbHits}/{nbSortedHits}", "templateSorted": "{nbSortedHits} of {nbHits} {queryID}"]
        )
        var hits = SearchResponse.Hits.page(0, of: 9)
        stats.answer(1, hits)
        stats.expectView(["text": "9/9", "nbSortedHits": .null, "queryID": .null])
        hits.remarks = .init(sortedCount: 4, queryID: "q-1")
        stats.answer(2, hits)
        stats.expectView(["text": "4 of 9 q-1", "nbSortedHits": 4, "queryID": "q-1"])
        hits.remarks.sortedCount = 9
        stats.answer(3, hits)
        stats.expectView(["text": "9/9"])
    }

    @Test func `the line of what was sorted is a default of its own, unless the line is the app file's`() throws {
        var hits = SearchResponse.Hits.page(0, of: 9)
        hits.remarks = .init(sortedCount: 4)
        let stats = try InteractorTester(StatsInteractor.self)
        stats.answer(1, hits)
        stats.expectView(["text": "4 relevant results sorted out of 9 (1ms)"])
        let own = try InteractorTester(StatsInteractor.self, ["template": "{nbHits} found"])
        own.answer(1, hits)
        own.expectView(["text": "9 found"])
    }
}
