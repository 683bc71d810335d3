// SPDX-License-Identifier: MIT

import Interactors
import RandomTesting
import SearchModel
import Testing
import Wire

/// A widget that is dropped and restored after every event behaves like one that never was.
@Suite struct RestoreTests {
    private static let configurations: [(type: String, members: [String], parameters: JSON)] = [
        ("autocomplete", ["products"], ["target": "elsewhere", "recent": 2]),
        (
            "autocomplete", ["products", "categories"],
            [
                "target": ["elsewhere", "beyond"], "showOnEmptyQuery": true,
                "sections": [
                    ["searcher": "products", "choose": ["query": "n"]],
                    ["searcher": "categories", "choose": ["filter": ["filterState": "main", "attribute": "color"]]],
                ],
            ]
        ),
        ("breadcrumb", ["products"], ["attributes": ["color", "size"]]),
        ("clear-filters", ["products"], [:]),
        ("clear-filters", ["products"], ["attributes": ["color"], "except": true]),
        ("configure", ["products", "categories"], ["parameters": ["a": 1]]),
        ("current-filters", ["products"], [:]),
        ("current-filters", ["products"], ["groups": [["kind": "or", "name": "color"]]]),
        ("dynamic-facets", ["products"], ["attributes": ["color", "size"], "limit": 2]),
        ("date-range", ["products"], ["attribute": "price", "unit": "milliseconds"]),
        (
            "filter-list", ["products"],
            [
                "items": [
                    ["filter": ["type": "facet", "attribute": "color", "value": "red"], "label": "Red"],
                    ["filter": ["type": "tag", "value": "new"], "selected": true],
                ], "group": "color",
            ]
        ),
        ("filter-toggle", ["products"], ["attribute": "color", "on": "red", "off": "blue", "operator": "or"]),
        ("filter-toggle", ["products"], ["attribute": "price", "on": 3, "comparison": "<"]),
        ("geo-hits", ["products"], [:]),
        ("hierarchical-menu", ["products"], ["attributes": ["color", "size"], "limit": 2, "showMore": true]),
        ("histogram", ["products"], ["attribute": "price", "buckets": 5]),
        ("histogram", ["products"], ["attribute": "color"]),
        ("hits", ["products"], [:]),
        (
            "hits", ["products"],
            ["showItemsOnEmptyQuery": false, "infiniteScrolling": ["offset": 0], "maxPages": 3]
        ),
        ("hits", ["products"], ["infiniteScrolling": "off"]),
        ("history", ["products"], ["reset": false]),
        ("hits-per-page", ["products"], ["items": [["value": 3], ["value": 9, "default": true]]]),
        ("loading", ["products"], [:]),
        ("loading", ["products", "categories"], [:]),
        ("multi-hits", ["products", "categories"], ["hitsPerSection": 2]),
        ("multi-hits", ["products"], ["showItemsOnEmptyQuery": false, "showEmpty": true]),
        ("number-range", ["products"], ["attribute": "price"]),
        ("pagination", ["products"], [:]),
        ("query-rule-data", ["products"], ["schema": ["title": "text"]]),
        (
            "query-suggestions", ["products"],
            ["target": "products", "category": ["source": "c", "filterState": "main", "attribute": "color"]]
        ),
        ("saved-searches", ["products", "categories"], ["maximum": 2]),
        ("related-items", ["products"], ["patterns": [["attribute": "color", "score": 2]], "limit": 2]),
        ("relevant-sort", ["products"], [:]),
        ("menu", ["products"], ["attribute": "color", "limit": 2, "showMore": true, "showMoreLimit": 4]),
        (
            "menu", ["products", "categories"],
            ["attribute": "color", "searchable": true, "valuesSearcher": "categories", "limit": 2]
        ),
        ("number", ["products"], ["attribute": "price", "control": "stepper", "max": 5]),
        ("numeric-menu", ["products"], ["attribute": "price", "items": [[:], ["start": 2, "end": 4], ["end": 3]]]),
        ("rating-menu", ["products"], ["attribute": "color", "max": 10]),
        ("refinement-list", ["products"], ["attribute": "color", "exclusion": true, "operator": "and"]),
        ("refinement-list", ["products"], ["attribute": "color"]),
        ("refinement-list", ["products"], ["attribute": "color", "limit": 2, "showMore": true, "showMoreLimit": 4]),
        (
            "refinement-list", ["products", "categories"],
            ["attribute": "color", "searchable": true, "valuesSearcher": "categories", "exclusion": true]
        ),
        (
            "refinement-list", ["products"],
            ["attribute": "color", "sortBy": ["name:desc"], "limit": 1, "selectionMode": "single", "showEmpty": false]
        ),
        ("search-box", ["products"], [:]),
        ("search-box", ["products", "categories"], [:]),
        ("search-box", ["products"], ["mode": "search-on-submit"]),
        ("search-box", ["products", "categories"], ["mode": "search-on-submit"]),
        ("sort-by", ["products"], ["items": [["index": "products"], ["index": "products_by_price"]]]),
        (
            "segmented", ["products"],
            [
                "items": [
                    "0": ["label": "All"], "1": ["filter": ["type": "facet", "attribute": "color", "value": "red"]],
                ], "selected": 1,
            ]
        ),
        ("stats", ["products"], ["errorText": "failed"]),
    ]

    private func widget(_ index: Int) throws -> any Interactor {
        let (name, members, parameters) = Self.configurations[index]
        return try Self.widget(try #require(InteractorRegistry.type(named: name)), members, parameters)
    }

    private static func widget(
        _ type: any Interactor.Type,
        _ members: [String],
        _ parameters: JSON
    ) throws -> any Interactor {
        try type.init(
            WidgetConfiguration(
                name: "widget",
                type: type.type,
                searcher: members.count > 1 ? "everything" : members[0],
                searcherMembers: members.filter { parameters["valuesSearcher"]?.string != $0 },
                filterState: "main",
                parameters: parameters
            )
        )
    }

    @Test(arguments: configurations.indices)
    func `a widget that is dropped after every event behaves the same`(_ index: Int) throws {
        let widget = try widget(index)
        let first = testSeed
        print("restore \(Self.configurations[index].type) \(index): seeds \(first) and on")
        for offset in 0..<rounds(6, thorough: 30) {
            try compare(widget, Self.configurations[index].members, seed: first &+ UInt64(offset))
        }
    }

    private func compare<Widget: Interactor>(_ widget: Widget, _ members: [String], seed: UInt64) throws {
        var history = RandomHistory(seed: seed, members: members)
        let own = Widget.intents.filter { widget.ownIntents.contains($0.name) }
        var steady = widget.initialState
        var forgetful = Forgetful(widget)
        for step in 0..<80 {
            let isWaiting = widget.isWaiting(steady)
            let event = history.next(ownIntents: own, isWaiting: isWaiting)
            let expected = event.inputs.map { widget.fold(&steady, $0) }
            let actual = forgetful.fold(event)
            let here: Comment = "seed \(seed), step \(step), after \(event)"
            for (actual, expected) in zip(actual, expected) {
                try #require(actual.outcome == expected.outcome, here)
                try #require(actual.pages == expected.pages, here)
                let asksTheSame = actual.intents.elementsEqual(expected.intents) {
                    $0.to == $1.to && $0.intent == $1.intent
                }
                try #require(asksTheSame, here)
            }
            try forgetful.forget()
            let view = widget.view(steady)
            try #require(widget.view(forgetful.state).text == view.text, here)
            try #require(Widget.viewSchema?.problem(with: view) == nil, "\(here): \(view.text)")
            try #require(widget.save(forgetful.state)?.text == widget.save(steady)?.text, here)
            try #require(widget.isWaiting(forgetful.state) == widget.isWaiting(steady), here)
            for (to, intent) in expected.flatMap(\.intents) where to == "products" || to == "everything" {
                history.carryOut(intent)
            }
        }
    }

    /// The parameters that a type declares, at random; except those that its own check refuses.
    @Test(arguments: InteractorRegistry.types.map { $0.type })
    func `a widget with any parameters behaves the same after it was dropped`(_ name: String) throws {
        let type = try #require(InteractorRegistry.type(named: name))
        print("restore \(name) of any parameters: seeds \(testSeed) and on")
        let count = rounds(6, thorough: 20)
        var made = 0
        for offset in 0..<60 where made < count {
            let seed = testSeed &+ UInt64(offset)
            var random = RandomValues(seed: seed)
            let parameters = random.value(of: .object(type.parameters))
            let members =
                type.connections.contains(.multiSearcher) && random.isTrue()
                ? ["products", "categories"] : ["products"]
            guard let widget = try? Self.widget(type, members, parameters) else { continue }
            made += 1
            try compare(widget, members, seed: seed)
        }
        #expect(made >= 5, "hardly any parameters of \(name) make sense")
    }

    @Test(arguments: configurations.indices)
    func `a widget accepts any inputs and any saved state`(_ index: Int) throws {
        let first = testSeed
        print("nonsense \(Self.configurations[index].type) \(index): seeds \(first) and on")
        for offset in 0..<rounds(6, thorough: 30) { try confuse(widget(index), seed: first &+ UInt64(offset)) }
    }

    private func confuse<Widget: Interactor>(_ widget: Widget, seed: UInt64) throws {
        var inputs = RandomInputs(seed: seed)
        var state = widget.initialState
        for step in 0..<60 {
            _ = widget.fold(&state, inputs.next(intents: Widget.intents))
            try #require(widget.view(state)["phase"]?.string != nil, "seed \(seed), step \(step)")
            _ = widget.save(state)
            guard step % 7 == 6 else { continue }
            let told = (0..<5).map { _ in inputs.next(intents: Widget.intents) }
            state = widget.restored(from: told, saved: inputs.nonsense(), view: inputs.nonsense())
        }
    }

    @Test(arguments: configurations.indices)
    func `a widget without events on the log is a new one`(_ index: Int) throws {
        func check<Widget: Interactor>(_ widget: Widget) {
            let restored = widget.restored(from: [], saved: nil, view: nil)
            #expect(widget.view(restored) == widget.view(widget.initialState))
        }
        try check(widget(index))
    }
}

/// A widget whose process ends after every event: only the log has its state.
private struct Forgetful<Widget: Interactor> {
    let widget: Widget
    private(set) var state: Widget.State
    /// The last event on each topic, with its sequence number.
    private var log: [String: (place: Int, event: RandomHistory.Event)] = [:]
    private var place = 0
    private var saved: JSON?

    init(_ widget: Widget) {
        self.widget = widget
        state = widget.initialState
    }

    mutating func fold(_ event: RandomHistory.Event) -> [Effects] {
        place += 1
        if let topic = event.topic { log[topic] = (place, event) }
        return event.inputs.map { widget.fold(&state, $0) }
    }

    mutating func forget() throws {
        // After a saved state, an empty one is saved as well.
        if let saved = widget.save(state) ?? (saved == nil ? nil : .null) {
            self.saved = try JSON(parsing: saved.bytes)
        }
        let view = try JSON(parsing: widget.view(state).bytes)
        let events = log.values.sorted { $0.place < $1.place }.map(\.event)
        state = widget.restored(from: events.flatMap(\.inputs), saved: saved, view: view)
    }
}
