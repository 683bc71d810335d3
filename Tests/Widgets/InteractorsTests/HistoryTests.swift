// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct HistoryTests {
    typealias Tester = InteractorTester<HistoryInteractor>

    @Test func `the view says which way one can go`() throws {
        let history = try Tester(HistoryInteractor.self, searcher: nil, filterState: nil)
        history.expectView(["phase": "idle", "canUndo": false, "canRedo": false, "reset": true])
        history.give(.session(SessionOverview(canUndo: true)))
        history.expectView(["phase": "ready", "canUndo": true, "canRedo": false])
        history.give(.session(SessionOverview(canRedo: true)))
        history.expectView(["canUndo": false, "canRedo": true])
        history.give(.reset)
        history.expectView(["canUndo": false, "canRedo": true])
    }

    @Test(arguments: ["undo", "redo", "reset"])
    func `a step is an intent to the session`(_ name: String) throws {
        let history = try Tester(HistoryInteractor.self, searcher: nil, filterState: nil)
        history.send(name)
        #expect(history.step == Intent(type: name))
    }

    @Test func `unknown intents are refused, and unknown parameters`() throws {
        let history = try Tester(HistoryInteractor.self, searcher: nil, filterState: nil, ["reset": false])
        history.expectView(["reset": false])
        history.sendRejected("forget", [:], "does not understand `forget`")
        #expect(throws: ParameterError.self) { _ = try Tester(HistoryInteractor.self, ["reset": 1]) }
    }
}
