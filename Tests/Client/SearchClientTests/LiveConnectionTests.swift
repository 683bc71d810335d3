// SPDX-License-Identifier: MIT

import SearchClient
import Testing
import Wire

/// Draws a box, so that a test can wait for its contents.
final class ListeningBox: SearchBoxController {
    var onQueryChanged: ((String?) -> Void)?
    var onQuerySubmitted: ((String?) -> Void)?
    let shown = Watch<String>()

    func setQuery(_ query: String?) { shown.tell(query ?? "") }
}

/// Failures between a client and a whole app: the connection breaks, the session is lost.
@MainActor
@Suite("Connections to a running app", .timeLimit(.minutes(5)))
struct LiveConnectionTests {
    /// Settings under which a client tries again at once.
    private var settings: SessionSettings {
        var settings = SessionSettings()
        settings.pause = { _ in
            try Task.checkCancellation()
            await Task.yield()
        }
        return settings
    }

    @Test func `actions while the gateway is down take effect when it is back, once`() async throws {
        let app = try await LiveApp()
        let session = try await SearchSession.open(app.address, session: "one", settings: settings)
        let (number, list) = (NumberRecorder(), ListRecorder<Facet>())
        let reviews = FilterComparisonConnector(session: session, widget: "reviews", controller: number)
        let maker = MenuConnector(session: session, widget: "maker", controller: list)
        try await number.shown.until { $0 == nil }
        let first = try #require(try await list.shown.until { $0.count == 2 }.first)
        await app.stopGateway()
        for _ in 0..<3 { number.computation?.increment() }
        list.onClick?(first.item)
        try await app.startGateway()
        try await number.shown.until { $0 == 2 }
        try await list.shown.until { $0.contains { $0.isSelected && $0.item.json == first.item.json } }
        // A second client sees the same: each step was applied once.
        let other = try await SearchSession.open(app.address, session: "one")
        for await view in other.views(of: "reviews", as: NumberView.self) {
            #expect(view.value == 2)
            break
        }
        _ = (reviews, maker)
        other.close()
        session.close()
        await app.stop()
    }

    @Test func `a lost session is recreated, and controllers continue`() async throws {
        let app = try await LiveApp()
        let session = try await SearchSession.open(app.address, session: "two", settings: settings)
        let toggle = SwitchRecorder()
        let shipping = FilterToggleConnector(session: session, widget: "shipping", controller: toggle)
        try await toggle.shown.until { !$0 }
        toggle.onClick?(true)
        try await toggle.shown.until { $0 }
        try await app.startOver()
        // The new session has nothing of the old one.
        try await toggle.shown.until { !$0 }
        toggle.onClick?(true)
        try await toggle.shown.until { $0 }
        _ = shipping
        session.close()
        await app.stop()
    }
}
