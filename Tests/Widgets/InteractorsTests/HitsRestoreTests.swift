// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

/// A list that is restored after its process was killed before it folded the searcher's last answer.
@Suite struct HitsRestoreTests {
    private static func hits() throws -> HitsInteractor {
        try HitsInteractor(WidgetConfiguration(name: "hits", type: "hits", searcher: "products"))
    }

    private static func answer(_ request: Int, page: Int) -> Input {
        let hits = (0..<3).map { Hit(objectID: "p\(page)-\($0)", record: ["name": "Lamp"]) }
        return .results(
            searcher: "products",
            request: request,
            SearchResponse(
                query: "lamp",
                processingTimeMS: 1,
                content: .hits(.init(hits: hits, totalCount: 9, page: page, hitsPerPage: 3))
            )
        )
    }

    private static func request(_ number: Int, page: Int = 0) -> Input {
        .request(
            searcher: "products",
            MemberRequest(number: number, query: "lamp", index: "products", page: page)
        )
    }

    /// The state of a process that knows the last request that was folded, and no answers.
    private static func restored(
        _ hits: HitsInteractor,
        from state: HitsInteractor.State,
        _ request: Input
    ) -> HitsInteractor.State {
        var restored = hits.initialState
        _ = hits.fold(&restored, request)
        hits.restore(&restored, saved: hits.save(state), view: hits.view(state))
        return restored
    }

    @Test func `a page that was asked for before the process died comes after it`() throws {
        let hits = try Self.hits()
        var state = hits.initialState
        for input in [Self.request(4), Self.answer(4, page: 0)] { _ = hits.fold(&state, input) }
        _ = hits.fold(&state, .intent(Intent(type: "load-more")))
        var restored = Self.restored(hits, from: state, Self.request(4))
        for input in [Self.request(5, page: 1), Self.answer(5, page: 1)] {
            _ = hits.fold(&state, input)
            _ = hits.fold(&restored, input)
        }
        #expect(hits.view(restored) == hits.view(state))
        #expect(hits.view(restored)["pages"] == 2)
        #expect(hits.view(restored)["loadingMore"] == false)
    }

    @Test func `a list of one page is there again, and asks for the page after it`() throws {
        let hits = try Self.hits()
        var state = hits.initialState
        for input in [Self.request(4), Self.answer(4, page: 0)] { _ = hits.fold(&state, input) }
        var restored = Self.restored(hits, from: state, Self.request(4))
        #expect(hits.view(restored) == hits.view(state))
        let effects = hits.fold(&restored, .intent(Intent(type: "load-more")))
        #expect(effects.intents.map(\.intent.data) == [["page": 1, "request": 4]])
    }

    @Test func `a list of several pages asks for the page after them`() throws {
        let hits = try Self.hits()
        var state = hits.initialState
        for input in [Self.request(4), Self.answer(4, page: 0), Self.request(5, page: 1), Self.answer(5, page: 1)] {
            _ = hits.fold(&state, input)
        }
        var restored = Self.restored(hits, from: state, Self.request(5, page: 1))
        let effects = hits.fold(&restored, .intent(Intent(type: "load-more")))
        #expect(effects.intents.map(\.intent.data) == [["page": 2, "request": 5]])
        #expect(hits.view(restored)["pages"] == 2)
    }

    @Test func `what is not right to show any more is not brought back`() throws {
        let hits = try Self.hits()
        var state = hits.initialState
        for input in [Self.request(4), Self.answer(4, page: 0)] { _ = hits.fold(&state, input) }
        let emptied = Input.request(
            searcher: "products",
            MemberRequest(number: 5, since: 5, isAdmitted: false, index: "products")
        )
        _ = hits.fold(&state, emptied)
        let restored = Self.restored(hits, from: state, emptied)
        #expect(hits.view(restored) == hits.view(state))
        #expect(hits.view(restored)["pages"] == 0)
    }
}
