// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import SearchClient

private final class TextBox: SearchBoxController {
    var onQueryChanged: ((String?) -> Void)?
    var onQuerySubmitted: ((String?) -> Void)?
    private(set) var shown: [String?] = []

    func setQuery(_ query: String?) { shown.append(query) }
}

private struct NamedRecord: Decodable, Sendable { let name: String }

private final class ProductTable: HitsController {
    weak var hitsSource: HitsInteractor<NamedRecord>?
    private(set) var events: [String] = []

    func reload() {
        let count = hitsSource?.numberOfHits() ?? 0
        events.append((0..<count).compactMap { hitsSource?.view?.hits[$0].record.name }.joined(separator: " "))
    }

    func scrollToTop() { events.append("top") }
}

private final class FacetRecorder: FacetListController {
    var onClick: ((Facet) -> Void)?
    private(set) var events: [String] = []

    func reload() { events.append("reload") }
    func setSelectableItems(selectableItems: [SelectableItem<Facet>]) {
        events.append(selectableItems.map { ($0.isSelected ? "*" : "") + $0.item.value }.joined(separator: " "))
    }
}

private final class FilterRecorder: CurrentFiltersController {
    var onRemoveItem: ((CurrentFilter) -> Void)?
    private(set) var events: [String] = []

    func reload() { events.append("reload") }
    func setItems(_ items: [CurrentFilter]) { events.append(items.map(\.label).joined(separator: " ")) }
}

private final class LineRecorder: StatsTextController {
    private(set) var events: [String] = []

    func setItem(_ item: String?) { events.append(item ?? "none") }
}

private final class ClearButton: FilterClearController {
    var onClick: (() -> Void)?
    private(set) var isEnabled = false

    func setEnabled(_ isEnabled: Bool) { self.isEnabled = isEnabled }
}

private func price(_ bounds: JSON, _ range: JSON) throws -> NumberRangeView {
    try NumberRangeView(json: DeclaredViews.json("number-range", ["bounds": bounds, "range": range]))
}

private func box(_ query: String, client: String? = nil, edit: Int? = nil) throws -> SearchBoxView {
    var json = JSONObject([("query", .string(query))])
    json["client"] = client.map { .string($0) }
    json["edit"] = edit.map { JSON($0) }
    return try SearchBoxView(json: DeclaredViews.json("search-box", .object(json)))
}

/// The intents that a gateway receives, in order: each gets a response, then is yielded here.
private struct SentIntents {
    let gateway: TestGateway
    let stream: AsyncStream<JSON>

    init(_ result: String = "applied") {
        let (stream, continuation) = AsyncStream.makeStream(of: JSON.self)
        self.stream = stream
        gateway = TestGateway { request, _ in
            for intent in request.intents { continuation.yield(intent) }
            return TestGateway.outcomes(for: request) { _ in ["result": .string(result)] }
        }
    }

    func next() async -> JSON? {
        for await intent in stream { return intent }
        return nil
    }
}

@MainActor
@Suite struct ControllerTests {
    @Test func `a slider shows bounds and range, and what a person moves is sent`() async throws {
        let sent = SentIntents()
        let session = try await SearchSession.test(sent.gateway)
        let slider = RangeSlider()
        let controller = RangeSliderController(rangeSlider: slider)
        let connector = NumberRangeConnector(session: session, widget: "price", controller: controller)

        connector.interactor.take(try price([0, 100], .null))
        #expect([slider.minimumValue, slider.maximumValue, slider.lowerValue, slider.upperValue] == [0, 100, 0, 100])
        connector.interactor.take(try price([0, 100], [20, .null]))
        #expect([slider.lowerValue, slider.upperValue] == [20, 100])

        slider.lowerValue = 30
        slider.upperValue = 40
        slider.onValueChanged?(slider)
        // An older view that arrives meanwhile does not move the handles.
        connector.interactor.take(try price([0, 100], [20, .null]))
        #expect([slider.lowerValue, slider.upperValue] == [30, 40])
        let intent = await sent.next()
        #expect(intent?["to"] == "price" && intent?["type"] == "set-range")
        #expect(intent?["data"] == ["range": [30, 40]])
        session.close()
    }

    @Test func `a connector's bounds take the place of those of the results`() async throws {
        let sent = SentIntents()
        let session = try await SearchSession.test(sent.gateway)
        let slider = RangeSlider()
        let controller = RangeSliderController(rangeSlider: slider)
        let connector = NumberRangeConnector(session: session, widget: "price", bounds: 0...500, controller: controller)
        #expect([slider.minimumValue, slider.maximumValue] == [0, 500])
        connector.interactor.take(try price([20, 900], [.null, 700]))
        #expect([slider.minimumValue, slider.maximumValue, slider.lowerValue, slider.upperValue] == [0, 500, 0, 700])
        #expect(connector.interactor.view?.bounds == 20...900 && connector.interactor.bounds == 0...500)
        connector.interactor.computeNumberRange(10...900)
        #expect(await sent.next()?["data"] == ["range": [10, .null]])
        connector.interactor.applyBounds(nil)
        #expect([slider.minimumValue, slider.maximumValue] == [20, 900])
        session.close()
    }

    @Test func `a handle at its bound sets no limit, and a full range no filter`() {
        #expect(RangeSelection.ends(of: 0...40, in: 0...100) == .init(low: nil, high: 40))
        #expect(RangeSelection.ends(of: 30...140, in: 0...100) == .init(low: 30, high: nil))
        #expect(RangeSelection.ends(of: -9...140, in: 0...100) == nil)
        #expect(RangeSelection.ends(of: 1...3, in: 5...10) == .init(low: nil, high: 5))
        #expect(RangeSelection.ends(of: 1...3, in: nil) == .init(low: 1, high: 3))
        #expect(RangeSelection.ends(of: nil, in: 0...1) == nil)
    }

    @Test func `a box shows others' texts, and no echo of one's own`() async throws {
        let sent = SentIntents()
        let session = try await SearchSession.test(sent.gateway)
        let controller = TextBox()
        let connector = SearchBoxConnector(session: session, widget: "box", controller: controller)

        connector.interactor.take(try box("lamp"))
        #expect(controller.shown == ["lamp"])
        controller.onQueryChanged?("lamps")
        let intent = await sent.next()
        #expect(intent?["type"] == "set-query" && intent?["data"]?["query"] == "lamps")
        let client = intent?["data"]?["client"]?.string
        let edit = intent?["data"]?["edit"]?.int
        connector.interactor.take(try box("lamp"))
        connector.interactor.take(try box("lamps", client: client, edit: edit))
        #expect(controller.shown == ["lamp"])
        connector.interactor.take(try box("kettle", client: "other", edit: 1))
        #expect(controller.shown == ["lamp", "kettle"])
        #expect(connector.interactor.query == "kettle")

        controller.onQuerySubmitted?("kettle")
        #expect(await sent.next()?["type"] == "submit")
        session.close()
    }

    @Test func `a list of hits begins at the top when it is another one, and asks for more near its end`() async throws
    {
        let sent = SentIntents()
        let session = try await SearchSession.test(sent.gateway)
        let table = ProductTable()
        let connector = HitsConnector<NamedRecord>(session: session, widget: "hits", controller: table)

        func view(_ list: Int, _ names: [String]) throws -> HitsView<NamedRecord> {
            let hits = names.map { name -> JSON in ["objectID": .string(name), "record": ["name": .string(name)]] }
            return try HitsView(json: [
                "phase": "ready", "list": JSON(list), "pages": 1, "hitsPerPage": 2, "hasMore": true,
                "hits": .array(hits),
            ])
        }
        connector.interactor.take(try view(1, ["a", "b"]))
        connector.interactor.take(try view(2, ["c", "d"]))
        #expect(table.events == ["a b", "top", "c d"])
        #expect(table.hitsSource?.hit(atIndex: 1)?.name == "d")
        #expect(table.hitsSource?.hit(atIndex: 2) == nil)
        let intent = await sent.next()
        #expect(intent?["type"] == "present" && intent?["data"] == ["row": 1])
        connector.connection.disconnect()
        connector.interactor.take(try view(3, ["e"]))
        #expect(table.events.count == 3 && table.hitsSource == nil)
        session.close()
    }

    @Test func `rows that are missing are asked for as they are shown, and records are selected`() async throws {
        let sent = SentIntents()
        let session = try await SearchSession.test(sent.gateway)
        let hits = HitsInteractor<NamedRecord>(session: session, widget: "hits")
        let record: JSON = ["objectID": "e", "record": ["name": "e"]]
        let list: JSON = [
            "phase": "ready", "list": 1, "pages": 1, "page": 4, "loaded": [4], "hitsPerPage": 1, "hits": [record],
            "nbPages": 9,
        ]
        hits.take(try HitsView(json: list))
        #expect(hits.numberOfHits() == 5)
        #expect(hits.hit(atIndex: 4)?.name == "e")
        #expect(await sent.next()?["data"] == ["row": 4])
        #expect(hits.hit(atIndex: 1) == nil)
        #expect(await sent.next()?["data"] == ["row": 1])
        hits.loadPrevious()
        #expect(await sent.next()?["type"] == "load-previous")
        hits.select("e", attributes: ["name": "e"])
        #expect(await sent.next()?["data"] == ["objectID": "e", "attributes": ["name": "e"]])
        hits.deselect("e")
        #expect(await sent.next()?["type"] == "deselect")
        hits.clearSelection()
        #expect(await sent.next()?["type"] == "clear-selection")
        session.close()
    }

    @Test func `visible rows stay while another client shows another part of the list`() async throws {
        let session = try await SearchSession.test(TestGateway())
        let hits = HitsInteractor<NamedRecord>(session: session, widget: "hits")
        func view(_ list: Int, _ pages: [Int]) throws -> HitsView<NamedRecord> {
            func records(_ page: Int) -> JSON {
                [["objectID": .string("p\(page)"), "record": ["name": .string("\(page)")]]]
            }
            let json: JSON = [
                "phase": "ready", "list": JSON(list), "pages": JSON(pages.count), "page": JSON(pages[0]),
                "hitsPerPage": 1,
                "nbPages": 20, "loaded": .array(pages.map { JSON($0) }), "hits": records(pages[0]),
            ]
            let others = pages.dropFirst().map { page -> (Int, JSON) in
                (page, ["list": JSON(list), "page": JSON(page), "hits": records(page)])
            }
            return try HitsView(WidgetViews(widget: "hits", view: json, pages: .init(uniqueKeysWithValues: others)))
        }
        hits.take(try view(1, [0, 1, 2, 3, 4]))
        #expect(hits.hit(atIndex: 1)?.name == "1")
        hits.take(try view(1, [9, 10]))
        #expect(hits.view?.loadedPages == [0, 1, 2, 9, 10])
        #expect(
            (0...10).map { hits.view?.hit(atRow: $0)?.record.name } == ["0", "1", "2"] + .init(repeating: nil, count: 6)
                + ["9", "10"]
        )
        #expect(hits.numberOfHits() == 11)
        hits.take(try view(1, [9, 10]))
        #expect(hits.view?.loadedPages == [9, 10])
        #expect(hits.hit(atIndex: 10)?.name == "10")
        hits.take(try view(1, [0]))
        #expect(hits.view?.loadedPages == [0, 9, 10] && hits.view?.rowCount == 11)
        hits.take(try view(2, [5]))
        #expect(hits.view?.loadedPages == [5])
        session.close()
    }

    @Test func `facets, filters, the button and the line are drawn and clicked`() async throws {
        let sent = SentIntents()
        let session = try await SearchSession.test(sent.gateway)
        let facets = FacetRecorder()
        let brand = FacetListConnector(session: session, widget: "brand", controller: facets)
        brand.interactor.take(
            try RefinementListView(
                json: DeclaredViews.json(
                    "refinement-list",
                    [
                        "items": [
                            ["value": "A", "label": "A", "count": 1, "selected": true],
                            ["value": 7, "label": "7", "count": 1, "selected": false],
                        ]
                    ]
                )
            )
        )
        #expect(facets.events == ["*A 7", "reload"])
        facets.onClick?(brand.interactor.items[1].item)
        #expect(await sent.next()?["data"] == ["value": 7])

        let filters = FilterRecorder()
        let current = CurrentFiltersConnector(session: session, widget: "current", controller: filters)
        let item: JSON = ["attribute": "brand", "label": "A", "filter": ["type": "facet"], "group": ["kind": "or"]]
        current.interactor.take(try CurrentFiltersView(json: DeclaredViews.json("current-filters", ["items": [item]])))
        #expect(filters.events == ["A", "reload"])
        filters.onRemoveItem?(current.interactor.items[0])
        #expect(await sent.next()?["data"] == ["filter": ["type": "facet"], "group": ["kind": "or"]])

        let button = ClearButton()
        let clear = FilterClearConnector(session: session, widget: "clear", controller: button)
        clear.interactor.take(try ClearFiltersView(json: DeclaredViews.json("clear-filters", ["enabled": true])))
        #expect(button.isEnabled)
        button.onClick?()
        #expect(await sent.next()?["to"] == "clear")

        let line = LineRecorder()
        let stats = StatsConnector(session: session, widget: "stats", controller: line)
        stats.interactor.take(try StatsView(json: DeclaredViews.json("stats", ["text": "3 results", "nbHits": 3])))
        #expect(line.events == ["none", "3 results"])
        let figures = LineRecorder()
        _ = stats.interactor.connectController(figures) { $0.map { "\($0.nbHits)" } }
        #expect(figures.events == ["3"])
        session.close()
    }

    @Test func `a rejection is reported, and the handles move back`() async throws {
        let gateway = TestGateway { request, _ in
            TestGateway.outcomes(for: request) { _ in ["result": "rejected", "code": "invalid-intent", "message": "no"]
            }
        }
        let session = try await SearchSession.test(gateway)
        let slider = RangeSlider()
        let controller = RangeSliderController(rangeSlider: slider)
        let connector = NumberRangeConnector(session: session, widget: "price", controller: controller)
        connector.interactor.take(try price([0, 100], [20, 30]))
        let (errors, continuation) = AsyncStream.makeStream(of: SearchBusError.self)
        connector.interactor.onError.subscribe(with: slider) { _, error in continuation.yield(error) }
        slider.lowerValue = 25
        slider.onValueChanged?(slider)
        for await error in errors {
            #expect(error == SearchBusError(.invalidIntent, "no"))
            break
        }
        // The completion follows in the same turn.
        #expect(slider.lowerValue == 20)
        session.close()
    }

    @Test func `controllers are not retained, and a released one gets no views`() throws {
        let observer = Observer<Int>()
        var owner: RangeSlider? = RangeSlider()
        var told: [Int] = []
        observer.fire(1)
        if let owner { observer.subscribePast(with: owner) { _, value in told.append(value) } }
        observer.fire(2)
        owner = nil
        observer.fire(3)
        #expect(told == [1, 2])
        #expect(observer.last == 3)
    }

    @Test func `views reach a controller through the session`() async throws {
        let gateway = TestGateway()
        let session = try await SearchSession.test(gateway)
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let line = LineRecorder()
        let connector = StatsConnector(session: session, widget: "stats", controller: line) { view -> String? in
            if let view { continuation.yield(view.text) }
            return view?.text
        }
        for await _ in gateway.streams { break }
        gateway.say(view: try DeclaredViews.json("stats", ["text": "9 results"]), of: "stats", at: 1)
        for await text in lines {
            #expect(text == "9 results")
            break
        }
        #expect(line.events == ["none", "9 results"])
        _ = connector
        session.close()
    }
}

@MainActor
@Suite struct EchoTests {
    /// Settings under which delayed actions run when the test allows them.
    private func settings(_ wait: AsyncStream<Void>) -> SessionSettings {
        var settings = SessionSettings.test
        settings.pause = { _ in for await _ in wait { break } }
        return settings
    }

    @Test func `where no echo comes, others' texts count again after a while`() async throws {
        let sent = SentIntents()
        let (wait, go) = AsyncStream.makeStream(of: Void.self)
        let session = try await SearchSession.test(sent.gateway, settings: settings(wait))
        let controller = TextBox()
        let connector = SearchBoxConnector(session: session, widget: "box", controller: controller)
        let (texts, continuation) = AsyncStream.makeStream(of: String?.self)
        connector.interactor.onQueryChanged.subscribe(with: controller) { _, text in continuation.yield(text) }
        controller.onQueryChanged?("mine")
        _ = await sent.next()
        connector.interactor.take(try box("theirs", client: "other", edit: 1))
        #expect(controller.shown == [])
        go.yield()
        for await text in texts where text == "theirs" { break }
        #expect(controller.shown == ["theirs"])
        session.close()
    }
}
