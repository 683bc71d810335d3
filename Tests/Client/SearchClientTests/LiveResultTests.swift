// SPDX-License-Identifier: MIT

import SearchClient
import Testing
import Wire

/// Hits, pages and what belongs to them, of a whole app.
@MainActor
@Suite("Results of a running app", .timeLimit(.minutes(5)))
struct LiveResultTests {
    struct Banner: Decodable, Sendable, Equatable {
        let title: String
    }

    @Test func `pages to go to`() async throws {
        try await withLiveSession { session in
            let pages = ItemRecorder<PaginationView, Int>()
            let connector = PaginationConnector(session: session, widget: "pages", controller: pages)
            try await pages.shown.until { $0.nbPages == 5 && $0.page == 0 && $0.previous == nil }
            pages.onClick?(3)
            try await pages.shown.until { $0.page == 3 && $0.next == 4 && $0.previous == 2 && $0.phase == .ready }
            connector.connection.disconnect()
            #expect(pages.onClick == nil)
        }
    }

    @Test func `sections of several searchers`() async throws {
        try await withLiveSession { session in
            let sections = SectionsRecorder()
            let connector = MultiHitsConnector(session: session, widget: "sections", controller: sections)
            try await sections.shown.until { $0 == ["Films", "Categories"] }
            let interactor = connector.interactor
            #expect((interactor.numberOfSections(), interactor.numberOfHits(inSection: 0)) == (2, 3))
            let film: AnyRecord? = try interactor.hit(atIndex: 0, inSection: 0)
            #expect(film?.json["title"]?.string?.hasPrefix("Film") == true)
            #expect(throws: JSONError.self) { let _: Product? = try interactor.hit(atIndex: 0, inSection: 0) }
            let none: AnyRecord? = try interactor.hit(atIndex: 9, inSection: 7)
            #expect(none == nil)
        }
    }

    @Test func `suggestions to search for, and to complete`() async throws {
        try await withLiveSession { session in
            let (box, list) = (ListeningBox(), RowsRecorder<QuerySuggestion>())
            let text = SearchBoxConnector(session: session, widget: "box", controller: box)
            let suggestions = QuerySuggestionsConnector(session: session, widget: "suggestions", controller: list)
            box.onQueryChanged?("la")
            let shown = try await list.shown.until { $0.first?.query.hasPrefix("lamp") == true }
            list.onChoice?(shown[0], nil)
            try await box.shown.until { $0 == shown[0].query }
            _ = (text, suggestions)
        }
    }

    @Test func `all results, or the relevant ones alone`() async throws {
        try await withLiveSession { session in
            let relevance = RelevanceRecorder()
            let connector = RelevantSortConnector(session: session, widget: "relevance", controller: relevance)
            try await relevance.shown.until { $0 == "Show all results" }
            relevance.didToggle?()
            try await relevance.shown.until { $0 == "Show relevant results only" }
            #expect(connector.interactor.item == .hitsCount)
        }
    }

    @Test func `what an engine's rules add`() async throws {
        try await withLiveSession { session in
            let banner = ItemRecorder<Banner?, Never>()
            let rules = QueryRuleCustomDataConnector<Banner>(session: session, widget: "rules", controller: banner)
            let redirects = Watch<String>()
            rules.interactor.onRedirect.subscribe(with: banner) { _, address in redirects.tell(address) }
            try await banner.shown.until { $0?.title == "About " }
            try await session.send(Intent(to: "box", "set-query", ["query": "sale"]))
            try await banner.shown.until { $0?.title == "About sale" }
            #expect(redirects.last == "https://example.org/sale")
        }
    }

    @Test func `searches that are kept`() async throws {
        try await withLiveSession { session in
            let list = RowsRecorder<SavedSearch>()
            let saved = SavedSearchesConnector(session: session, widget: "saved", controller: list)
            try await session.send(Intent(to: "box", "set-query", ["query": "lamp"]))
            list.onSave?("Lamps")
            try await list.shown.until { $0 == [SavedSearch(name: "Lamps", isCurrent: true)] }
            try await session.send(Intent(to: "box", "set-query", ["query": "kettle"]))
            let kept = try await list.shown.until { $0.map(\.isCurrent) == [false] }
            list.onItem?(kept[0])
            let current = try await list.shown.until { $0.map(\.isCurrent) == [true] }
            list.onRename?(current[0], "Light")
            let renamed = try await list.shown.until { $0.map(\.name) == ["Light"] }
            list.onRemoveItem?(renamed[0])
            try await list.shown.until { $0.isEmpty }
            _ = saved
        }
    }

    @Test func `parameters of an engine`() async throws {
        try await withLiveSession { session in
            let parameters = ParametersRecorder()
            let connector = ConfigureConnector(session: session, widget: "parameters", controller: parameters)
            try await parameters.shown.until { $0.isEmpty }
            parameters.onParametersChanged?(["distinct": 1, "analytics": false])
            try await parameters.shown.until { $0 == ["distinct": 1, "analytics": false] }
            parameters.onParametersChanged?(["distinct": .null])
            try await parameters.shown.until { $0 == ["analytics": false] }
            parameters.onParametersChanged?(["analytics": .null])
            try await parameters.shown.until { $0.isEmpty }
            connector.connection.disconnect()
            #expect(parameters.onReset == nil && parameters.onParametersChanged == nil)
        }
    }

    @Test func `a rejection is reported`() async throws {
        try await withLiveSession { session in
            let stars = NumberRecorder()
            let connector = RatingMenuConnector(session: session, widget: "stars", controller: stars)
            let errors = Watch<SearchBusError>()
            connector.interactor.onError.subscribe(with: stars) { _, error in errors.tell(error) }
            stars.computation?.just(value: 99)
            try await errors.until { $0.code == .invalidIntent }
        }
    }
}
