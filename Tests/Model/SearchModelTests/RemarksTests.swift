// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@Suite struct RemarksTests {
    private let told: JSON = [
        "nbSortedHits": 4, "appliedRelevancyStrictness": 70, "queryID": "q-1",
        "userData": [["title": "Sale"], "no object", ["n": 1]],
        "renderingContent": [
            "facetOrdering": [
                "facets": ["order": ["size", "brand", "size"]],
                "values": ["size": ["order": ["s", "m"], "hide": ["xs"], "sortRemainingBy": "alpha"], "brand": [:]],
            ],
            "redirect": ["url": "https://example.org/"],
        ],
    ]

    @Test func `what an engine remarks is read and written`() throws {
        let remarks = SearchResponse.Remarks(json: told)
        #expect(remarks.sortedCount == 4 && remarks.relevancyStrictness == 70 && remarks.queryID == "q-1")
        #expect(remarks.customData == [["title": "Sale"], ["n": 1]])
        #expect(remarks.redirect == "https://example.org/")
        #expect(remarks.facetOrdering?.attributes == ["size", "brand"])
        #expect(remarks.facetOrdering?.rules["size"] == .init(order: ["s", "m"], hide: ["xs"], rest: .alpha))
        #expect(remarks.facetOrdering?.rules["brand"] == .init())
        let content = SearchResponse.Content.hits(.init(remarks: remarks))
        let response = SearchResponse(query: "", processingTimeMS: 1, content: content)
        #expect(try SearchResponse(json: try JSON(parsing: response.bytes())) == response)
        #expect(try JSON(parsing: response.bytes()) == response.json)
    }

    @Test func `what makes no sense is not there`() {
        let odd: JSON = [
            "nbSortedHits": -1, "appliedRelevancyStrictness": 101, "queryID": 7, "userData": ["a": 1],
            "renderingContent": ["facetOrdering": ["facets": []], "redirect": ["url": ""]],
        ]
        #expect(SearchResponse.Remarks(json: odd) == .init())
        #expect(SearchResponse.Remarks(json: ["renderingContent": 7]) == .init())
    }

    @Test func `custom data keep within their limit`() {
        let large = JSON.object(JSONObject([("text", .string(String(repeating: "x", count: 16_000)))]))
        let remarks = SearchResponse.Remarks(json: ["userData": [large, large, ["n": 1]]])
        #expect(remarks.customData == [large, ["n": 1]])
    }

    @Test func `how many records a page has is in a link`() throws {
        let base = SessionState(searchers: ["products": SearcherState()])
        let scheme = PermalinkScheme(keys: [], base: base)
        let state = SessionState(searchers: ["products": SearcherState(hitsPerPage: 40)])
        #expect(state.permalink(scheme) == "?hits.products=40")
        #expect(try SessionState(permalink: "?hits.products=40", scheme) == state)
        #expect(try SessionState(permalink: "?hits.products=", scheme) == base)
        for link in ["?hits.products=0", "?hits.products=1001", "?hits.products=x"] {
            #expect(throws: (any Error).self) { try SessionState(permalink: link, scheme) }
        }
        #expect(state.json(relativeTo: base) == ["searchers": ["products": ["hitsPerPage": 40]]])
        #expect(try SessionState(json: state.json(relativeTo: base), relativeTo: base) == state)
        #expect(base.json(relativeTo: state) == ["searchers": ["products": ["hitsPerPage": .null]]])
    }
}
