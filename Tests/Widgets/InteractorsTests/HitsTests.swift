// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct HitsTests {
    typealias Tester = InteractorTester<HitsInteractor>

    /// The positions of the hits in the main view.
    private func positions(_ hits: Tester) -> [Int] {
        hits.view["hits"]?.array?.compactMap { $0["position"]?.int } ?? []
    }

    @Test func `the view is what the contract says`() throws {
        let hits = try Tester(HitsInteractor.self, ["template": ["title": "name"]])
        let hit = Hit(
            objectID: "p1",
            record: ["name": "Phone"],
            highlights: ["name": Highlight(spans: [.init("Ph", isMatched: true), .init("one", isMatched: false)])]
        )
        hits.answer(3, query: "ph", SearchResponse.Hits(hits: [hit], totalCount: 41, page: 0, hitsPerPage: 20))
        #expect(
            hits.view == [
                "phase": "ready", "query": "ph", "nbHits": 41, "nbPages": 3, "hitsPerPage": 20, "list": 3, "page": 0,
                "pages": 1, "loaded": [0], "firstPage": 0, "remaining": 21,
                "hits": [
                    [
                        "objectID": "p1", "position": 0, "record": ["name": "Phone"],
                        "highlights": ["name": [["Ph", true], ["one", false]]],
                    ]
                ],
                "hasMore": true, "loadingMore": false, "hasPrevious": false, "loadingPrevious": false,
                "template": ["title": "name"],
            ]
        )
    }

    @Test func `each further page is a view of its own, and the same page replaces itself`() throws {
        let hits = try Tester(HitsInteractor.self)
        hits.answer(1, .page(0, of: 6))
        hits.answer(2, .page(1, of: 6))
        hits.expectPage(1, of: 1, [3, 4, 5])
        #expect(positions(hits) == [0, 1, 2])
        hits.expectView(["pages": 2, "hasMore": false, "list": 1])
        hits.answer(3, .page(1, of: 5))
        hits.expectPage(1, of: 1, [3, 4])
        hits.expectView(["nbHits": 5, "pages": 2])
    }

    @Test func `a page that differs from the list's in the page alone may leave a gap`() throws {
        let hits = try Tester(HitsInteractor.self, ["keepPages": "all"])
        hits.answer(1, query: "a", .page(0, of: 20))
        hits.answer(2, query: "a", .page(4, of: 20))
        hits.expectPage(1, of: 1, [12, 13, 14], page: 4)
        hits.expectView(["pages": 2, "loaded": [0, 4], "firstPage": 0, "remaining": 5, "hasPrevious": false])
        hits.send("present", ["row": 7])
        hits.expect("load-page", to: "products", ["page": 2, "request": 2])
        hits.expectView(["awaited": 2, "loadingMore": false, "loadingPrevious": false])
        hits.answer(3, query: "a", .page(2, of: 20))
        hits.expectPage(2, of: 1, [6, 7, 8], page: 2)
        hits.expect("load-page", to: "products", ["page": 3, "request": 3])
        hits.answer(4, query: "a", .page(3, of: 20))
        hits.expectPage(3, of: 1, [9, 10, 11], page: 3)
        hits.expect("load-page", to: "products", ["page": 1, "request": 4])
        hits.answer(5, query: "a", .page(1, of: 20))
        hits.expectPage(4, of: 1, [3, 4, 5], page: 1)
        hits.expectView(["loaded": [0, 1, 2, 3, 4], "awaited": .null])
    }

    @Test func `a page of another search begins a list of its own, at whatever page`() throws {
        let hits = try Tester(HitsInteractor.self)
        hits.answer(1, query: "a", .page(0, of: 20))
        hits.answer(2, query: "b", .page(2, of: 20))
        hits.expectView(["list": 2, "loaded": [2], "page": 2, "hasPrevious": true])
        hits.answer(3, query: "b", .page(2, of: 20, size: 4))
        hits.expectView(["list": 3, "loaded": [2], "hitsPerPage": 4])
        hits.answer(4, query: "b", .page(-1, of: 20, size: 4))
        hits.expectView(["list": 3, "loaded": [2]])
        #expect(positions(hits) == [8, 9, 10, 11])
    }

    @Test func `page 0 begins a new list, and the pages of the old one are emptied`() throws {
        let hits = try Tester(HitsInteractor.self)
        hits.answer(1, query: "a", .page(0, of: 20))
        for page in 1...2 {
            hits.answer(page + 1, query: "a", .page(page, of: 20))
            hits.expectPage(page, of: 1, Array(page * 3..<page * 3 + 3))
        }
        hits.answer(4, query: "ab", .page(0, of: 4))
        for page in 1...2 { hits.expectPage(page, of: 0, []) }
        #expect(positions(hits) == [0, 1, 2])
        hits.expectView(["query": "ab", "nbHits": 4, "pages": 1, "list": 4])
        hits.answer(5, query: "b", .page(0, of: 4))
        hits.expectNothing()
    }

    @Test func `without a search there is no list`() throws {
        let hits = try Tester(HitsInteractor.self)
        hits.answer(1, query: "a", .page(0, of: 20))
        hits.answer(2, query: "a", .page(1, of: 20))
        hits.expectPage(1, of: 1, [3, 4, 5])
        hits.send("load-more")
        hits.expect("load-page", to: "products", ["page": 2, "request": 2])
        hits.request(4, isAdmitted: false)
        hits.expectPage(1, of: 0, [])
        hits.expectView(["phase": "idle", "hits": [], "pages": 0, "nbHits": 0, "loadingMore": false, "hasMore": false])
        hits.answer(3, query: "a", .page(2, of: 20))
        hits.expectView(["pages": 0])
    }

    @Test func `an answer to an older request than the newest is shown, one older than what is shown is not`() throws {
        let hits = try Tester(HitsInteractor.self)
        hits.request(3, query: "sa")
        hits.search(3, .started)
        hits.request(4, query: "sam")
        hits.answer(3, query: "sa", .page(0, of: 9))
        hits.expectView(["query": "sa", "phase": "loading"])
        hits.answer(4, query: "sam", .page(0, of: 1))
        hits.expectView(["query": "sam", "phase": "ready"])
        hits.answer(3, query: "sa", .page(0, of: 9))
        hits.expectView(["query": "sam", "list": 4])
    }

    @Test func `an answer from before the index was changed is not shown`() throws {
        let hits = try Tester(HitsInteractor.self)
        hits.answer(1, query: "a", .page(0, of: 9))
        hits.request(3, query: "a", since: 3)
        hits.answer(2, query: "a", .page(0, of: 5))
        hits.expectView(["nbHits": 9, "list": 1])
    }

    @Test func `a row near the end asks for the next page once`() throws {
        let hits = try Tester(HitsInteractor.self)
        hits.answer(1, .page(0, of: 30, size: 10))
        hits.send("present", ["row": 4], .unchanged)
        hits.send("present", ["row": 5])
        hits.expect("load-page", to: "products", ["page": 1, "request": 1])
        hits.expectView(["loadingMore": true])
        hits.send("present", ["row": 6], .unchanged)
        hits.send("load-more", [:], .unchanged)
        hits.answer(2, .page(1, of: 30, size: 10))
        hits.expectPage(1, of: 1, Array(10..<20))
        hits.expectView(["loadingMore": false, "hasMore": true])
        hits.send("load-more")
        hits.expect("load-page", to: "products", ["page": 2, "request": 2])
        hits.answer(3, .page(2, of: 30, size: 10))
        hits.expectPage(2, of: 1, Array(20..<30))
        hits.expectView(["loadingMore": false, "hasMore": false])
        hits.send("load-more", [:], .unchanged)
    }

    @Test func `pages are asked for until the rows wanted are there`() throws {
        let hits = try Tester(HitsInteractor.self, ["infiniteScrolling": ["offset": 7]])
        hits.answer(1, .page(0, of: 30))
        hits.send("present", ["row": 0])
        hits.expect("load-page", to: "products", ["page": 1, "request": 1])
        hits.answer(2, .page(1, of: 30))
        hits.expectPage(1, of: 1, [3, 4, 5])
        hits.expect("load-page", to: "products", ["page": 2, "request": 2])
        hits.answer(3, .page(2, of: 30))
        hits.expectPage(2, of: 1, [6, 7, 8])
        hits.expectView(["loadingMore": false])
    }

    @Test func `a page without hits ends the wish for more`() throws {
        let hits = try Tester(HitsInteractor.self, ["infiniteScrolling": ["offset": 9]])
        hits.answer(1, .page(0, of: 30))
        hits.send("present", ["row": 0])
        hits.expect("load-page", to: "products", ["page": 1, "request": 1])
        hits.answer(2, SearchResponse.Hits(totalCount: 30, page: 1, hitsPerPage: 3))
        hits.expectPage(1, of: 1, [])
        hits.expectView(["loadingMore": false])
    }

    @Test func `a page that failed can be asked for again`() throws {
        let hits = try Tester(HitsInteractor.self)
        hits.answer(1, .page(0, of: 30))
        hits.send("load-more")
        hits.expect("load-page", to: "products", ["page": 1, "request": 1])
        hits.request(2)
        hits.search(1, .failed())
        hits.expectView(["loadingMore": true])
        hits.search(2, .failed())
        hits.expectView(["phase": "failed", "stale": true, "loadingMore": false, "nbHits": 30])
        #expect(positions(hits) == [0, 1, 2])
        hits.send("load-more")
        hits.expect("load-page", to: "products", ["page": 1, "request": 1])
    }

    @Test func `without infinite scrolling only load-more loads`() throws {
        for word: JSON in ["off", false] {
            let hits = try Tester(HitsInteractor.self, ["infiniteScrolling": word])
            hits.answer(1, .page(0, of: 30))
            hits.send("present", ["row": 2], .unchanged)
            hits.send("load-more")
            hits.expect("load-page", to: "products", ["page": 1, "request": 1])
        }
    }

    @Test func `without infinite scrolling the requested page is the list`() throws {
        let hits = try Tester(HitsInteractor.self, ["infiniteScrolling": "off"])
        hits.answer(1, .page(0, of: 30))
        hits.request(2)
        hits.answer(2, .page(4, of: 30))
        #expect(positions(hits) == [12, 13, 14])
        hits.expectView(["page": 4, "pages": 1, "list": 2, "hasMore": true, "nbPages": 10])
        hits.answer(2, .page(4, of: 30))
        hits.expectView(["page": 4, "pages": 1, "list": 2])
        hits.send("load-more")
        hits.expect("load-page", to: "products", ["page": 5, "request": 2])
        hits.answer(3, .page(5, of: 30))
        hits.expectPage(1, of: 2, [15, 16, 17], page: 5)
        hits.expectView(["page": 4, "pages": 2])
        hits.answer(4, .page(5, of: 30))
        hits.expectPage(1, of: 0, [], page: 1)
        hits.expectView(["page": 5, "pages": 1, "list": 4])
        hits.answer(5, .page(9, of: 30))
        hits.expectView(["page": 9, "hasMore": false])
        hits.send("load-more", [:], .unchanged)
    }

    @Test func `a page that overtakes the one wanted takes the place of the list`() throws {
        let hits = try Tester(HitsInteractor.self, ["infiniteScrolling": "off"])
        hits.answer(1, .page(0, of: 30))
        hits.send("load-more")
        hits.expect("load-page", to: "products", ["page": 1, "request": 1])
        hits.answer(2, .page(7, of: 30))
        hits.expectView(["page": 7, "pages": 1, "loadingMore": false])
    }

    @Test func `a list that adds no pages has no further ones`() throws {
        let hits = try Tester(HitsInteractor.self, ["infiniteScrolling": "off", "loadMore": false])
        hits.answer(1, .page(0, of: 30))
        hits.expectView(["hasMore": false])
        hits.send("load-more", [:], .unchanged)
    }

    @Test func `an empty text lists nothing if so wished`() throws {
        let hits = try Tester(HitsInteractor.self, ["showItemsOnEmptyQuery": false])
        hits.answer(1, .page(0, of: 30))
        hits.expectView(["phase": "ready", "hits": [], "nbHits": 0, "pages": 0, "hasMore": false])
        hits.send("load-more", [:], .unchanged)
        hits.answer(2, .page(1, of: 30))
        hits.expectView(["hits": [], "pages": 0])
        hits.answer(3, query: "a", .page(0, of: 30))
        #expect(positions(hits) == [0, 1, 2])
    }

    @Test func `a list ends at its most pages`() throws {
        let hits = try Tester(HitsInteractor.self, ["maxPages": 2])
        hits.answer(1, .page(0, of: 30))
        hits.answer(2, .page(1, of: 30))
        hits.expectPage(1, of: 1, [3, 4, 5])
        hits.expectView(["hasMore": false, "nbPages": 10])
        hits.send("load-more", [:], .unchanged)
    }

    @Test func `absurd figures do no harm`() throws {
        let hits = try Tester(HitsInteractor.self)
        for (request, size) in [Int.max, Int.min, 0, -1].enumerated() {
            var page = SearchResponse.Hits.page(0, of: 3)
            page.hitsPerPage = size
            page.totalCount = .max
            _ = hits.widget.fold(&hits.state, .results(searcher: "products", request: 2 * request + 1, response(page)))
            page.page = 1
            _ = hits.widget.fold(&hits.state, .results(searcher: "products", request: 2 * request + 2, response(page)))
            page.page = .max
            _ = hits.widget.fold(&hits.state, .results(searcher: "products", request: 2 * request + 2, response(page)))
        }
        hits.send("present", ["row": 9_007_199_254_740_992], .unchanged)
        hits.sendRejected("present", ["row": JSON(Int.max)], "not a whole number")
    }

    private func response(_ hits: SearchResponse.Hits) -> SearchResponse {
        SearchResponse(query: "", processingTimeMS: 1, content: .hits(hits))
    }

    @Test func `nonsense is rejected`() throws {
        let hits = try Tester(HitsInteractor.self)
        hits.answer(1, .page(0, of: 30))
        hits.sendRejected("present", [:], "`row` is missing")
        hits.sendRejected("present", ["row": -1], "not a whole number from 0 on")
        hits.sendRejected("present", ["row": "1"], "not a whole number from 0 on")
        hits.sendRejected("choose", [:], "does not understand")
        hits.sendRejected("present", ["row": 1, "direction": "up"], "is not one of: before, after")
    }

    @Test(
        arguments: [
            ["infiniteScrolling": ["offset": -1]], ["infiniteScrolling": ["ofset": 1]], ["infiniteScrolling": true],
            ["maxPages": 0], ["template": "x"], ["template": ["titel": "name"]], ["template": ["layout": "wall"]],
            ["template": ["meta": [["format": "plain"]]]], ["template": ["meta": [["attribute": "a", "format": "x"]]]],
            ["showItemsOnEmptyQuery": "no"], ["unknown": 1], ["keepPages": 0], ["keepPages": "some"],
            ["empty": "Nothing for {name}"], ["empty": "Nothing for {query"], ["schema": ["name": "word"]],
            ["selection": ["mode": "some"]], ["selection": ["to": "b"]], ["selection": ["attributes": ["a"]]],
            ["selection": ["mode": "single", "to": ""]], ["selection": ["mode": "single", "attributes": ["a", "a"]]],
            ["highlighting": ["colour": "red"]], ["highlighting": ["color": "red;x"]],
            ["highlighting": ["color": "#12"]],
            ["highlighting": ["background": "url(x)"]], ["highlighting": ["background": "#ggg"]],
            ["highlighting": ["color": "#12345６"]], ["highlighting": ["color": "expression"]],
        ] as [JSON]
    )
    func `invalid parameters are refused`(_ parameters: JSON) {
        #expect(throws: ParameterError.self) { try Tester(HitsInteractor.self, parameters) }
    }
}
