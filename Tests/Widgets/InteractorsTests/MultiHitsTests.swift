// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct MultiHitsTests {
    typealias Tester = InteractorTester<MultiHitsInteractor>

    private func sections(_ parameters: JSON = [:]) throws -> Tester {
        try Tester(MultiHitsInteractor.self, searcher: "everything", members: ["products", "categories"], parameters)
    }

    private func section(_ tester: Tester, _ name: String) -> JSON? {
        tester.view["sections"]?.array?.first { $0["searcher"]?.string == name }
    }

    /// The sections with contents.
    private func listed(_ tester: Tester) -> [String] {
        (tester.view["sections"]?.array ?? []).filter { $0["listed"] == true }.compactMap { $0["searcher"]?.string }
    }

    @Test func `a section whose records are of another form fails alone, and shows none from before`() throws {
        let sections = try sections([
            "sections": [["searcher": "products", "schema": ["name": "text"]], ["searcher": "categories"]]
        ])
        func answer(_ request: Int, _ name: JSON) {
            let hit = Hit(objectID: "7", record: ["objectID": "7", "name": name])
            sections.answer(request, query: "a", of: "products", SearchResponse.Hits(hits: [hit], totalCount: 1))
        }
        answer(1, "Lamp")
        #expect(section(sections, "products")?["phase"] == "ready")
        sections.answer(1, query: "a", of: "categories", .page(0, of: 9))
        answer(2, 5)
        let failed = section(sections, "products")
        #expect(failed?["phase"] == "failed" && failed?["error"]?["code"] == "invalid-record")
        #expect(failed?["hits"] == [] && failed?["stale"] == nil)
        #expect(section(sections, "categories")?["phase"] == "ready")
        answer(3, "Kettle")
        #expect(section(sections, "products")?["phase"] == "ready" && section(sections, "products")?["error"] == nil)
    }

    @Test func `each searcher has a section of its own length and title`() throws {
        let given: JSON = [["searcher": "categories", "title": "أقسام", "hits": 1], ["searcher": "products"]]
        let sections = try sections(["sections": given, "hitsPerSection": 2])
        #expect(listed(sections) == [])
        sections.answer(1, query: "a", of: "products", .page(0, of: 9))
        sections.answer(1, query: "a", of: "categories", .page(0, of: 9))
        #expect(sections.view["sections"]?.array?.map { $0["title"] } == ["أقسام", "products"])
        #expect(section(sections, "categories")?["hits"]?.array?.count == 1)
        #expect(section(sections, "products")?["hits"]?.array?.count == 2)
        #expect(section(sections, "products")?["nbHits"] == 9)
    }

    @Test func `one that fails leaves the others standing`() throws {
        let sections = try sections()
        for name in ["products", "categories"] { sections.request(1, query: "a", of: name) }
        sections.answer(1, query: "a", of: "products", .page(0, of: 9))
        sections.search(1, .failed(), of: "categories")
        sections.expectView(["phase": "ready"])
        #expect(section(sections, "products")?["phase"] == "ready")
        #expect(section(sections, "categories")?["phase"] == "failed")
        #expect(section(sections, "categories")?["error"]?["code"] == "backend-failed")
    }

    @Test func `a searcher of values has them as its section`() throws {
        let sections = try sections(["hitsPerSection": 1])
        let values = [FacetCount(value: "TVs", count: 4), FacetCount(value: "Lamps", count: 1)]
        let content = SearchResponse.Content.facetValues(attribute: "category", values: values)
        let response = SearchResponse(query: "t", processingTimeMS: 1, content: content)
        sections.give(.results(searcher: "categories", request: 1, response))
        #expect(section(sections, "categories")?["nbHits"] == 2)
        #expect(section(sections, "categories")?["values"]?.array?.map { $0["label"] } == ["TVs"])
    }

    @Test func `empty sections are listed if so wished, and an empty text lists nothing if so wished`() throws {
        let shown = try sections(["showEmpty": true])
        #expect(listed(shown) == ["products", "categories"])
        let waiting = try sections(["showItemsOnEmptyQuery": false])
        waiting.answer(1, of: "products", .page(0, of: 9))
        #expect(listed(waiting) == [])
        waiting.answer(2, query: "a", of: "products", .page(0, of: 9))
        #expect(listed(waiting) == ["products"])
        waiting.request(3, isAdmitted: false, of: "products")
        #expect(listed(waiting) == [])
    }

    @Test(
        arguments: [
            ["sections": [["searcher": "films"]]], ["sections": [["title": "x"]]], ["hitsPerSection": 0],
            ["sections": [["searcher": "products"], ["searcher": "products"]]],
        ] as [JSON]
    )
    func `invalid parameters are refused`(_ parameters: JSON) {
        #expect(throws: ParameterError.self) { try sections(parameters) }
    }
}
