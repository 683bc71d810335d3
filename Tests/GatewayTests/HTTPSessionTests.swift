// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Testing
import Wire

@testable import Gateway

/// Sessions and intents, over real connections.
@Suite(.oneAtATime) struct HTTPSessionTests {
    @Test("A new session starts every part of the app once, in order, in one append")
    func creation() async throws {
        try await TestGateway.with { gateway async throws in
            let answer = try await gateway.ask("POST", "/api/sessions", body: "{}")
            #expect(answer.status == 201)
            let session = try #require(try answer.json()["session"]?.string)
            #expect(gateway.log.appends.count == 1)
            let started = try #require(gateway.log.appends.first)
            #expect(started.map(\.topic.component) == ["main", "everything", "box", "hits"])
            #expect(started.allSatisfy { $0.type == "searchbus.intent.start" && $0.topic.session == session })
            let other = try await gateway.ask("POST", "/api/sessions", body: "")
            #expect(try other.json()["session"]?.string != session)
        }
    }

    @Test("A session of a chosen id is made once, however many ask at the same time")
    func concurrentCreation() async throws {
        try await TestGateway.with { gateway async throws in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<12 {
                    group.addTask { try await gateway.ask("PUT", "/api/sessions/mine", body: "{}").status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 201 }.count == 1)
            #expect(statuses.allSatisfy { [200, 201].contains($0) })
            #expect(gateway.log.appends.count == 1)
            #expect(try await gateway.ask("PUT", "/api/sessions/mine", body: "{}").status == 200)
        }
    }

    @Test("Parts that the app has got since then are started when an old session is asked for")
    func newParts() async throws {
        let log = MemoryLog()
        for name in ["main", "everything", "box"] { try log.put("intent/\(name)/old/", type: "searchbus.intent.start") }
        try await TestGateway.with(log: log) { gateway async throws in
            #expect(try await gateway.ask("GET", "/api/sessions/old").status == 200)
            #expect(log.appends.last?.map(\.topic.description) == ["intent/hits/old/"])
            #expect(log.appends.last?.first?.type == "searchbus.intent.start")
        }
    }

    @Test(
        "Session ids that are none are refused",
        arguments: ["a%2Fb", "..", "a.b", String(repeating: "a", count: 65), "ä"]
    )
    func invalidIDs(id: String) async throws {
        try await SharedGateway.use { gateway async throws in
            let answer = try await gateway.ask("PUT", "/api/sessions/\(id)", body: "{}")
            #expect(answer.status == 400)
        }
    }

    @Test("A session that is not there is not there for reading, intents and streams")
    func unknown() async throws {
        try await SharedGateway.use { gateway async throws in
            for answer in [
                try await gateway.ask("GET", "/api/sessions/none"),
                try await gateway.ask("GET", "/api/sessions/none/events"),
                try await gateway.ask(
                    "POST",
                    "/api/sessions/none/intents",
                    body: "{\"to\":\"box\",\"type\":\"clear\"}"
                ),
            ] {
                #expect(answer.status == 404 && answer.code == "unknown-session")
                #expect(answer["Content-Type"] == "application/problem+json")
                #expect(try answer.json()["title"] == "Not Found" && answer.json()["remedy"]?.string?.isEmpty == false)
            }
        }
    }

    @Test("The state of a session is every widget's last view and the place it is true at")
    func state() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            try gateway.log.put("view/box/s/", "{\"query\":\"a\"}")
            try gateway.log.put("view/box/s/", "{\"query\":\"ab\"}")
            try gateway.log.put("view/hits/s/", "{\"hits\":[]}")
            try gateway.log.put("view/hits/other/", "{\"hits\":[1]}")
            try gateway.log.put("state/box/s/", "{}")
            let json = try await gateway.ask("GET", "/api/sessions/s").json()
            #expect(json["views"] == ["box": ["query": "ab"], "hits": ["hits": []]])
            #expect(json["sequence"] == .string(gateway.log.head.description))
            #expect(json["epoch"] == "epoch1" && json["session"] == "s")
        }
    }

    @Test("A batch is one append, and says where each intent is")
    func batch() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let answer = try await gateway.ask(
                "POST",
                "/api/sessions/s/intents",
                body: #"{"intents":[{"to":"box","type":"clear","id":"i1"},{"to":"main","type":"undo","id":"i2"}]}"#
            )
            #expect(answer.status == 202)
            #expect(gateway.log.appends.count == 2)
            #expect(
                try answer.json()["intents"] == [
                    ["id": "i1", "sequence": "00000000000000000005"], ["id": "i2", "sequence": "00000000000000000006"],
                ]
            )
        }
    }

    @Test("A repeated request has one effect and the first answer")
    func idempotence() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let body = #"{"to":"box","type":"set-query","data":{"query":"a"},"id":"i1"}"#
            let first = try await gateway.ask("POST", "/api/sessions/s/intents", body: body)
            let head = gateway.log.head
            let second = try await gateway.ask("POST", "/api/sessions/s/intents", body: body)
            #expect(first.body == second.body && second.status == 202)
            #expect(gateway.log.head == head)
            let partial = try await gateway.ask(
                "POST",
                "/api/sessions/s/intents",
                body: #"{"intents":[{"to":"box","type":"clear","id":"i1"},{"to":"box","type":"clear","id":"i2"}]}"#
            )
            #expect(partial.status == 409 && partial.code == "partial-repeat")
        }
    }

    @Test("An intent for a part that the app does not have changes nothing")
    func refusal() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let head = gateway.log.head
            let answer = try await gateway.ask(
                "POST",
                "/api/sessions/s/intents",
                body: #"{"intents":[{"to":"box","type":"clear"},{"to":"nobody","type":"clear"}]}"#
            )
            #expect(answer.status == 404 && answer.code == "unknown-addressee")
            #expect(gateway.log.head == head)
        }
    }

    @Test("Whoever waits is told what became of each intent")
    func outcomes() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            gateway.log.react { log, drafts in
                for draft in drafts where draft.topic.kind == .intent {
                    let isRejected = draft.type.hasSuffix("nonsense")
                    _ = try? log.put(
                        "outcome/\(draft.topic.component)/s/",
                        isRejected
                            ? #"{"intent":"\#(draft.id)","code":"invalid-intent","message":"No."}"#
                            : #"{"intent":"\#(draft.id)"}"#,
                        type: "searchbus.outcome.\(isRejected ? "rejected" : "applied")"
                    )
                }
            }
            let body = #"{"intents":[{"to":"box","type":"clear","id":"i1"},{"to":"main","type":"nonsense","id":"i2"}]}"#
            let answer = try await gateway.ask("POST", "/api/sessions/s/intents?wait=outcome", body: body)
            let intents = try #require(try answer.json()["intents"]?.array)
            #expect(answer.status == 202)
            #expect(intents[0]["outcome"] == ["result": "applied"])
            #expect(intents[1]["outcome"] == ["result": "rejected", "code": "invalid-intent", "message": "No."])
            #expect(try answer.json()["notice"] == nil)
            // A repeat finds the outcome on the log, since it will not come again.
            gateway.log.react { _, _ in }
            let again = try await gateway.ask("POST", "/api/sessions/s/intents?wait=outcome", body: body)
            #expect(again.body == answer.body)
        }
    }

    @Test("An outcome that does not come is not waited for for ever")
    func missingOutcome() async throws {
        try await TestGateway.with(change: { $0.limits.outcomeTime = .milliseconds(50) }) { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let answer = try await gateway.ask(
                "POST",
                "/api/sessions/s/intents?wait=outcome",
                body: #"{"to":"box","type":"clear","id":"i1"}"#
            )
            #expect(answer.status == 202)
            #expect(try answer.json()["intents"]?.array?.first == ["id": "i1", "sequence": "00000000000000000005"])
            #expect(try answer.json()["notice"]?["remedy"]?.string?.isEmpty == false)
            #expect(
                try await gateway.ask(
                    "POST",
                    "/api/sessions/s/intents?wait=x",
                    body: #"{"to":"box","type":"clear"}"#
                ).status == 400
            )
        }
    }

    @Test("Failures of the log become problems with their code and remedy")
    func failures() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            for (code, status) in [(ErrorCode.brokerUnavailable, 503), (.storageFull, 507)] {
                gateway.log.fail(SearchBusError(code, "No."))
                let answer = try await gateway.ask(
                    "POST",
                    "/api/sessions/s/intents",
                    body: #"{"to":"box","type":"clear"}"#
                )
                #expect(answer.status == status && answer.code == code.rawValue)
                #expect(try answer.json()["remedy"] == .string(code.remedy))
            }
        }
    }
}
