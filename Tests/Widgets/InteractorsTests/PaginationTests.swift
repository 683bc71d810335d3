// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@testable import Interactors

@Suite struct PaginationTests {
    typealias Tester = InteractorTester<PaginationInteractor>

    @Test(
        arguments: [
            (0, 0, 3, []), (0, 1, 3, [0]), (0, 5, 3, [0, 1, 2, 3, 4]), (0, 20, 3, [0, 1, 2, 3, 4, 5, 6]),
            (3, 20, 3, [0, 1, 2, 3, 4, 5, 6]), (4, 20, 3, [1, 2, 3, 4, 5, 6, 7]),
            (19, 20, 3, [13, 14, 15, 16, 17, 18, 19]),
            (18, 20, 2, [15, 16, 17, 18, 19]), (5, 20, 0, [5]), (99, 4, 1, [1, 2, 3]), (-2, 4, 1, [0, 1, 2]),
            (Int.max, Int.max, 1, [Int.max - 3, Int.max - 2, Int.max - 1]), (0, -7, 3, []),
        ] as [(Int, Int, Int, [Int])]
    )
    func `as many pages as fit are listed around the one shown`(
        _ page: Int,
        _ count: Int,
        _ padding: Int,
        _ expected: [Int]
    ) {
        #expect(PageWindow(page: page, count: count, padding: padding).pages == expected)
    }

    @Test func `the view has the pages and the ways to go`() throws {
        let pages = try Tester(PaginationInteractor.self, ["padding": 1])
        pages.expectView(["phase": "idle", "page": 0, "nbPages": 0, "pages": [], "next": .null])
        pages.answer(1, .page(0, of: 30))
        pages.expectView([
            "page": 0, "nbPages": 10, "nbHits": 30, "pages": [0, 1, 2], "first": .null, "previous": .null, "next": 1,
            "last": 9,
        ])
        pages.answer(2, .page(9, of: 30))
        pages.expectView(["page": 9, "pages": [7, 8, 9], "first": 0, "previous": 8, "next": .null, "last": .null])
        pages.request(4, isAdmitted: false)
        pages.expectView(["nbPages": 0, "pages": []])
    }

    @Test func `going to a page asks for it`() throws {
        let pages = try Tester(PaginationInteractor.self)
        pages.send("go", ["page": 4])
        #expect(pages.session.state.searchers["products"]?.page == 4)
        pages.send("go", ["page": 4], .unchanged)
    }

    @Test func `behind the end the last page is asked for, as after an import of fewer records`() throws {
        let pages = try Tester(PaginationInteractor.self, ["totalPages": 5])
        pages.answer(1, .page(2, of: 9))
        pages.expectNothing()
        pages.answer(2, .page(2, of: 4))
        pages.expect("go", to: "widget", ["page": 1])
        pages.expectView(["page": 1, "nbPages": 2, "next": .null])
        pages.answer(3, .page(1, of: 4))
        pages.expectNothing()
        pages.answer(4, .page(7, of: 90))
        pages.expect("go", to: "widget", ["page": 4])
        pages.answer(5, .page(3, of: 0))
        pages.expect("go", to: "widget", ["page": 0])
        pages.answer(6, .page(0, of: 0))
        pages.expectNothing()
    }

    @Test func `there are no more pages than people can go to`() throws {
        let pages = try Tester(PaginationInteractor.self, ["totalPages": 3])
        pages.answer(1, .page(2, of: 30))
        pages.expectView(["nbPages": 3, "pages": [0, 1, 2], "next": .null, "last": .null])
        pages.sendRejected("go", ["page": 3], "beyond the last")
        pages.send("go", ["page": 2])
    }

    @Test func `nonsense is rejected`() throws {
        let pages = try Tester(PaginationInteractor.self)
        for page: JSON in [-1, 1.5, "2", 1_000_000] { pages.sendRejected("go", ["page": page], "page") }
        pages.sendRejected("go", [:], "missing")
        pages.search(1, .failed())
        pages.expectView(["phase": "failed", "pages": []])
    }
}
