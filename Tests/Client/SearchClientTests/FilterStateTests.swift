// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Wire

@testable import SearchClient

/// An attribute of text as apps have their own.
private enum Emphasis: AttributedStringKey {
    typealias Value = Bool
    static let name = "emphasis"
}

@Suite struct FilterStateTests {
    /// The example of docs/swiftui.md.
    private func select(in session: SearchSession) async throws {
        var filters = FilterState()
        filters[or: "brand"].add(.facet("brand", "Acme"), .facet("brand", "Umbrella"))
        filters[and: "price"].add(.numeric("price", 10...50), !.facet("refurbished", true))
        try await session.send(.replacing("main", with: filters))
    }

    /// The example of docs/swiftui.md.
    @MainActor
    private func report(_ hit: Hit<AnyRecord>, in session: SearchSession) {
        let tracker = HitsTracker(session: session, searcher: "products")
        tracker.trackClick(for: hit)
    }

    @MainActor
    @Test func `the examples of the document send one intent each`() async throws {
        let gateway = TestGateway()
        let session = try await SearchSession.test(gateway)
        defer { session.close() }
        try await select(in: session)
        report(Hit(objectID: "p1", record: AnyRecord([:]), position: 2), in: session)
        // The outbox sends what it was given before this one first.
        await withCheckedContinuation { sent in
            session.outbox.put(Intent(to: "products", "the-end"), isLatest: false) { _ in sent.resume() }
        }
        let bodies = try gateway.intentRequests.map { try JSON(parsing: $0.body ?? []) }
        let intents = bodies.flatMap { $0["intents"]?.array ?? [] }
        let click = intents.first { $0["type"] == "report-click" }
        #expect(intents.contains { $0["type"] == "set-groups" })
        #expect(click?["to"] == "products" && click?["data"] == ["objectID": "p1", "position": 3])
    }

    @Test func `groups are put together as a value, and sent as one intent`() {
        var filters = FilterState()
        filters[or: "brand"].add(.facet("brand", "Acme"), .facet("brand", "Umbrella"), .facet("brand", "Acme"))
        filters[and: "price"].add(.numeric("price", 10...50), !.facet("refurbished", true))
        filters[optional: "new"].add(.facet("isNew", true, score: 2))
        filters[and: "empty"].removeAll()
        let intent = Intent.replacing("main", with: filters)
        #expect(intent.addressee == "main" && intent.type == "set-groups")
        #expect(
            intent.data.text == """
                {"groups":[{"kind":"or","name":"brand","filters":[{"type":"facet","attribute":"brand","value":"Acme"},\
                {"type":"facet","attribute":"brand","value":"Umbrella"}]},{"kind":"and","name":"price","filters":\
                [{"type":"numeric","attribute":"price","range":[10,50]},{"type":"facet","attribute":"refurbished",\
                "value":true,"negated":true}]},{"kind":"optional","name":"new","filters":[{"type":"facet",\
                "attribute":"isNew","value":true,"score":2}]}]}
                """
        )
    }

    @Test func `a filter that is there is removed, and one that is not is added`() {
        var filters = FilterState()
        filters[or: "brand"].toggle(.facet("brand", "Acme"))
        #expect(filters[.or("brand")].contains(.facet("brand", "Acme")))
        #expect(!filters[and: "brand"].contains(.facet("brand", "Acme")))
        filters[or: "brand"].toggle(.facet("brand", "Acme"))
        #expect(filters.isEmpty)
        #expect(!(!Filter.tag("new")) == Filter.tag("new"))
    }

    @Test func `each kind of filter has the form of the protocol`() {
        #expect(Filter.tag("new").intentValue.text == #"{"type":"tag","value":"new"}"#)
        let date = #"{"type":"numeric","attribute":"added","date":"last 7 days"}"#
        #expect(Filter.date("added", "last 7 days").intentValue.text == date)
        let numeric = #"{"type":"numeric","attribute":"price","operator":">=","value":10}"#
        #expect(Filter.numeric("price", .greaterOrEqual, 10).intentValue.text == numeric)
        let geo = #"{"type":"geo","point":[48.5,11.5],"radius":5000}"#
        #expect(Filter.geo(latitude: 48.5, longitude: 11.5, radius: 5_000).intentValue.text == geo)
        #expect(Filter.facet("price", 4).intentValue["value"] == 4)
    }

    @Test func `what matches in a highlight has attributes`() {
        let highlight = Highlight(spans: [.init("Desk ", isMatched: false), .init("lamp", isMatched: true)])
        var matched = AttributeContainer()
        matched[Emphasis.self] = true
        let text = AttributedString(highlight, matched: matched)
        #expect(String(text.characters) == "Desk lamp")
        let emphasized = text.runs.filter { $0[Emphasis.self] == true }
        #expect(emphasized.map { String(text[$0.range].characters) } == ["lamp"])
    }
}
