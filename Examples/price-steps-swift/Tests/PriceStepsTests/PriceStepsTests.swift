// SPDX-License-Identifier: MIT

import Interactors
import PriceSteps
import SearchModel
import Testing
import Wire

@Suite struct PriceStepsTests {
    private let widget: PriceSteps
    private let group = FilterGroup.ID(kind: .and, name: "price")

    init() throws {
        widget = try Self.make(["attribute": "price", "steps": [25, 100, 500]])
    }

    private static func make(_ parameters: JSON, filterState: String? = "main") throws -> PriceSteps {
        try PriceSteps(
            WidgetConfiguration(
                name: "steps",
                type: "price-steps",
                searcher: "products",
                filterState: filterState,
                title: "Price",
                parameters: parameters
            )
        )
    }

    private func filters(_ filters: Filter...) -> Input {
        .filters(FilterState(groups: [FilterGroup(id: group, filters: filters)]))
    }

    private func answer(_ request: Int, _ bounds: ClosedRange<Double>) -> Input {
        let hits = SearchResponse.Hits(hits: [], totalCount: 1, page: 0, hitsPerPage: 20, stats: ["price": bounds])
        let response = SearchResponse(query: "", processingTimeMS: 1, content: .hits(hits))
        return .results(searcher: "products", request: request, response)
    }

    private func select(_ step: JSON) -> Input { .intent(Intent(type: "select", data: ["step": step])) }

    /// Folds inputs in and gives the last effects and the view.
    private func fold(_ inputs: Input...) -> (effects: Effects, view: JSON) {
        var state = widget.initialState
        var effects = Effects.none
        for input in inputs { effects = widget.fold(&state, input) }
        return (effects, widget.view(state))
    }

    private func selected(_ view: JSON) -> [Int] {
        view["steps"]?.array?.filter { $0["selected"]?.bool == true }.compactMap { $0["step"]?.int } ?? []
    }

    @Test func `there is a step below, between and above the numbers`() throws {
        let view = fold(.start).view
        let labels = try #require(view["steps"]?.array).compactMap { $0["label"]?.string }
        #expect(labels == ["up to 25", "25 to 100", "100 to 500", "from 500"])
        #expect(selected(view).isEmpty)
        #expect(view["phase"] == "idle")
        #expect(view["bounds"] == .null)
    }

    @Test(arguments: [
        (0, Filter.comparison("price", .lessOrEqual, 25)), (1, .range("price", 25...100)),
        (3, .comparison("price", .greaterOrEqual, 500)),
    ])
    func `a step asks the filter state for its range`(_ step: Int, _ filter: Filter) throws {
        let (effects, view) = fold(.start, select(JSON(step)))
        #expect(effects.outcome == .applied)
        let asked = try #require(effects.intents.first)
        #expect(asked.to == "main")
        #expect(try FilterIntent(asked.intent) == .set([filter], attribute: "price", in: group))
        #expect(selected(view).isEmpty, "only the filter state says what is selected")
        #expect(selected(fold(.start, filters(filter)).view) == [step])
    }

    @Test func `the step that is selected asks for none`() throws {
        let (effects, _) = fold(filters(.range("price", 25...100)), select(1))
        let asked = try #require(effects.intents.first)
        #expect(try FilterIntent(asked.intent) == .set([], attribute: "price", in: group))
    }

    @Test func `a range that is not a step selects none`() {
        #expect(selected(fold(filters(.range("price", 30...40))).view).isEmpty)
    }

    @Test func `bounds come with the answers, and an older answer changes nothing`() {
        let (_, view) = fold(answer(2, 3...70), answer(1, 1...500))
        #expect(view["bounds"] == [3, 70])
        #expect(view["phase"] == "ready")
    }

    @Test func `an answer that is awaited for long shows`() {
        let asked = Input.request(searcher: "products", MemberRequest(number: 1, index: "products"))
        #expect(fold(asked, .overdue).view["phase"] == "stalled")
    }

    @Test(arguments: [JSON.null, "1", 1.5, -1, 4]) func `an invalid step is refused`(_ step: JSON) throws {
        guard case .rejected(let error) = try #require(fold(select(step)).effects.outcome) else {
            throw JSONError("not rejected")
        }
        #expect(error.code == .invalidIntent)
        #expect(error.remedy.contains("step"))
    }

    @Test func `other intents are refused`() {
        guard case .rejected = fold(.intent(Intent(type: "explode"))).effects.outcome else {
            Issue.record("not rejected")
            return
        }
    }

    @Test(
        arguments: [
            ["steps": [25]], ["attribute": "price"], ["attribute": "price", "steps": []],
            ["attribute": "price", "steps": [100, 25]], ["attribute": "price", "steps": ["25"]],
            ["attribute": "price", "steps": [25], "colour": "red"], ["attribute": "", "steps": [25]],
        ] as [JSON]
    ) func `wrong parameters are refused`(_ parameters: JSON) {
        #expect(throws: ParameterError.self) { try Self.make(parameters) }
    }

    @Test func `it needs a filter state`() {
        #expect(throws: ParameterError.self) { try Self.make(["attribute": "price", "steps": [25]], filterState: nil) }
    }
}
