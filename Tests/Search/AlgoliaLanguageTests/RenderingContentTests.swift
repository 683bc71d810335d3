// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@testable import AlgoliaLanguage

/// `renderingContent`: read, refused, and handed out.
@Suite struct RenderingContentTests {
    private static let content: JSON = [
        "facetOrdering": [
            "facets": ["order": ["size", "brand"]],
            "values": [
                "brand": ["order": ["Acme"], "hide": ["Bolt"], "sortRemainingBy": "count"],
                "size": ["order": ["S", "M"], "sortRemainingBy": "hidden"],
            ],
        ],
        "redirect": ["url": "https://example.org/sale"],
        "widgets": ["banners": [["image": ["urls": [["url": "/b.png"]], "title": "Sale"], "link": ["url": "/s"]]]],
    ]

    private func answer(
        _ parameters: [(String, JSON)] = [],
        settings: [(String, JSON)] = [],
        remarks: SearchResponse.Remarks = SearchResponse.Remarks()
    ) throws -> JSON {
        let question = AlgoliaQuestion(.hits, index: "i", parameters: JSONObject(parameters))
        let query = try AlgoliaQuery(question, of: AlgoliaQuery.Index(defaults: JSONObject(settings)))
        let hits = SearchResponse.Hits(remarks: remarks)
        let response = SearchResponse(query: "", processingTimeMS: 1, content: .hits(hits))
        return try JSON(parsing: query.answer(response))
    }

    @Test func `The setting is in every answer, and a parameter takes its place`() throws {
        let settings = [("renderingContent", Self.content)]
        #expect(try answer()["renderingContent"] == nil)
        #expect(try answer(settings: settings)["renderingContent"] == Self.content)
        #expect(try answer([("renderingContent", [:])], settings: settings)["renderingContent"] == [:])
        #expect(try answer([("renderingContent", Self.content)])["renderingContent"] == Self.content)
        #expect(try answer([("renderingContent", .string(Self.content.text))])["renderingContent"] == Self.content)
        let some = [("responseFields", ["hits", "nbHits"] as JSON)]
        #expect(try answer(some, settings: settings)["renderingContent"] == nil)
    }

    @Test func `Answers repeat the parameters of the query, and not the settings of the index`() throws {
        let settings: [(String, JSON)] = [("renderingContent", Self.content), ("hitsPerPage", 3)]
        let answer = try answer([("query", "lamp")], settings: settings)
        #expect(answer["params"] == "query=lamp" && answer["hitsPerPage"] == 3)
    }

    @Test func `What an engine says is handed out, but for its own identifier of the search`() throws {
        let ordering = FacetOrdering(attributes: ["brand"])
        let remarks = SearchResponse.Remarks(
            sortedCount: 4,
            customData: [["banner": "x"]],
            facetOrdering: ordering,
            redirect: "/sale",
            queryID: "q"
        )
        let said = try answer(remarks: remarks)
        #expect(said["renderingContent"]?["facetOrdering"]?["facets"]?["order"] == ["brand"])
        #expect(said["renderingContent"]?["redirect"] == ["url": "/sale"])
        #expect(said["nbSortedHits"] == 4 && said["userData"] == [["banner": "x"]] && said["queryID"] == nil)
        #expect(try answer([("renderingContent", Self.content)], remarks: remarks)["renderingContent"] == Self.content)
    }

    @Test(
        "What makes no sense is refused by its name, in settings too",
        arguments: [
            ("", #"["order"]"#), ("", "\"{\""), (".facetOrder", #"{"facetOrder": {}}"#),
            (".facetOrdering.facets.order", #"{"facetOrdering": {"facets": {"order": "brand"}}}"#),
            (".facetOrdering.facets.order.0", #"{"facetOrdering": {"facets": {"order": [1]}}}"#),
            (".facetOrdering.values.a.hide", #"{"facetOrdering": {"values": {"a": {"hide": true}}}}"#),
            (
                ".facetOrdering.values.a.sortRemainingBy",
                #"{"facetOrdering": {"values": {"a": {"sortRemainingBy": "up"}}}}"#
            ),
            (".redirect.url", #"{"redirect": {"url": 1}}"#), (".widgets.banners", #"{"widgets": {"banners": {}}}"#),
            ("", "{\"redirect\": {\"url\": \"\(String(repeating: "x", count: 64 << 10))\"}}"),
        ] as [(String, String)]
    )
    func refused(place: String, content: String) throws {
        let members = [("renderingContent", try JSON(parsing: content))]
        let error = #expect(throws: AlgoliaError.self) { try answer(members) }
        #expect(error?.message.hasPrefix("renderingContent\(place):") == true, "\(error?.message ?? "")")
        #expect(error?.status == 400)
        #expect(throws: AlgoliaError.self) { try AlgoliaSettings(kept: JSONObject(members)).check() }
    }
}
