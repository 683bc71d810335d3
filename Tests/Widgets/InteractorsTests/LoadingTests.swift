// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct LoadingTests {
    @Test func `it follows the newest search`() throws {
        let loading = try InteractorTester(LoadingInteractor.self)
        #expect(loading.view == ["phase": "idle", "loading": false, "stalled": false])
        loading.request(1)
        loading.expectView(["loading": false])
        loading.search(1, .started)
        loading.expectView(["loading": true, "stalled": false])
        loading.search(1, .stalled)
        loading.expectView(["loading": true, "stalled": true])
        loading.answer(1, .page(0, of: 1))
        #expect(loading.view == ["phase": "ready", "loading": false, "stalled": false])
        loading.search(2, .failed())
        loading.expectView(["phase": "failed", "loading": false, "stale": true])
        loading.sendRejected("stop", [:], "does not understand")
    }

    @Test func `a searcher that does not answer is shown as loading, even without a status`() throws {
        let loading = try InteractorTester(LoadingInteractor.self)
        loading.request(1)
        loading.give(.overdue)
        #expect(loading.view == ["phase": "stalled", "loading": true, "stalled": true])
    }
}
