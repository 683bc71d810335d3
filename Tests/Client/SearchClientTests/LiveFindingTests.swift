// SPDX-License-Identifier: MIT

import SearchClient
import Testing
import Wire

/// A box with suggestions, related records, locations and history of a whole app.
@MainActor
@Suite("Finding in a running app", .timeLimit(.minutes(5)))
struct LiveFindingTests {
    struct Place: Decodable, Sendable, Equatable {
        let name: String
    }

    @Test func `suggestions below a box, and what was searched before`() async throws {
        try await withLiveSession { session in
            let box = SuggestingBox()
            let connector = AutocompleteConnector(session: session, widget: "finder", controller: box)
            box.onQueryChanged?("film 7")
            let shown = try await box.shown.until { $0.sections.first?.results.hits.first?.objectID == "f7" }
            let films = shown.sections[0]
            #expect((films.results.title, films.choice.does, films.choice.attribute) == ("Films", .query, "title"))
            box.onChoose?(.hit(films.results.hits[0], section: films))
            try await box.shown.until { $0.recent == ["Film 7"] }
            try await box.text.until { $0 == "Film 7" }
            let sections = MultiHitsInteractor(session: session, widget: "sections")
            sections.onResultsUpdated.subscribePast(with: box) { box, view in
                box.found.tell(view.sections.first?.hits.map(\.objectID) ?? [])
            }
            try await box.found.until { $0 == ["f7"] }
            box.onQueryChanged?("dr")
            let drama = try await box.shown.until { $0.sections.first?.results.searcher == "genreSuggestions" }
            box.onChoose?(.value(drama.sections[0].results.values[0].item, section: drama.sections[0]))
            try await box.text.until { $0.isEmpty }
            box.onRemoveRecent?("Film 7")
            try await box.shown.until { $0.recent.isEmpty }
            connector.connection.disconnect()
            #expect(box.onChoose == nil && box.onQueryChanged == nil && box.onClearRecent == nil)
        }
    }

    @Test func `records like one`() async throws {
        try await withLiveSession { session in
            let table = AlikeRecorder()
            let connector = RelatedItemsConnector<Place>(session: session, widget: "related", controller: table)
            try await table.shown.until { $0.isEmpty }
            let record: JSON = ["name": "Lamp 4", "brand": "Acme", "categories": ["Lamps"], "color": "blue"]
            connector.interactor.show(Hit(objectID: "p4", record: AnyRecord(record), position: 0))
            let names = try await table.shown.until { $0.count == 6 }
            #expect(names.allSatisfy { $0.hasPrefix("Lamp") && $0 != "Lamp 4" })
            #expect(connector.interactor.view?.objectID == "p4" && table.jumps == 1)
            connector.interactor.clear()
            try await table.shown.until { $0.isEmpty }
            connector.connection.disconnect()
            #expect(table.hitsSource == nil)
        }
    }

    @Test func `places, and a part of the earth`() async throws {
        try await withLiveSession { session in
            let map = MapRecorder()
            let connector = GeoHitsConnector<Place>(session: session, widget: "map", controller: map)
            let all = try await map.shown.until { $0.names.count == 3 }
            #expect(all.selected == nil && connector.interactor.view?.withoutPlace == 1)
            #expect(all.bounds?.southWest == GeoPoint(latitude: -18.1, longitude: 10.7))
            #expect(all.bounds?.northEast == GeoPoint(latitude: 59.9, longitude: 178.4))
            let oslo = GeoArea.circle(GeoPoint(latitude: 60, longitude: 10.5), radius: 50_000)
            map.onAreaChanged?(oslo)
            try await map.shown.until { $0.names == ["Oslo"] && $0.selected == oslo }
            let south = GeoPoint(latitude: -30, longitude: 170)
            let pacific = GeoArea.box(GeoBox(southWest: south, northEast: GeoPoint(latitude: 0, longitude: -170)))
            map.onAreaChanged?(pacific)
            try await map.shown.until { $0.names == ["Suva"] && $0.selected == pacific }
            map.onAreaChanged?(nil)
            try await map.shown.until { $0.names.count == 3 && $0.selected == nil }
            connector.connection.disconnect()
            #expect(map.onAreaChanged == nil)
        }
    }

    @Test func `steps back and forth`() async throws {
        try await withLiveSession { session in
            let steps = StepsRecorder()
            let connector = HistoryConnector(session: session, widget: "history", controller: steps)
            try await steps.shown.until { $0.phase == .ready && !$0.canUndo && $0.offersReset }
            try await session.send(Intent(to: "box", "set-query", ["query": "lamp"]))
            try await steps.shown.until { $0.canUndo && !$0.canRedo }
            steps.onUndo?()
            try await steps.shown.until { !$0.canUndo && $0.canRedo }
            steps.onRedo?()
            try await steps.shown.until { $0.canUndo && !$0.canRedo }
            steps.onReset?()
            let box = SearchBoxInteractor(session: session, widget: "box")
            let text = Watch<String>()
            box.onViewChanged.subscribePast(with: steps) { _, view in text.tell(view.query) }
            try await text.until { $0.isEmpty }
            connector.connection.disconnect()
            #expect(steps.onUndo == nil && steps.onRedo == nil && steps.onReset == nil)
        }
    }

    @Test func `searching among the values of a menu`() async throws {
        try await withLiveSession { session in
            let (field, list) = (ListeningBox(), ListRecorder<Facet>())
            let menu = MenuConnector(session: session, widget: "maker", controller: list)
            let search = FacetSearchConnector(session: session, widget: "maker", controller: field)
            try await list.shown.until { $0.map(\.item.value) == ["Acme", "Globex"] }
            #expect(menu.interactor.view?.search.isOn == true)
            field.onQueryChanged?("glo")
            let found = try await list.shown.until { $0.map(\.item.value) == ["Globex"] }
            #expect(found[0].item.highlighted?.spans.first == .init("Glo", isMatched: true))
            search.interactor.clear()
            try await list.shown.until { $0.count == 2 }
        }
    }
}
