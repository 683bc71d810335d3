// SPDX-License-Identifier: MIT

import Bus
import SearchModel
import Testing
import Wire

@testable import Gateway

/// Sessions and intents, over real connections.
@Suite(.oneAtATime) struct HTTPSessionTests {
    @Test("A new session begins with one intent to the session")
    func creation() async throws {
        try await TestGateway.with { gateway async throws in
            let answer = try await gateway.ask("POST", "/api/sessions", body: "{}")
            #expect(answer.status == 201)
            let session = try #require(try answer.json()["session"]?.string)
            #expect(gateway.log.appends.count == 1)
            let started = try #require(gateway.log.appends.first)
            #expect(started.map(\.topic.description) == ["intent/session/\(session)/"])
            #expect(started.map(\.type) == ["searchbus.intent.start"])
            #expect(started.first?.correlationID == started.first?.id)
            let other = try await gateway.ask("POST", "/api/sessions", body: "")
            #expect(try other.json()["session"]?.string != session)
        }
    }

    @Test("A session begins with the state of a link, in the same append; an existing one is not changed")
    func links() async throws {
        try await TestGateway.with { gateway async throws in
            let body = #"{"session":"mine","link":"?q=lamp&brand=Acme~Globex"}"#
            let answer = try await gateway.ask("POST", "/api/sessions", body: body)
            #expect(answer.status == 201 && answer["Location"] == "/api/sessions/mine")
            let append = try #require(gateway.log.appends.last)
            #expect(append.map(\.type) == ["searchbus.intent.start", "searchbus.intent.restore"])
            #expect(append.allSatisfy { $0.topic.description == "intent/session/mine/" })
            #expect(Set(append.map(\.correlationID)).count == 1 && Set(append.map(\.id)).count == 2)
            #expect(try JSON(parsing: append[1].data) == ["link": "?q=lamp&brand=Acme~Globex"])
            #expect(try await gateway.ask("POST", "/api/sessions", body: body).status == 200)
            for link in ["\"\"", "\"?\"", "null"] {
                #expect(try await gateway.ask("POST", "/api/sessions", body: "{\"link\":\(link)}").status == 201)
                #expect(gateway.log.appends.last?.count == 1)
            }
            let count = gateway.log.appends.count
            let long = "\"?q=" + String(repeating: "a", count: SessionLimits.link) + "\""
            for member in [
                "\"link\":7", "\"link\":\"q=1\"", "\"link\":[]", "\"link\":\(long)", "\"session\":7",
                "\"session\":\"a/b\"",
            ] {
                #expect(try await gateway.ask("POST", "/api/sessions", body: "{\(member)}").status == 400, "\(member)")
            }
            #expect(gateway.log.appends.count == count)
        }
    }

    @Test("A body is one JSON object or nothing", arguments: ["[]", "[null]", "7", "null", "\"{}\"", "{} {}"])
    func bodies(body: String) async throws {
        try await SharedGateway.use { gateway async throws in
            for (method, path) in [
                ("POST", "/api/sessions"), ("PUT", "/api/sessions/s1"), ("POST", "/api/links"),
                ("POST", "/api/indexes/products/changed"), ("POST", "/api/search"),
            ] {
                let before = gateway.log.head
                let answer = try await gateway.ask(method, path, body: body)
                #expect(answer.status == 400 && answer.code == "malformed-json", "\(method) \(path)")
                #expect(gateway.log.head == before)
            }
        }
    }

    @Test("A client can report a changed index, by its name in the engine")
    func indexChanged() async throws {
        try await TestGateway.with { gateway async throws in
            let answer = try await gateway.ask("POST", "/api/indexes/products/changed", body: "")
            #expect(answer.status == 202)
            #expect(try answer.json()["index"] == "products" && answer.json()["sequence"]?.string?.count == 20)
            let event = try #require(gateway.log.appends.last?.first)
            #expect(event.topic.description == "index/products/" && event.type == "searchbus.index.changed")
            #expect(try JSON(parsing: event.data) == ["index": "products"])
            _ = try await gateway.ask("POST", "/api/indexes/shop.b%C3%BCcher+1/changed", body: "{}")
            let other = try #require(gateway.log.appends.last?.first)
            #expect(try JSON(parsing: other.data) == ["index": "shop.bücher+1"])
            #expect(other.topic.description == "index/shop-b-cher-1/")
            let count = gateway.log.appends.count
            let long = String(repeating: "a", count: 129)
            for name in ["%", "a%2Fb", long] {
                #expect(
                    try await gateway.ask("POST", "/api/indexes/\(name)/changed", body: "").status == 400,
                    "\(name)"
                )
            }
            #expect(try await gateway.ask("POST", "/api/indexes/products/changed", body: "[").status == 400)
            #expect(try await gateway.ask("POST", "/api/indexes/products/changed", hasKey: false).status == 401)
            #expect(gateway.log.appends.count == count)
        }
    }

    @Test("A session with a given ID is created once, also for many concurrent requests")
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

    @Test("A session of an older log is started at its next use, once")
    func oldSession() async throws {
        let log = MemoryLog()
        for name in ["main", "everything", "box"] { try log.put("intent/\(name)/old/", type: "searchbus.intent.start") }
        try await TestGateway.with(log: log) { gateway async throws in
            for _ in 0..<2 { #expect(try await gateway.ask("GET", "/api/sessions/old").status == 200) }
            #expect(log.appends.count == 4)
            #expect(log.appends.last?.map(\.topic.description) == ["intent/session/old/"])
            #expect(log.appends.last?.first?.type == "searchbus.intent.start")
            let answer = try await gateway.ask("POST", "/api/sessions", body: #"{"session":"old","link":"?q=x"}"#)
            #expect(answer.status == 200 && log.appends.count == 4)
        }
    }

    @Test("Pages of hits and the session's own view are views like any other, and a view may be null")
    func views() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            try gateway.log.put("view/hits/s/", #"{"list":7,"pages":2}"#)
            try gateway.log.put("view/hits.1/s/", #"{"list":6,"page":1}"#)
            try gateway.log.put("view/hits.1/s/", #"{"list":7,"page":1}"#)
            try gateway.log.put("view/session/s/", #"{"phase":"ready","link":"?q=a"}"#)
            try gateway.log.put("view/box/s/", "null")
            let wanted: JSON = [
                "hits": ["list": 7, "pages": 2], "hits.1": ["list": 7, "page": 1],
                "session": ["phase": "ready", "link": "?q=a"], "box": .null,
            ]
            #expect(try await gateway.ask("GET", "/api/sessions/s").json()["views"] == wanted)
            let stream = try await gateway.stream("/api/sessions/s/events")
            #expect(try await stream.next().json()["views"] == wanted)
            try gateway.log.put("view/hits.2/s/", "null")
            let message = try await stream.next()
            #expect(message.name == "view")
            #expect(try message.json()["topic"] == "view/hits.2/s/" && message.json()["event"]?["data"] == .null)
        }
    }

    @Test(
        "Invalid session IDs are refused",
        arguments: ["a%2Fb", "..", "a.b", String(repeating: "a", count: 65), "ä"]
    )
    func invalidIDs(id: String) async throws {
        try await SharedGateway.use { gateway async throws in
            let answer = try await gateway.ask("PUT", "/api/sessions/\(id)", body: "{}")
            #expect(answer.status == 400)
        }
    }

    @Test("An unknown session is not found for reading, intents and streams")
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

    @Test("The state of a session is every widget's last view and their sequence number")
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

    @Test("A batch is one append, and the response has each intent's sequence number")
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
                    ["id": "i1", "sequence": "00000000000000000002"], ["id": "i2", "sequence": "00000000000000000003"],
                ]
            )
            // One request is one chain, which begins with its first intent.
            #expect(gateway.log.appends.last?.map(\.correlationID) == ["i1", "i1"])
        }
    }

    @Test("A repeated request has one effect and the first response")
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
                body: #"{"intents":[\#(body),{"to":"box","type":"clear","id":"i2"}]}"#
            )
            #expect(partial.status == 409 && partial.code == "partial-repeat")
        }
    }

    @Test("The same ID in two sessions, or to two parts, is two intents; with other content in one topic it is refused")
    func scopedIDs() async throws {
        try await TestGateway.with { gateway async throws in
            for session in ["s", "t"] { _ = try await gateway.ask("PUT", "/api/sessions/\(session)", body: "{}") }
            gateway.log.react { log, drafts in
                for draft in drafts where draft.topic.kind == .intent {
                    let topic = "outcome/\(draft.topic.component)/\(draft.topic.session ?? "")/"
                    let code = "\(draft.topic.component)-\(draft.topic.session ?? "")"
                    _ = try? log.put(
                        topic,
                        #"{"intent":"\#(draft.id)","code":"\#(code)"}"#,
                        type: "searchbus.outcome.applied"
                    )
                }
            }
            func send(_ session: String, _ to: String, _ query: String) async throws -> HTTPAnswer {
                try await gateway.ask(
                    "POST",
                    "/api/sessions/\(session)/intents?wait=outcome",
                    body: #"{"to":"\#(to)","type":"set-query","data":{"query":"\#(query)"},"id":"same"}"#
                )
            }
            for (session, to) in [("s", "box"), ("t", "box"), ("s", "everything"), ("s", "box"), ("t", "box")] {
                let answer = try await send(session, to, "a")
                #expect(answer.status == 202)
                let outcome = try answer.json()["intents"]?.array?.first?["outcome"]
                #expect(outcome == ["result": "applied", "code": .string("\(to)-\(session)")])
            }
            let head = gateway.log.head
            let refusal = try await send("s", "box", "b")
            #expect(refusal.status == 409 && refusal.code == "id-reused" && gateway.log.head == head)
        }
    }

    @Test("Intents may go to the session itself, and clients may not send its start")
    func sessionIntents() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            for (type, status) in [("undo", 202), ("redo", 202), ("restore", 202), ("reset", 202), ("start", 400)] {
                let answer = try await gateway.ask(
                    "POST",
                    "/api/sessions/s/intents",
                    body: #"{"to":"session","type":"\#(type)","data":{"link":"?q=a"}}"#
                )
                #expect(answer.status == status, "\(type)")
            }
            #expect(gateway.log.appends.last?.first?.topic.description == "intent/session/s/")
        }
    }

    @Test("An intent for an unknown part changes nothing")
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

    @Test("A client that waits gets the outcome of each intent")
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
            // A repetition finds the outcome on the log, since it is not published again.
            gateway.log.react { _, _ in }
            let again = try await gateway.ask("POST", "/api/sessions/s/intents?wait=outcome", body: body)
            #expect(again.body == answer.body)
        }
    }

    @Test("When the log is replaced, waits for outcomes of the previous one end")
    func replacedLog() async throws {
        try await TestGateway.with(change: { $0.limits.outcomeTime = .seconds(30) }) { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            try await eventually("the gateway follows the log") { gateway.hub.isJoined }
            gateway.log.react { log, _ in log.replace(epoch: "epoch2") }
            let body = #"{"to":"box","type":"clear","id":"i1"}"#
            let answer = try await gateway.ask("POST", "/api/sessions/s/intents?wait=outcome", body: body)
            #expect(answer.status == 409 && answer.code == "epoch-changed")
        }
    }

    @Test("A missing outcome ends the wait at its timeout")
    func missingOutcome() async throws {
        try await TestGateway.with(change: { $0.limits.outcomeTime = .milliseconds(50) }) { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let answer = try await gateway.ask(
                "POST",
                "/api/sessions/s/intents?wait=outcome",
                body: #"{"to":"box","type":"clear","id":"i1"}"#
            )
            #expect(answer.status == 202)
            #expect(try answer.json()["intents"]?.array?.first == ["id": "i1", "sequence": "00000000000000000002"])
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
