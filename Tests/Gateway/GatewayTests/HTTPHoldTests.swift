// SPDX-License-Identifier: MIT

import AccessKeys
import Bus
import Testing
import Wire

@testable import Gateway

/// Held intents, over real connections.
@Suite(.oneAtATime) struct HTTPHoldTests {
    private static func hold(_ gateway: TestGateway, _ session: String = "s") async throws -> (SSEReader, RawSocket) {
        let socket = try await RawSocket(port: gateway.port)
        await socket.send(gateway.request("POST", "/api/holds/\(session)", body: "{}"))
        return (try await SSEReader(socket), socket)
    }

    private static func post(_ gateway: TestGateway, _ id: String) async throws -> HTTPAnswer {
        let body = #"{"id":"\#(id)","to":"box","type":"set-query","data":{"query":"\#(id)"}}"#
        return try await gateway.ask("POST", "/api/sessions/s/intents", body: body)
    }

    private static func decide(_ gateway: TestGateway, _ decision: String, _ id: String) async throws -> HTTPAnswer {
        try await gateway.ask("POST", "/api/holds/s/\(decision)", body: #"{"intent":"\#(id)"}"#)
    }

    /// The IDs of the intents on the log, except the session's start.
    private static func logged(_ gateway: TestGateway) -> [String] {
        gateway.log.appends.flatMap(\.self).filter { $0.topic.component == "box" }.map(\.id)
    }

    private static func incidents(_ gateway: TestGateway) async throws -> [JSON] {
        try await gateway.ask("GET", "/api/status").json()["incidents"]?.array ?? []
    }

    @Test("A held intent is shown and not on the log; released, it is acknowledged, before those behind it")
    func release() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let (stream, _) = try await Self.hold(gateway)
            #expect(try await stream.next().json()["state"] == "armed")
            async let first = Self.post(gateway, "a")
            let held = try await stream.next { try $0.json()["state"] == "held" }
            #expect(try held.json()["intents"]?.array?.first?["data"]?["query"] == "a")
            #expect(try held.json()["sender"] == "a program with the owner's key")
            async let second = Self.post(gateway, "b")
            _ = try await stream.next { try $0.json()["waiting"]?.int == 1 }
            #expect(Self.logged(gateway).isEmpty)
            #expect(try await Self.decide(gateway, "release", "b").status == 400)
            #expect(try await Self.decide(gateway, "release", "a").status == 200)
            let answers = try await (first, second)
            #expect(answers.0.status == 202 && answers.1.status == 202)
            #expect(Self.logged(gateway) == ["a", "b"])
            #expect(try answers.0.json()["intents"]?.array?.first?["id"] == "a")
            #expect(try await stream.next { try $0.json()["state"] == "over" }.json()["resolution"] == "released")
            try await stream.readToEnd()
            let incident = try #require(try await Self.incidents(gateway).first)
            #expect(incident["reason"] == "held" && incident["process"] == "gateway")
            let message = try #require(incident["message"]?.string)
            for part in ["set-query", "(a)", "session s", "released by a program with the owner's key", "behind it: 1"]
            {
                #expect(message.contains(part), "\(message)")
            }
            #expect(try await Self.post(gateway, "c").status == 202)
        }
    }

    @Test("The sender of a dropped intent receives `dropped`, also for a repeat; nothing is on the log")
    func drop() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let (stream, _) = try await Self.hold(gateway)
            async let answer = Self.post(gateway, "a")
            _ = try await stream.next { try $0.json()["state"] == "held" }
            #expect(try await Self.decide(gateway, "drop", "a").status == 200)
            let refused = try await answer
            #expect(refused.status == 409 && refused.code == "dropped")
            #expect(try await Self.post(gateway, "a").code == "dropped")
            #expect(Self.logged(gateway).isEmpty)
            #expect(try await Self.incidents(gateway).first?["reason"] == "dropped")
        }
    }

    @Test("A hold ends with its time, and with the connection of the inspector")
    func ends() async throws {
        try await TestGateway.with(change: { $0.limits.holds.time = .milliseconds(50) }) { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let (stream, _) = try await Self.hold(gateway)
            #expect(try await Self.post(gateway, "a").status == 202)
            #expect(try await stream.next { try $0.json()["state"] == "over" }.json()["resolution"] == "timed-out")
        }
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let (stream, socket) = try await Self.hold(gateway)
            async let answer = Self.post(gateway, "a")
            _ = try await stream.next { try $0.json()["state"] == "held" }
            socket.finish()
            #expect(try await answer.status == 202)
            let message = try await Self.incidents(gateway).first?["message"]?.string
            #expect(message?.contains("inspector was closed") == true)
            try await eventually("the stream has ended") { gateway.streamCount == 0 }
        }
    }

    @Test("The intent of a session that is deleted meanwhile gets the error of a missing session")
    func deleted() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let (stream, _) = try await Self.hold(gateway)
            async let answer = Self.post(gateway, "a")
            _ = try await stream.next { try $0.json()["state"] == "held" }
            gateway.log.replace(epoch: "epoch2")
            #expect(try await Self.decide(gateway, "release", "a").status == 200)
            let refused = try await answer
            #expect(refused.status == 404 && refused.code == "unknown-session")
            #expect(Self.logged(gateway).isEmpty)
            #expect(try await gateway.ask("POST", "/api/holds/s", body: "{}").code == "unknown-session")
        }
    }

    @Test("Beyond the bound a request is refused with `busy`; a session has one hold")
    func bounds() async throws {
        try await TestGateway.with(change: { $0.limits.holds.requests = 1 }) { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let (stream, _) = try await Self.hold(gateway)
            async let answer = Self.post(gateway, "a")
            _ = try await stream.next { try $0.json()["state"] == "held" }
            let refused = try await Self.post(gateway, "b")
            #expect(refused.status == 503 && refused.code == "busy" && refused["Retry-After"] == "1")
            #expect(try await gateway.ask("POST", "/api/holds/s", body: "{}").code == "busy")
            for body in ["{}", #"{"intent":7}"#, #"{"intent":"a","holdNext":1}"#] {
                #expect(try await gateway.ask("POST", "/api/holds/s/drop", body: body).code == "invalid-argument")
            }
            #expect(try await Self.decide(gateway, "release", "a").status == 200)
            #expect(try await answer.status == 202)
            #expect(Self.logged(gateway) == ["a"])
        }
    }
}

extension SSEReader {
    /// The next message for which a condition holds.
    func next(where holds: (Message) throws -> Bool) async throws -> Message {
        while true {
            let message = try await next()
            if try holds(message) { return message }
        }
    }
}
