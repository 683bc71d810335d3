// SPDX-License-Identifier: MIT

import Bus
import Components
import Testing
import Wire

@testable import Gateway

@Suite struct IntentRequestTests {
    private func parse(_ json: JSON) throws -> [IntentRequest] {
        try IntentRequest.parse(json, for: GatewayApp(TestGateway.app))
    }

    @Test("One intent and a batch are read, and intents without an ID get one")
    func reading() throws {
        let one = try parse(["to": "box", "type": "set-query", "data": ["query": "sam"], "id": "a.b:c-1_D"])
        #expect(one.map(\.id) == ["a.b:c-1_D"])
        #expect(one.first?.data == ["query": "sam"])
        let batch = try parse([
            "intents": [["to": "box", "type": "clear"], ["to": "main", "type": "x9", "id": .null]]
        ])
        #expect(batch.map(\.addressee) == ["box", "main"])
        #expect(batch[0].data == [:])
        #expect(batch[0].id != batch[1].id && !batch[0].id.isEmpty)
    }

    @Test("An intent to a widget has the data that the widget's type declares, or is refused with the correct form")
    func declared() throws {
        let unknown = #expect(throws: SearchBusError.self) { try parse(["to": "box", "type": "set-qery"]) }
        #expect(unknown?.code == .invalidIntent && unknown?.remedy.contains("set-query, submit, clear") == true)
        let missing = #expect(throws: SearchBusError.self) {
            try parse(["intents": [["to": "box", "type": "clear"], ["to": "box", "type": "set-query"]]])
        }
        #expect(missing?.message == "Intent 2 to `box`: the data of `set-query`: `query` is missing.")
        #expect(missing?.remedy.contains("The whole text.") == true)
        let wrong = #expect(throws: SearchBusError.self) {
            try parse(["to": "box", "type": "set-query", "data": ["query": 7]])
        }
        #expect(wrong?.message.contains("`query` is not a text") == true)
        #expect(throws: Never.self) { try parse(["to": "main", "type": "whatever", "data": ["query": "x"]]) }
    }

    @Test(
        "What the app does not have cannot be addressed",
        arguments: [
            "nobody", "", "state", "box/s", "view/box", "BOX",
        ]
    )
    func addressees(name: String) {
        let error = #expect(throws: SearchBusError.self) { try parse(["to": .string(name), "type": "clear"]) }
        #expect(error?.code == .unknownAddressee)
    }

    @Test(
        "Intents that are not in order are refused with the reason",
        arguments: [
            [], "x", [:], ["to": "box"], ["to": "box", "type": ""], ["to": "box", "type": "Set"],
            ["to": "box", "type": "start"], ["to": "session", "type": "start"], ["to": "box", "type": "-set"],
            ["to": "box", "type": "1"], ["to": "box", "type": "a.b"],
            ["to": "main", "type": .string(String(repeating: "a", count: 65))],
            ["to": "main", "type": "a", "data": []],
            ["to": "main", "type": "a", "data": "x"], ["to": "main", "type": "a", "id": ""],
            ["to": "main", "type": "a", "id": 7],
            ["to": "main", "type": "a", "id": "a b"], ["to": "main", "type": "a", "id": "a\n"], ["to": 3, "type": "a"],
            ["to": "main", "type": "a", "id": .string(String(repeating: "a", count: 129))],
            ["to": "box", "type": "set-query", "data": ["query": .string(String(repeating: "é", count: 513))]],
            ["intents": []], ["intents": "x"], ["intents": [3]],
            ["intents": [["to": "main", "type": "a", "id": "x"], ["to": "main", "type": "a", "id": "x"]]],
            ["intents": .array((0...100).map { _ in ["to": "main", "type": "a"] })],
        ] as [JSON]
    )
    func refusals(json: JSON) {
        let error = #expect(throws: SearchBusError.self) { try parse(json) }
        #expect(error?.code == .invalidIntent)
    }

    @Test("The longest query and type within the limits are accepted")
    func limits() throws {
        let type = "a" + String(repeating: "1", count: 63)
        #expect(try parse(["to": "main", "type": .string(type)]).count == 1)
        let query = String(repeating: "é", count: 512)
        #expect(try parse(["to": "box", "type": "set-query", "data": ["query": .string(query)]]).count == 1)
        #expect(try parse(["intents": .array((0..<100).map { _ in ["to": "main", "type": "a"] })]).count == 100)
    }

    @Test("An intent becomes an event of its request's chain")
    func drafts() throws {
        let draft = try #require(try parse(["to": "box", "type": "clear", "id": "i1"]).first)
            .draft(session: "s", source: "/gateway", correlation: "i0")
        #expect(draft.topic.description == "intent/box/s/")
        #expect(draft.type == "searchbus.intent.clear")
        #expect(draft.id == "i1" && draft.correlationID == "i0" && draft.causationID == nil)
    }
}
