// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Testing
import Wire

/// Plays inputs to an interactor and insists that a test names everything that follows from them.
///
/// Each input returns the next outputs to be asserted; an outcome or an intent that nobody asserted before the next
/// input, or before the tester goes away, fails the test.
final class InteractorTester<Widget: Interactor> {
    let widget: Widget
    private(set) var state: Widget.State
    private var outcome: Outcome?
    private var intents: [(to: String, intent: Intent)] = []
    private var lastInput = "nothing"

    init(
        _ type: Widget.Type,
        searcher: String? = "products",
        filterState: String? = "main",
        title: String? = nil,
        _ parameters: JSON = [:]
    ) throws {
        widget = try Widget(
            WidgetConfiguration(
                name: "widget",
                type: Widget.type,
                searcher: searcher,
                filterState: filterState,
                title: title,
                parameters: parameters
            )
        )
        state = widget.initialState
    }

    deinit { expectNothing() }

    var view: JSON { widget.view(state) }

    /// Gives an input whose effects are asserted next.
    func give(_ input: Input, at location: SourceLocation = #_sourceLocation) {
        expectNothing(at: location)
        let effects = widget.fold(&state, input)
        outcome = effects.outcome
        intents = effects.intents
        lastInput =
            switch input {
            case .start: "the start"
            case .intent(let intent): "the intent \(intent.type)"
            case .results(_, let request, _): "the answer of search \(request)"
            case .search(_, let request, let progress): "search \(request) \(progress)"
            case .filters: "a change of the filters"
            }
    }

    /// Sends an intent and asserts its outcome.
    func send(
        _ type: String,
        _ data: JSON = [:],
        _ expected: Outcome = .applied,
        at location: SourceLocation = #_sourceLocation
    ) {
        give(.intent(Intent(type: type, data: data)), at: location)
        #expect(outcome == expected, sourceLocation: location)
        outcome = nil
    }

    /// Sends an intent that must be rejected, for a reason that contains the words.
    func sendRejected(
        _ type: String,
        _ data: JSON = [:],
        _ words: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        let before = view
        give(.intent(Intent(type: type, data: data)), at: location)
        if case .rejected(let error) = outcome {
            #expect(error.code == .invalidIntent, sourceLocation: location)
            #expect(error.message.contains(words), sourceLocation: location)
        } else {
            Issue.record("\(String(describing: outcome)) is no rejection", sourceLocation: location)
        }
        #expect(view == before, "a rejected intent changes nothing", sourceLocation: location)
        outcome = nil
    }

    /// Asserts the next intent that came out.
    func expect(_ type: String, to component: String, _ data: JSON, at location: SourceLocation = #_sourceLocation) {
        guard !intents.isEmpty else {
            Issue.record("no `\(type)` followed from \(lastInput)", sourceLocation: location)
            return
        }
        let next = intents.removeFirst()
        #expect(next.to == component, sourceLocation: location)
        #expect(next.intent == Intent(type: type, data: data), sourceLocation: location)
    }

    /// Asserts members of the view.
    func expectView(_ members: JSON, at location: SourceLocation = #_sourceLocation) {
        for member in members.object?.members ?? [] {
            let (key, value) = (member.key, member.value)
            #expect(view[key] ?? .null == value, "the view's `\(key)`", sourceLocation: location)
        }
    }

    /// Asserts that nothing else followed.
    func expectNothing(at location: SourceLocation = #_sourceLocation) {
        if let outcome { Issue.record("nobody asserted \(outcome) of \(lastInput)", sourceLocation: location) }
        for (component, intent) in intents {
            Issue.record("nobody asserted \(intent) to \(component) after \(lastInput)", sourceLocation: location)
        }
        outcome = nil
        intents = []
    }
}

extension InteractorTester {
    /// Gives the answer of a search.
    func answer(
        _ request: Int,
        query: String = "",
        _ hits: SearchResponse.Hits,
        at location: SourceLocation = #_sourceLocation
    ) {
        let response = SearchResponse(query: query, processingTimeMS: 1.4, content: .hits(hits))
        give(.results(searcher: "products", request: request, response), at: location)
    }

    /// Gives the answer of a facet search.
    func answer(
        _ request: Int,
        query: String = "",
        values: [FacetCount],
        of attribute: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        let content = SearchResponse.Content.facetValues(attribute: attribute, values: values)
        let response = SearchResponse(query: query, processingTimeMS: 0.2, content: content)
        give(.results(searcher: "products", request: request, response), at: location)
    }

    /// Tells how a search is getting on.
    func search(_ request: Int, _ progress: SearchProgress, at location: SourceLocation = #_sourceLocation) {
        give(.search(searcher: "products", request: request, progress), at: location)
    }

    /// Tells what the filter state holds.
    func filters(_ groups: FilterGroup..., at location: SourceLocation = #_sourceLocation) {
        give(.filters(FilterState(groups: groups)), at: location)
    }
}

extension FilterGroup {
    /// A group for a test.
    static func or(_ name: String, _ filters: Filter...) -> FilterGroup {
        FilterGroup(id: ID(kind: .or, name: name), filters: filters)
    }

    /// A group for a test.
    static func and(_ name: String, _ filters: Filter...) -> FilterGroup {
        FilterGroup(id: ID(kind: .and, name: name), filters: filters)
    }
}

extension SearchResponse.Hits {
    /// A page of hits that are named by their position in the whole list.
    static func page(_ page: Int, of total: Int, size: Int = 3) -> SearchResponse.Hits {
        let positions = page * size..<max(page * size, min(total, (page + 1) * size))
        return SearchResponse.Hits(
            hits: positions.map { Hit(objectID: "p\($0)", record: ["n": JSON($0)]) },
            totalCount: total,
            page: page,
            hitsPerPage: size
        )
    }
}
