// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

/// Lists that begin at a later page, grow in both directions, and drop distant pages.
@Suite struct HitsPagesTests {
    typealias Tester = InteractorTester<HitsInteractor>

    @Test func `a list that begins at a later page grows upwards`() throws {
        let hits = try Tester(HitsInteractor.self)
        hits.answer(1, query: "a", .page(3, of: 15))
        hits.expectView(["page": 3, "firstPage": 3, "hasPrevious": true, "loadingPrevious": false, "hasMore": true])
        hits.send("load-previous")
        hits.expect("load-page", to: "products", ["page": 2, "request": 1])
        hits.expectView(["loadingPrevious": true, "loadingMore": false, "awaited": 2])
        hits.send("load-previous", [:], .unchanged)
        hits.answer(2, query: "a", .page(2, of: 15))
        hits.expectPage(1, of: 1, [6, 7, 8], page: 2)
        hits.expectView(["page": 3, "firstPage": 2, "loaded": [2, 3], "list": 1, "loadingPrevious": false])
        hits.send("present", ["row": 6, "direction": "before"])
        hits.expect("load-page", to: "products", ["page": 1, "request": 2])
        hits.answer(3, query: "a", .page(1, of: 15))
        hits.expectPage(2, of: 1, [3, 4, 5], page: 1)
        hits.expect("load-page", to: "products", ["page": 0, "request": 3])
        hits.request(4, query: "a")
        hits.answer(4, query: "a", .page(0, of: 15))
        hits.expectPage(3, of: 1, [0, 1, 2], page: 0)
        hits.expectView(["loaded": [0, 1, 2, 3], "hasPrevious": false, "firstPage": 0, "list": 1])
        hits.send("load-previous", [:], .unchanged)
    }

    @Test func `a row in sight asks on both sides, the nearest page after it first`() throws {
        let hits = try Tester(HitsInteractor.self)
        hits.answer(1, .page(2, of: 30))
        hits.send("present", ["row": 7])
        hits.expect("load-page", to: "products", ["page": 3, "request": 1])
        hits.send("present", ["row": 8])
        hits.answer(2, .page(3, of: 30))
        hits.expectPage(1, of: 1, [9, 10, 11], page: 3)
        hits.expect("load-page", to: "products", ["page": 4, "request": 2])
        hits.answer(3, .page(4, of: 30))
        hits.expectPage(2, of: 1, [12, 13, 14], page: 4)
        hits.expect("load-page", to: "products", ["page": 1, "request": 3])
        hits.answer(4, .page(1, of: 30))
        hits.expectPage(3, of: 1, [3, 4, 5], page: 1)
        hits.expectView(["awaited": .null])
    }

    /// A list of three pages, the middle one last.
    private func threePages() throws -> Tester {
        let hits = try Tester(HitsInteractor.self)
        hits.request(1)
        hits.answer(1, .page(0, of: 30))
        for page in 1...2 {
            hits.send("load-more")
            hits.expect("load-page", to: "products", ["page": JSON(page), "request": JSON(page)])
            hits.request(page + 1)
            hits.answer(page + 1, .page(page, of: 30))
            hits.expectPage(page, of: 1, [page * 3, page * 3 + 1, page * 3 + 2], page: page)
        }
        return hits
    }

    @Test func `where an index changes all pages are asked for again, one at a time, and stay where they are`() throws {
        let hits = try threePages()
        hits.answer(3, .page(2, of: 29))
        hits.expectPage(2, of: 1, [6, 7, 8], page: 2)
        hits.expect("load-page", to: "products", ["page": 1, "request": 3])
        hits.expectView(["loaded": [0, 1, 2], "nbHits": 29, "loadingMore": false, "loadingPrevious": false, "list": 1])
        hits.request(4)
        hits.answer(4, .page(1, of: 29))
        hits.expectPage(1, of: 1, [3, 4, 5], page: 1)
        hits.expect("load-page", to: "products", ["page": 0, "request": 4])
        hits.request(5)
        hits.answer(5, .page(0, of: 29))
        hits.expectView(["loaded": [0, 1, 2], "list": 1, "page": 0])
        hits.request(6)
    }

    @Test func `pages beyond the end of an index are dropped, and a row in sight has priority`() throws {
        let hits = try threePages()
        hits.answer(3, .page(2, of: 30))
        hits.expectPage(2, of: 1, [6, 7, 8], page: 2)
        hits.expect("load-page", to: "products", ["page": 1, "request": 3])
        hits.send("load-more")
        hits.expect("load-page", to: "products", ["page": 3, "request": 3])
        hits.request(4)
        hits.request(5)
        hits.answer(5, .page(3, of: 30))
        hits.expectPage(3, of: 1, [9, 10, 11], page: 3)
        hits.expect("load-page", to: "products", ["page": 1, "request": 5])
        hits.request(6)
        hits.answer(6, .page(1, of: 6))
        hits.expectPage(2, of: 0, [], page: 2)
        hits.expectPage(3, of: 0, [], page: 3)
        hits.expectPage(1, of: 1, [3, 4, 5], page: 1)
        hits.expect("load-page", to: "products", ["page": 0, "request": 6])
        hits.expectView(["loaded": [0, 1], "hasMore": false])
    }

    @Test func `pages that are still to be asked for again are so after a restart, and no more of another search`()
        throws
    {
        let hits = try threePages()
        hits.answer(3, .page(2, of: 30))
        hits.expectPage(2, of: 1, [6, 7, 8], page: 2)
        hits.expect("load-page", to: "products", ["page": 1, "request": 3])
        #expect(hits.widget.save(hits.state)?["stale"] == [0, 1])
        hits.request(4, query: "other")
        hits.answer(4, query: "other", .page(0, of: 30))
        hits.expectPage(1, of: 0, [], page: 1)
        hits.expectPage(2, of: 0, [], page: 2)
        hits.answer(4, query: "other", .page(0, of: 30))
    }

    @Test func `without infinite scrolling a list grows upwards on request`() throws {
        let hits = try Tester(HitsInteractor.self, ["infiniteScrolling": "off"])
        hits.answer(1, .page(2, of: 30))
        hits.send("load-previous")
        hits.expect("load-page", to: "products", ["page": 1, "request": 1])
        hits.answer(2, .page(1, of: 30))
        hits.expectPage(1, of: 1, [3, 4, 5], page: 1)
        hits.send("load-previous")
        hits.expect("load-page", to: "products", ["page": 0, "request": 2])
        hits.answer(3, .page(0, of: 30))
        hits.expectPage(2, of: 1, [0, 1, 2], page: 0)
        hits.expectView(["loaded": [0, 1, 2], "list": 1])
    }

    @Test func `a page behind the last one leads back to those that there are`() throws {
        let hits = try Tester(HitsInteractor.self)
        hits.answer(1, .page(90, of: 7))
        hits.expectView(["hits": [], "loaded": [90], "hasPrevious": true, "hasMore": false, "remaining": 0])
        hits.send("load-previous")
        hits.expect("load-page", to: "products", ["page": 2, "request": 1])
        hits.answer(2, .page(2, of: 7))
        hits.expectPage(1, of: 1, [6], page: 2)
        hits.expectView(["loaded": [2], "firstPage": 2])
    }

    @Test func `another page of the same search is a page of the list, one of other filters is another list`() throws {
        let hits = try Tester(HitsInteractor.self, ["keepPages": "all"])
        func request(_ number: Int, page: Int, _ filters: FilterState = FilterState()) {
            let request = MemberRequest(number: number, query: "a", index: "products", page: page, filters: filters)
            hits.give(.request(searcher: "products", request))
        }
        let red = FilterState(groups: [.or("color", .facet("color", "red"))])
        request(1, page: 0)
        hits.answer(1, query: "a", .page(0, of: 30))
        request(2, page: 5)
        hits.answer(2, query: "a", .page(5, of: 30))
        hits.expectPage(1, of: 1, [15, 16, 17], page: 5)
        request(3, page: 0)
        hits.answer(3, query: "a", .page(0, of: 31))
        hits.expectView(["list": 1, "loaded": [0, 5], "nbHits": 31])
        request(4, page: 5, red)
        hits.answer(4, query: "a", .page(5, of: 20))
        hits.expectPage(1, of: 0, [])
        hits.expectView(["list": 4, "loaded": [5]])
        request(5, page: 0, red)
        request(6, page: 0)
        hits.answer(5, query: "a", .page(0, of: 20))
        hits.expectPage(1, of: 4, [0, 1, 2], page: 0)
        hits.answer(6, query: "a", .page(0, of: 30))
        hits.expectPage(1, of: 0, [])
        hits.expectView(["list": 6, "loaded": [0]])
    }

    @Test func `pages far from the one in sight are dropped, and come back`() throws {
        let hits = try Tester(HitsInteractor.self, ["keepPages": 1, "infiniteScrolling": ["offset": 1]])
        hits.answer(1, .page(0, of: 300))
        for page in 1...2 {
            hits.send("present", ["row": JSON(page * 3 - 1)])
            hits.expect("load-page", to: "products", ["page": JSON(page), "request": JSON(page)])
            hits.answer(page + 1, .page(page, of: 300))
            hits.expectPage(page, of: 1, Array(page * 3..<page * 3 + 3))
        }
        hits.expectView(["loaded": [0, 1, 2]])
        hits.send("present", ["row": 8])
        hits.expect("load-page", to: "products", ["page": 3, "request": 3])
        hits.expectView(["loaded": [1, 2], "hits": [], "hasPrevious": true, "firstPage": 0])
        hits.answer(4, .page(3, of: 300))
        hits.expectPage(3, of: 1, [9, 10, 11])
        hits.send("present", ["row": 11])
        hits.expectPage(1, of: 0, [])
        hits.expect("load-page", to: "products", ["page": 4, "request": 4])
        hits.answer(5, .page(4, of: 300))
        hits.expectPage(1, of: 1, [12, 13, 14], page: 4)
        hits.expectView(["loaded": [2, 3, 4], "pages": 3])
        hits.send("present", ["row": 2])
        hits.expectPage(3, of: 0, [])
        hits.expectPage(1, of: 0, [])
        hits.expectView(["loaded": [2]])
        hits.expect("load-page", to: "products", ["page": 0, "request": 5])
        hits.answer(6, .page(0, of: 300))
        hits.expectPage(2, of: 0, [])
        hits.expect("load-page", to: "products", ["page": 1, "request": 6])
        hits.answer(7, .page(1, of: 300))
        hits.expectPage(1, of: 1, [3, 4, 5])
        hits.expectView(["loaded": [0, 1], "page": 0])
        #expect(hits.view["hits"]?.array?.count == 3)
    }

    @Test func `however far one scrolls, the pages kept and their views stay few`() throws {
        let hits = try Tester(HitsInteractor.self)
        hits.answer(1, .page(0, of: 9_000))
        var places: Set<Int> = []
        var most = 0
        for page in 1...200 {
            let sent = hits.widget.fold(
                &hits.state,
                .intent(Intent(type: "present", data: ["row": JSON(page * 3 - 1)]))
            )
            places.formUnion(sent.pages.map(\.number))
            let hit = SearchResponse(query: "", processingTimeMS: 1, content: .hits(.page(page, of: 9_000)))
            let effects = hits.widget.fold(&hits.state, .results(searcher: "products", request: page + 1, hit))
            places.formUnion(effects.pages.map(\.number))
            most = max(most, hits.view.bytes.count + (hits.widget.save(hits.state)?.bytes.count ?? 0))
            #expect(hits.view["loaded"]?.array?.count ?? 0 <= 7)
            #expect(hits.view["loaded"]?.array?.last == JSON(page))
        }
        #expect(places.count <= 7)
        #expect(most < 2_000)
    }

    @Test func `a list keeps no more pages than it may, wherever they are`() throws {
        let hits = try Tester(HitsInteractor.self, ["keepPages": "all", "maxPages": 3])
        for (index, page) in [0, 9, 4, 7].enumerated() {
            let response = SearchResponse(query: "a", processingTimeMS: 1, content: .hits(.page(page, of: 60)))
            _ = hits.widget.fold(&hits.state, .results(searcher: "products", request: index + 1, response))
        }
        hits.expectView(["loaded": [4, 7, 9], "hits": [], "hasMore": false, "hasPrevious": false])
    }

    @Test func `what is kept is what one who was there all the time knows`() throws {
        let widget = try HitsInteractor(WidgetConfiguration(name: "hits", type: "hits", searcher: "products"))
        func answer(_ request: Int, page: Int) -> Input {
            let content = SearchResponse.Content.hits(.page(page, of: 90))
            return .results(
                searcher: "products",
                request: request,
                .init(query: "", processingTimeMS: 1, content: content)
            )
        }
        func asked(_ number: Int, page: Int) -> Input {
            .request(searcher: "products", MemberRequest(number: number, index: "products", page: page))
        }
        var state = widget.initialState
        for input in [asked(1, page: 5), answer(1, page: 5), asked(2, page: 4), answer(2, page: 4)] {
            _ = widget.fold(&state, input)
        }
        _ = widget.fold(&state, .intent(Intent(type: "load-previous")))
        var restored = widget.restored(
            from: [asked(2, page: 4), answer(2, page: 4)],
            saved: widget.save(state),
            view: widget.view(state)
        )
        #expect(widget.view(restored) == widget.view(state))
        for input in [asked(3, page: 3), answer(3, page: 3)] {
            _ = widget.fold(&state, input)
            _ = widget.fold(&restored, input)
        }
        #expect(widget.view(restored) == widget.view(state))
        #expect(widget.view(restored)["loaded"] == [3, 4, 5])
    }
}
