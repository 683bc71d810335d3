// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@Suite struct SearchResponseTests {
    private let highlight = Highlight(spans: [.init("Sam", isMatched: true), .init("sung <b>", isMatched: false)])

    @Test func `a page of hits has the form of the contract`() throws {
        let response = SearchResponse(
            query: "sam",
            processingTimeMS: 1.4,
            content: .hits(
                SearchResponse.Hits(
                    hits: [Hit(objectID: "p1", record: ["name": "Samsung"], highlights: ["name": highlight])],
                    totalCount: 120,
                    page: 0,
                    hitsPerPage: 20,
                    facets: ["brand": [FacetCount(value: "Samsung", count: 12), FacetCount(value: 4, count: 0)]],
                    stats: ["price": 3.5...999]
                )
            )
        )
        #expect(
            response.json == [
                "query": "sam", "page": 0, "nbHits": 120, "nbPages": 6, "hitsPerPage": 20, "processingTimeMS": 1.4,
                "hits": [
                    [
                        "objectID": "p1", "record": ["name": "Samsung"],
                        "highlights": ["name": [["Sam", true], ["sung <b>", false]]],
                    ]
                ],
                "facets": ["brand": [["value": "Samsung", "count": 12], ["value": 4, "count": 0]]],
                "facetStats": ["price": ["min": 3.5, "max": 999]],
                "exhaustive": ["nbHits": true, "facetsCount": true],
            ]
        )
        #expect(try SearchResponse(json: JSON(parsing: response.json.bytes)) == response)
    }

    @Test func `values of a facet have the form of the contract`() throws {
        let response = SearchResponse(
            query: "sam",
            processingTimeMS: 0.6,
            content: .facetValues(
                attribute: "categories",
                values: [FacetCount(value: "Samsung phones", count: 4, highlighted: highlight)]
            )
        )
        #expect(
            response.json == [
                "query": "sam", "attribute": "categories", "processingTimeMS": 0.6,
                "facetHits": [
                    ["value": "Samsung phones", "count": 4, "highlighted": [["Sam", true], ["sung <b>", false]]]
                ],
            ]
        )
        #expect(try SearchResponse(json: JSON(parsing: response.json.bytes)) == response)
        #expect(response.hits == nil)
    }

    @Test func `a response written at once says what its JSON says`() throws {
        let text = Array(#"{"objectID":"p2","n":[1.5,{"é":"<\u0001>"}]}"#.utf8)
        let warning = SearchWarning(.attributeUnknown, attribute: "x", "None has it.", remedy: "Correct it.")
        let hits = SearchResponse.Hits(
            hits: [
                Hit(objectID: "p\"1", record: ["name": "Samsung"], highlights: ["name": highlight, "a": highlight]),
                try Hit(objectID: "p2", recordText: text),
            ],
            totalCount: 2,
            facets: ["b": [FacetCount(value: "S", count: 12), FacetCount(value: 4.5, count: 0)], "a": []],
            stats: ["price": 3.5...999, "n": 1...1],
            isExhaustive: false,
            warnings: [warning]
        )
        let values = [FacetCount(value: "S", count: 4, highlighted: highlight), FacetCount(value: true, count: 1)]
        for content in [
            SearchResponse.Content.hits(hits), .hits(.init()), .facetValues(attribute: "a", values: values),
            .facetValues(attribute: "a", values: []),
        ] {
            let response = SearchResponse(query: "s\"a", processingTimeMS: 1.25, content: content)
            #expect(String(decoding: response.bytes(), as: UTF8.self) == response.json.text)
            let extended = try JSON(parsing: response.bytes(adding: JSONObject([("searcher", "p"), ("request", 3)])))
            #expect(extended["searcher"] == "p" && extended["request"] == 3 && extended["query"] == "s\"a")
            #expect(try SearchResponse(json: extended) == response)
        }
        #expect(throws: JSONError.self) { try Hit(objectID: "x", recordText: Array("{".utf8)) }
    }

    @Test func `pages are counted, whatever the figures are`() {
        for (total, size, pages) in [(0, 20, 0), (1, 20, 1), (40, 20, 2), (41, 20, 3), (5, 0, 0), (.max, 1, .max)] {
            #expect(SearchResponse.Hits(totalCount: total, hitsPerPage: size).pageCount == pages)
        }
        #expect(SearchResponse.Hits(totalCount: .max, hitsPerPage: .max).pageCount == 1)
    }

    @Test func `what is missing has a default, and what is odd is refused`() throws {
        let empty = try SearchResponse(json: [:])
        #expect(empty == SearchResponse(query: "", processingTimeMS: 0, content: .hits(SearchResponse.Hits())))
        let odd = try SearchResponse(json: ["facetStats": ["a": ["min": 2, "max": 1], "b": ["min": 1]]])
        #expect(odd.hits?.stats == [:])
        for json: JSON in [
            ["hits": 1], ["hits": [[:]]], ["facets": ["a": [["value": 1]]]], ["facetHits": []],
            ["hits": [["objectID": "a", "highlights": ["n": [["x"]]]]]],
        ] {
            #expect(throws: JSONError.self) { try SearchResponse(json: json) }
        }
    }

    @Test func `a highlight is text and knows of its matches`() throws {
        #expect(highlight.text == "Samsung <b>")
        #expect(highlight.hasMatch)
        #expect(!Highlight(spans: [.init("x", isMatched: false)]).hasMatch)
        #expect(try Highlight(json: highlight.json) == highlight)
        for json: JSON in [.null, "x", [1], [["a", 1]], [["a", true, 1]]] {
            #expect(throws: JSONError.self) { try Highlight(json: json) }
        }
    }
}
