// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import SumSearches
import Testing
import Wire

@Suite struct SumSearchesTests {
    private let widget: SumSearches
    private let answer = Input.results(
        searcher: "products",
        request: 1,
        SearchResponse(
            query: "",
            processingTimeMS: 1,
            content: .hits(SearchResponse.Hits(hits: [], totalCount: 0, page: 0, hitsPerPage: 20))
        )
    )
    private let reset = Input.intent(Intent(type: "reset"))

    init() throws {
        widget = try SumSearches(WidgetConfiguration(name: "sum", type: "sum-searches", searcher: "products"))
    }

    /// Folds inputs in and gives the last outcome and view.
    private func fold(_ inputs: Input...) -> (outcome: Outcome?, view: JSON) {
        var state = widget.initialState
        var outcome: Outcome?
        for input in inputs { outcome = widget.fold(&state, input).outcome }
        return (outcome, widget.view(state))
    }

    @Test func `a session begins with no searches`() {
        #expect(fold(.start).view == ["phase": "ready", "sum": 0])
    }

    @Test func `every answer counts, and a search that only began does not`() {
        let began = Input.search(searcher: "products", request: 2, .started)
        #expect(fold(.start, answer, answer, began, answer).view["sum"] == 3)
    }

    @Test func `a reset sets the count back`() {
        let (outcome, view) = fold(answer, answer, reset)
        #expect(outcome == .applied)
        #expect(view["sum"] == 0)
        #expect(fold(answer, reset, answer).view["sum"] == 1)
    }

    @Test func `a reset of nothing changes nothing`() {
        #expect(fold(.start, reset).outcome == .unchanged)
    }

    @Test func `other intents are refused and change nothing`() throws {
        let (outcome, view) = fold(answer, .intent(Intent(type: "explode")))
        guard case .rejected(let error) = try #require(outcome) else { throw JSONError("not rejected") }
        #expect(error.code == .invalidIntent)
        #expect(view["sum"] == 1)
    }

    @Test func `a restarted widget resumes from its last view`() {
        var state = widget.initialState
        widget.restore(&state, saved: nil, view: fold(answer, answer).view)
        #expect(state.sum == 2)
        #expect(widget.view(state) == fold(answer, answer).view)
    }

    @Test func `a widget without a searcher, or with a parameter, is refused`() {
        #expect(throws: ParameterError.self) { try SumSearches(WidgetConfiguration(name: "sum", type: "sum-searches")) }
        #expect(throws: ParameterError.self) {
            try SumSearches(
                WidgetConfiguration(name: "sum", type: "sum-searches", searcher: "products", parameters: ["step": 2])
            )
        }
    }
}
