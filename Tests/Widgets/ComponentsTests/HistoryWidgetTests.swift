// SPDX-License-Identifier: MIT

import AppModel
import Components
import Interactors
import Testing
import Wire

@testable import Components

@Suite struct HistoryWidgetTests {
    @Test func `A history widget asks the session, whose answer is the outcome`() throws {
        let history = WidgetConfiguration(name: "history", type: "history")
        let box = WidgetConfiguration(name: "box", type: "search-box", searcher: "films", searcherUnit: "films")
        var bench = try StoreBench(.shop(widgets: [App.Widget(history), App.Widget(box)]))
        _ = try bench.tell("session", "start")
        #expect(try bench.tell("history", "undo").results == ["unchanged"])
        _ = try bench.tell("box", "set-query", ["query": "lamp"])
        let undone = try bench.tell("history", "undo")
        #expect(undone.results == ["applied"] && undone.view?["canRedo"] == true && undone.requests.count == 1)
        #expect(try bench.tell("history", "redo").view?["canUndo"] == true)
        let reset = try bench.tell("history", "reset")
        #expect(reset.results == ["applied"] && reset.view?["canUndo"] == true && reset.view?["link"] == "?")
        #expect(try bench.tell("history", "forget").results == ["rejected"])
    }
}
