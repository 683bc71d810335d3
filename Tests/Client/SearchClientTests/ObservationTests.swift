// SPDX-License-Identifier: MIT

import Observation
import Synchronization
import Testing
import Wire

@testable import SearchClient

/// Interactors are models for SwiftUI: what a view's body reads, it is notified of.
@MainActor
@Suite struct ObservationTests {
    /// Reads as a view's body does; answers whether it would be drawn again after a change.
    private func isDrawnAgain(_ read: () -> Void, after change: () -> Void) -> Bool {
        let changes = Mutex(0)
        withObservationTracking(read) { changes.withLock { $0 += 1 } }
        #expect(changes.withLock(\.self) == 0)
        change()
        return changes.withLock(\.self) == 1
    }

    @Test func `a new view of any widget is noticed`() async throws {
        let session = try await SearchSession.test(TestGateway())
        defer { session.close() }
        let history = HistoryInteractor(session: session, widget: "history")
        let view = try HistoryView(json: ["phase": "ready", "canUndo": true, "canRedo": false, "reset": false])
        #expect(isDrawnAgain({ _ = history.view?.phase }, after: { history.take(view) }))
        #expect(!isDrawnAgain({ _ = history.lastError }, after: { history.take(view) }))
    }

    @Test func `an accepted intent ends the error of an earlier one`() async throws {
        let rejection: JSON = ["result": "rejected", "code": "invalid-intent", "message": "m", "remedy": "r"]
        let gateway = TestGateway { request, _ in
            TestGateway.outcomes(for: request) { $0["type"] == "undo" ? rejection : ["result": "applied"] }
        }
        let session = try await SearchSession.test(gateway)
        defer { session.close() }
        let history = HistoryInteractor(session: session, widget: "history")
        for type in ["undo", "redo", "undo"] {
            await withCheckedContinuation { done in history.send(type) { _ in done.resume() } }
            #expect((history.lastError?.message == "m") == (type == "undo"))
        }
        #expect(isDrawnAgain({ _ = history.lastError }, after: { history.onError.forget() }))
    }

    @Test func `a widget that the app does not have is an error, until it has one`() async throws {
        let gateway = TestGateway()
        let session = try await SearchSession.test(gateway)
        defer { session.close() }
        let history = HistoryInteractor(session: session, widget: "undo")
        let (errors, views) = (Watch<SearchBusError>(), Watch<HistoryView>())
        history.onError.subscribe(with: errors) { $0.tell($1) }
        history.onViewChanged.subscribe(with: views) { $0.tell($1) }
        var problems = session.problems.makeAsyncIterator()
        for await _ in gateway.streams { break }
        gateway.say("app", ["revision": "a", "views": ["history", "session"]], at: 1)
        try await errors.until { $0.code == .unknownAddressee && $0.message == "The app has no widget `undo`." }
        #expect(await problems.next() == history.lastError)
        var late = session.views(of: "box", as: SearchBoxView.self).makeAsyncIterator()
        gateway.say("app", ["revision": "b", "views": ["undo", "box", "session"]], at: 2)
        gateway.say(view: try DeclaredViews.json("history"), of: "undo", at: 3)
        try await views.until { $0.phase == .ready }
        #expect(history.lastError == nil)
        gateway.say(view: ["phase": 1], of: "undo", at: 4)
        try await errors.until { $0.code == .invalidRecord }
        gateway.say(view: try DeclaredViews.json("search-box", ["query": "a"]), of: "box", at: 5)
        #expect(await late.next()?.query == "a")
    }

    @Test func `the text of a box is bound to a field`() async throws {
        let session = try await SearchSession.test(TestGateway())
        defer { session.close() }
        let box = SearchBoxInteractor(session: session, widget: "box")
        #expect(box.text.isEmpty)
        #expect(!isDrawnAgain({ _ = box.text }, after: { box.text = "" }))
        #expect(isDrawnAgain({ _ = box.text }, after: { box.text = "lamp" }))
        #expect(box.query == "lamp")
    }

    @Test func `the selection of a range is noticed`() async throws {
        let session = try await SearchSession.test(TestGateway())
        defer { session.close() }
        let price = NumberRangeInteractor(session: session, widget: "price")
        #expect(isDrawnAgain({ _ = price.bounds }, after: { price.applyBounds(1...9) }))
    }
}
