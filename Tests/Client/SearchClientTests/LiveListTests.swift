// SPDX-License-Identifier: MIT

import SearchClient
import Testing
import Wire

/// Lists and segments of a whole app: a user's action goes out through a gateway, and its effect comes back as a view.
@MainActor
@Suite("Lists of a running app", .timeLimit(.minutes(5)))
struct LiveListTests {
    /// Clicks the first item of a list twice: it is selected, then it is not.
    private func clickTwice<View: SelectableListView>(
        _ session: SearchSession,
        _ widget: String,
        _ view: View.Type,
        staysOn: Bool = false
    ) async throws {
        let list = ListRecorder<View.Item>()
        let connector = WidgetConnector<WidgetInteractor<View>>(session: session, widget: widget, controller: list)
        let isReady = { (items: [SelectableItem<View.Item>]) in items.count > 1 }
        let first = try #require(try await list.shown.until(isReady).last?.item)
        list.onClick?(first)
        // Counts may be others meanwhile.
        let label = { (item: View.Item) in "\(item)".prefix { $0 != "," } }
        let selected = try await list.shown.until {
            $0.filter(\.isSelected).map { label($0.item) } == [label(first)]
        }
        guard !staysOn else { return }
        if let again = selected.first(where: \.isSelected)?.item { list.onClick?(again) }
        try await list.shown.until { !$0.isEmpty && !$0.contains(where: \.isSelected) }
        connector.connection.disconnect()
        #expect(list.onClick == nil)
    }

    @Test func `a value of a refinement list`() async throws {
        try await withLiveSession { try await clickTwice($0, "brand", RefinementListView.self) }
    }

    @Test func `a value of a menu`() async throws {
        try await withLiveSession { try await clickTwice($0, "maker", MenuView.self) }
    }

    @Test func `a filter of a list`() async throws {
        try await withLiveSession { try await clickTwice($0, "quick", FilterListView.self, staysOn: true) }
    }

    @Test func `a range of a numeric menu`() async throws {
        try await withLiveSession { try await clickTwice($0, "prices", NumericMenuView.self, staysOn: true) }
    }

    @Test func `values that are wanted or not`() async throws {
        try await withLiveSession { session in
            let list = ListRecorder<Facet>()
            let connector = FacetListConnector(session: session, widget: "exclusion", controller: list)
            let items = try await list.shown.until { $0.count == 3 }
            #expect(items.allSatisfy { $0.item.state == FacetState.none })
            connector.interactor.set(items[0].item, to: .exclude)
            try await list.shown.until { $0.contains { $0.item.state == .exclude } }
            connector.interactor.clear()
            try await list.shown.until { $0.allSatisfy { $0.item.state == FacetState.none } }
        }
    }

    @Test func `a rating, in a list and in stars`() async throws {
        try await withLiveSession { session in
            let (list, stars) = (ListRecorder<Rating>(), NumberRecorder())
            let connector = RatingMenuConnector(session: session, widget: "stars", controller: stars)
            let connection = connector.interactor.connectController(list)
            let four = try #require(
                try await list.shown.until { $0.first { $0.item.value == 4 }?.item.count != nil }
                    .first { $0.item.value == 4 }
            )
            #expect(stars.bounds == 0...5)
            list.onClick?(four.item)
            try await stars.shown.until { $0 == 4 }
            stars.computation?.decrement()
            try await stars.shown.until { $0 == 3 }
            stars.computation?.just(value: 0)
            try await stars.shown.until { $0 == nil }
            connection.disconnect()
        }
    }

    @Test(arguments: [("order", 2), ("length", 2)])
    func `segments of which one is always chosen`(widget: String, count: Int) async throws {
        try await withLiveSession { session in
            let segments = SegmentRecorder()
            let held: AnyObject =
                widget == "order"
                ? SortByConnector(session: session, widget: widget, controller: segments)
                : HitsPerPageConnector(session: session, widget: widget, controller: segments)
            let shown = try await segments.shown.until { $0.selected == 0 && $0.items.count == count }
            #expect(shown.items[0]?.isEmpty == false)
            segments.onClick?(1)
            try await segments.shown.until { $0.selected == 1 }
            segments.onClick?(0)
            try await segments.shown.until { $0.selected == 0 }
            _ = held
        }
    }

    @Test func `segments of which none may be chosen`() async throws {
        try await withLiveSession { session in
            let segments = SegmentRecorder()
            let stock = FilterMapConnector(session: session, widget: "stock", controller: segments)
            try await segments.shown.until { $0.items == [0: "All", 1: "In stock", 2: "Sold out"] }
            segments.onClick?(1)
            try await segments.shown.until { $0.selected == 1 }
            stock.interactor.computeSelected(selecting: nil)
            try await segments.shown.until { $0.selected != 1 }
            stock.interactor.computeSelected(selecting: 7)
            segments.onClick?(2)
            try await segments.shown.until { $0.selected == 2 }
        }
    }

    @Test func `facets in the order of an engine`() async throws {
        try await withLiveSession { session in
            let facets = FacetsRecorder()
            let connector = DynamicFacetListConnector(session: session, widget: "facets", controller: facets)
            let brand = try #require(try await facets.shown.until { $0.count == 2 }.first)
            #expect((brand.attribute, brand.title) == ("brand", "Brand"))
            facets.didSelect?("brand", brand.facets[0])
            try await facets.shown.until { $0.first?.selectedCount == 1 }
            #expect(facets.selections == ["brand": [brand.facets[0].value]])
            connector.interactor.clear(attribute: "brand")
            try await facets.shown.until { $0.first?.selectedCount == 0 }
        }
    }

    @Test func `a way through categories and back`() async throws {
        try await withLiveSession { session in
            let menu = ItemRecorder<[HierarchicalFacet], String>()
            let way = RowsRecorder<BreadcrumbItem>()
            let tree = HierarchicalConnector(session: session, widget: "tree", controller: menu)
            let here = BreadcrumbConnector(session: session, widget: "here", controller: way)
            try await menu.shown.until { $0.map(\.label) == ["Home", "Kitchen"] }
            menu.onClick?("Home")
            let rows = try await menu.shown.until { $0.contains { $0.level == 1 } }
            #expect(rows.map(\.facet.value) == ["Home", "Home > Lamps", "Kitchen"])
            menu.onClick?("Home > Lamps")
            let places = try await way.shown.until { $0.count == 2 }
            #expect(places.map(\.label) == ["Home", "Lamps"])
            way.onPlace?(places[0])
            try await way.shown.until { $0.count == 1 }
            way.onPlace?(nil)
            try await way.shown.until { $0.isEmpty }
            _ = (tree, here)
        }
    }
}
