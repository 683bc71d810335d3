// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import RandomTesting
import SearchModel
import Testing
import Wire

/// A widget that is forgotten and restored after every input does what one does that never was.
@Suite struct RestoreTests {
    private static let configurations: [(type: String, parameters: JSON)] = [
        ("clear-filters", [:]),
        ("clear-filters", ["attributes": ["color"], "except": true]),
        ("current-filters", [:]),
        ("current-filters", ["groups": [["kind": "or", "name": "color"]]]),
        ("hits", [:]),
        ("hits", ["showItemsOnEmptyQuery": false, "infiniteScrolling": ["offset": 0], "maxPages": 3]),
        ("loading", [:]),
        ("number-range", ["attribute": "price"]),
        ("refinement-list", ["attribute": "color"]),
        ("refinement-list", ["attribute": "color", "limit": 2, "showMore": true, "showMoreLimit": 4]),
        ("refinement-list", ["attribute": "color", "sortBy": ["name:desc"], "limit": 1, "selectionMode": "single"]),
        ("search-box", [:]),
        ("search-box", ["mode": "search-on-submit"]),
        ("stats", ["errorText": "failed"]),
    ]

    @Test(arguments: configurations.indices)
    func `a widget that is forgotten after every input does the same`(_ index: Int) throws {
        let (name, parameters) = Self.configurations[index]
        let type = try #require(InteractorRegistry.type(named: name))
        let widget = WidgetConfiguration(
            name: "widget",
            type: name,
            searcher: "products",
            filterState: "main",
            parameters: parameters
        )
        for number in 0..<30 {
            try compare(type.init(widget), seed: testSeed &+ UInt64(number))
        }
    }

    private func compare(_ widget: some Interactor, seed: UInt64) throws {
        var inputs = RandomInputs(seed: seed)
        var steady = widget.initialState
        var forgetful = widget.initialState
        // What the log says of the searches.
        var search = SearchPhase()
        for step in 0..<40 {
            let input = inputs.next(intents: type(of: widget).intents)
            let expected = widget.fold(&steady, input)
            let actual = widget.fold(&forgetful, input)
            let doesTheSame =
                actual.outcome == expected.outcome
                && actual.intents.elementsEqual(expected.intents) { $0.to == $1.to && $0.intent == $1.intent }
                && widget.view(forgetful) == widget.view(steady)
                && widget.save(forgetful) == widget.save(steady)
            try #require(doesTheSame, "seed \(seed), step \(step), after \(input)")
            switch input {
            case .results(_, let request, _): _ = search.accepts(request)
            case .search(_, let request, let progress): search.note(progress, of: request)
            default: break
            }
            // Through the text, as on the log.
            var saved = try widget.save(forgetful).flatMap { try JSON(parsing: $0.bytes).object } ?? JSONObject()
            for (key, value) in SearchPhase.members(newest: search.newest, shown: search.shown) { saved[key] = value }
            forgetful = widget.restore(
                saved: saved.isEmpty ? nil : .object(saved),
                view: try JSON(parsing: widget.view(forgetful).bytes)
            )
        }
    }

    @Test(arguments: configurations.indices)
    func `a widget is restored from nothing and from nonsense`(_ index: Int) throws {
        let (name, parameters) = Self.configurations[index]
        let type = try #require(InteractorRegistry.type(named: name))
        let widget = WidgetConfiguration(
            name: "widget",
            type: name,
            searcher: "products",
            filterState: "main",
            parameters: parameters
        )
        try check(type.init(widget))
    }

    private func check<Widget: Interactor>(_ widget: Widget) {
        #expect(widget.view(widget.restore(saved: nil, view: nil)) == widget.view(widget.initialState))
        let nonsense: [JSON] = [
            7, [], ["phase": "dancing"], ["items": [1], "hits": [["position": -5]], "pages": [0], "hitsPerPage": 1],
            ["newest": "x", "shown": 1.5, "wanted": "y", "hidden": 9, "bounds": [3], "range": "x", "query": 7],
        ]
        for view in nonsense {
            for saved in nonsense { _ = widget.view(widget.restore(saved: saved, view: view)) }
        }
    }
}
