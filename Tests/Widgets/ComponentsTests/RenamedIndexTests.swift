// SPDX-License-Identifier: MIT

import AppModel
import Testing
import Wire

@testable import Components

@Suite("A renamed index")
struct RenamedIndexTests {
    @Test func `An index of another name in the app file reaches sessions that have not chosen one`() throws {
        var bench = try StoreBench(.shop())
        _ = try bench.tell("session", "start")
        _ = try bench.tell("products", "set-query", ["query": "lamp"])
        var renamed = try bench.restart(as: .shop(index: "wares"))
        let turn = try renamed.revisit()
        #expect(turn.member("products")?["index"] == "wares" && turn.member("products")?["query"] == "lamp")
        #expect(turn.member("products")?["since"] == turn.member("products")?["number"])

        let choice = try bench.tell("products", "set-index", ["index": "archive"])
        var chosen = try bench.restart(as: .shop(index: "wares"))
        let kept = try chosen.revisit()
        #expect(kept.member("products") == choice.member("products"), "it has chosen")
        #expect(kept.member("categories")?["index"] == "wares")
        let back = try chosen.tell("products", "set-index", ["index": .null])
        #expect(back.member("products")?["index"] == "wares")
    }
}
