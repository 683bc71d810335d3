// SPDX-License-Identifier: MIT

import Bus
import Foundation
import RandomTesting
import Testing
import Wire

@testable import Gateway

/// The event streams, over real connections.
@Suite(.oneAtATime) struct HTTPStreamTests {
    private func views(_ message: SSEReader.Message) throws -> JSON? { try message.json()["views"] }

    @Test("A stream begins with the whole state, then has each view of its session as published")
    func live() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            try gateway.log.put("view/box/s/", "{\"query\":\"a\"}")
            let stream = try await gateway.stream("/api/sessions/s/events")
            #expect(
                stream.fields.contains { $0.name.lowercased() == "content-type" && $0.value == "text/event-stream" }
            )
            let reset = try await stream.next()
            #expect(reset.name == "reset" && reset.id == "epoch1-\(gateway.log.head)")
            #expect(try views(reset) == ["box": ["query": "a"]])
            #expect(try reset.json()["sequence"] == .string(gateway.log.head.description))
            try gateway.log.put("view/box/other/", "{\"query\":\"x\"}")
            try gateway.log.put("results/products/s/", "{}")
            let place = try gateway.log.put("view/box/s/", "{\"query\":\n\"ab\"}", type: "searchbus.view.search-box")
            let view = try await stream.next()
            #expect(view.name == "view" && view.id == "epoch1-\(place)")
            let json = try view.json()
            #expect(json["topic"] == "view/box/s/" && json["event"]?["data"] == ["query": "ab"])
            #expect(json["event"]?["type"] == "searchbus.view.search-box" && json["event"]?["specversion"] == "1.0")
        }
    }

    @Test("A stream brings the outcomes of its session's intents, without a place to resume at")
    func outcomes() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let stream = try await gateway.stream("/api/sessions/s/events")
            #expect(try await stream.next().name == "reset")
            let data = #"{"intent":"i","result":"rejected","code":"invalid-intent","message":"No.","remedy":"Ask."}"#
            try gateway.log.put("outcome/box/other/", data, type: "searchbus.outcome.rejected")
            try gateway.log.put("outcome/box/s/", data, type: "searchbus.outcome.rejected")
            let outcome = try await stream.next()
            #expect(outcome.name == "outcome" && outcome.id?.isEmpty != false)
            #expect(
                try outcome.json() == [
                    "to": "box", "intent": "i", "result": "rejected", "code": "invalid-intent", "message": "No.",
                    "remedy": "Ask.",
                ]
            )
        }
    }

    @Test("A client that reconnects gets only the changes since")
    func resume() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            try gateway.log.put("view/box/s/", "{\"query\":\"a\"}")
            let place = try gateway.log.put("view/hits/s/", "{\"n\":1}")
            for number in 2...4 { try gateway.log.put("view/hits/s/", "{\"n\":\(number)}") }
            let stream = try await gateway.stream(
                "/api/sessions/s/events",
                fields: [("Last-Event-ID", "epoch1-\(place)")]
            )
            let view = try await stream.next()
            #expect(view.name == "view")
            #expect(try view.json()["event"]?["data"] == ["n": 4])
            try gateway.log.put("view/box/s/", "{\"query\":\"b\"}")
            #expect(try await stream.next().json()["event"]?["data"] == ["query": "b"])
        }
    }

    @Test(
        "A client with an event ID of another log, beyond the end or invalid gets everything",
        arguments: [
            "epoch0-00000000000000000002", "epoch1-00000000000000009999", "nonsense", "",
        ]
    )
    func noResume(id: String) async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            try gateway.log.put("view/box/s/", "{\"query\":\"a\"}")
            let stream = try await gateway.stream("/api/sessions/s/events", fields: [("Last-Event-ID", id)])
            let reset = try await stream.next()
            #expect(reset.name == "reset")
            #expect(try views(reset) == ["box": ["query": "a"]])
        }
    }

    @Test("Random disconnects lose nothing: a client that always resumes ends with the present state")
    func randomCuts() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            var generator = SeededGenerator(seed: testSeed)
            var shown: [String: JSON] = [:]
            var expected: [String: JSON] = [:]
            var lastID: String?
            var number = 0
            for round in 0..<40 {
                let stream = try await gateway.stream(
                    "/api/sessions/s/events",
                    fields: lastID.map { [("Last-Event-ID", $0)] } ?? []
                )
                for _ in 0..<Int.random(in: 0...5, using: &generator) {
                    number += 1
                    let widget = ["box", "hits"].randomElement(using: &generator) ?? "box"
                    expected[widget] = ["n": JSON(number)]
                    try gateway.log.put("view/\(widget)/s/", "{\"n\":\(number)}")
                }
                let mustCatchUp = round == 39
                for _ in 0..<(mustCatchUp ? 100 : Int.random(in: 0...3, using: &generator)) {
                    if mustCatchUp, shown == expected { break }
                    guard shown != expected, let message = try? await stream.next(within: .seconds(5)) else { break }
                    if message.name == "reset" {
                        shown = Dictionary(
                            uniqueKeysWithValues: try message.json()["views"]?.object?.members.map {
                                ($0.key, $0.value)
                            } ?? []
                        )
                    } else if let widget = try message.json()["topic"]?.string?.split(separator: "/")[1] {
                        shown[String(widget)] = try message.json()["event"]?["data"]
                    }
                    lastID = message.id ?? lastID
                }
            }
            #expect(shown == expected && !expected.isEmpty)
        }
    }

    @Test(
        "When the log becomes another one, a stream starts over where the session lives on, and ends where it does not"
    )
    func newLog() async throws {
        try await TestGateway.with { gateway async throws in
            for session in ["s", "t"] { _ = try await gateway.ask("PUT", "/api/sessions/\(session)", body: "{}") }
            try gateway.log.put("view/box/s/", "{\"query\":\"old\"}")
            let living = try await gateway.stream("/api/sessions/s/events")
            let ending = try await gateway.stream("/api/sessions/t/events")
            #expect(try await living.next().name == "reset")
            #expect(try await ending.next().name == "reset")
            gateway.log.replace(epoch: "epoch2") { log in _ = try? log.put("view/box/s/", "{\"query\":\"new\"}") }
            let reset = try await living.next()
            #expect(reset.name == "reset" && reset.id?.hasPrefix("epoch2-") == true)
            #expect(try views(reset) == ["box": ["query": "new"]])
            let notice = try await ending.next()
            #expect(notice.name == "notice")
            #expect(try notice.json()["code"] == "unknown-session")
            try await ending.readToEnd()
            try await eventually("the gateway follows the new log") { gateway.hub.isJoined }
            try gateway.log.put("view/box/s/", "{\"query\":\"newer\"}")
            #expect(try await living.next().json()["event"]?["data"] == ["query": "newer"])
        }
    }

    @Test("When events were trimmed before the gateway received them, its clients restart")
    func trimmed() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let stream = try await gateway.stream("/api/sessions/s/events")
            #expect(try await stream.next().name == "reset")
            gateway.log.reportTrimmed()
            #expect(try await stream.next().name == "reset")
        }
    }

    @Test("A page gets the app at each connection, and the missing processes whenever they change")
    func asides() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let described = try await gateway.ask("GET", "/api/app").json()
            let speaking = Task {
                while !Task.isCancelled {
                    try gateway.log.put("status/broker/", #"{"head":"1"}"#)
                    try gateway.log.put("status/interactor-box/", #"{"component":"box"}"#)
                    await onThread { _ = usleep(200_000) }
                }
            }
            defer { speaking.cancel() }
            func supervise(_ state: String) throws {
                let note = #"{"processes":[{"name":"interactor-box","pid":9,"restarts":3,"state":"\#(state)"}]}"#
                try Data(note.utf8).write(to: URL(filePath: "\(gateway.directory)/supervisor.json"))
            }
            let all: Set = ["app", "health"]
            let stream = try await gateway.stream("/api/sessions/s/events")
            #expect(try await stream.next(all).name == "reset")
            let app = try await stream.next(all)
            #expect(try app.name == "app" && !described.requiredString("revision").isEmpty)
            let views = JSON(try described.list("widgets").compactMap { $0["name"]?.string } + ["session"])
            #expect(try app.json() == ["revision": described["revision"] ?? .null, "views": views])
            try supervise("failed")
            let failed: JSON = ["silent": ["interactor-box"], "components": ["box"]]
            #expect(try await stream.next(["health"]).json() == failed)
            let place = ("Last-Event-ID", "epoch1-\(gateway.log.head)")
            let resumed = try await gateway.stream("/api/sessions/s/events", fields: [place])
            #expect(try await resumed.next(all).name == "app")
            #expect(try await resumed.next(all).json() == failed)
            try supervise("running")
            for stream in [stream, resumed] {
                #expect(try await stream.next(["health"]).json() == ["silent": [], "components": []])
            }
        }
    }

    @Test("An idle stream has heartbeats")
    func heartbeat() async throws {
        try await TestGateway.with(change: { $0.limits.heartbeatInterval = .milliseconds(100) }) {
            gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            for path in ["/api/sessions/s/events", "/api/events"] {
                let stream = try await gateway.stream(path)
                var message = try await stream.next(["heartbeat"])
                while message.name != "heartbeat" { message = try await stream.next(["heartbeat"]) }
                #expect(try message.json()["head"] == .string(gateway.log.head.description))
                #expect(try message.json()["time"]?.string?.hasSuffix("Z") == true)
            }
        }
    }

    @Test("A client that does not read is disconnected, and does not slow others")
    func stuckClient() async throws {
        try await TestGateway.with(change: { $0.limits.stuckTime = .milliseconds(500) }) { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let stuck = try await RawSocket(port: gateway.port)
            stuck.useSmallBuffer()
            await stuck.send(gateway.request("GET", "/api/sessions/s/events"))
            let stream = try await gateway.stream("/api/sessions/s/events")
            #expect(try await stream.next().name == "reset")
            let filler = String(repeating: "x", count: 400_000)
            for number in 1...40 {
                try gateway.log.put("view/box/s/", "{\"n\":\(number),\"filler\":\"\(filler)\"}")
                let json = try await stream.next().json()
                #expect(json["event"]?["data"]?["n"] == JSON(number))
            }
            try await eventually("the stuck client is cut") { gateway.metrics.total(of: .streamsCut) == 1 }
            try await eventually("its place is free") { gateway.streamCount == 1 }
        }
    }

    @Test("A client that reads slowly is not disconnected, however long one write takes")
    func slowClient() async throws {
        try await TestGateway.with(change: { $0.limits.stuckTime = .seconds(2) }) { gateway async throws in
            let slow = try await RawSocket(port: gateway.port)
            slow.useSmallBuffer(32_768)
            await slow.send(gateway.request("GET", "/api/events?topic=view/"))
            try await eventually("the stream is open") { gateway.log.subscriptionCount == 2 }
            let filler = String(repeating: "x", count: 900_000)
            for number in 1...4 {
                try gateway.log.put("view/box/s/", "{\"n\":\(number),\"filler\":\"\(filler)\"}")
            }
            let started = ContinuousClock.now
            var count = 0
            while count < 3_600_000 {
                let more = try await slow.receive()
                guard !more.isEmpty else { break }
                count += more.count
                if ContinuousClock.now - started < .seconds(4) { await onThread { _ = usleep(100_000) } }
            }
            #expect(count >= 3_600_000)
            #expect(gateway.metrics.total(of: .streamsCut) == 0)
        }
    }

    @Test("Unread streams of the bus hold bounded bytes; readers get everything, closed streams can resume")
    func unreadStreams() async throws {
        try await TestGateway.with(change: { configuration in
            configuration.limits.stuckTime = .seconds(2)
            configuration.limits.streamBytesPerPeer = 3 << 20
        }) { gateway async throws in
            let reader = try await gateway.stream("/api/events?topic=results/")
            var unread: [RawSocket] = []
            for _ in 0..<30 {
                let socket = try await RawSocket(port: gateway.port)
                socket.useSmallBuffer()
                await socket.send(gateway.request("GET", "/api/events?topic=results/"))
                unread.append(socket)
            }
            try await eventually("the streams are open") { gateway.log.subscriptionCount == 32 }
            let filler = String(repeating: "x", count: 40_000)
            for number in 1...100 {
                try gateway.log.put("results/products/s/", "{\"n\":\(number),\"filler\":\"\(filler)\"}")
                #expect(try await reader.next().json()["event"]?["data"]?["n"] == JSON(number))
            }
            #expect(gateway.streams.highestBytes <= 3 << 20)
            try await eventually("those who read nothing are cut") { gateway.streamCount == 1 }
            // A stream frees its bytes a moment after its slot, and the reader's last event with its acknowledgement.
            try await eventually("what they held is free") {
                gateway.streams.bytes < 4096 && gateway.registry.bytes < 4096
            }
            withExtendedLifetime(unread) {}
        }
    }

    @Test("One browser has six streams; the seventh is refused until one is closed")
    func limits() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let cookie = [("Cookie", try await gateway.cookie())]
            var streams: [SSEReader] = []
            for number in 0..<6 {
                let path = number.isMultiple(of: 2) ? "/api/sessions/s/events" : "/api/events"
                streams.append(try await gateway.stream(path, fields: cookie, hasKey: false))
            }
            let refusal = try await gateway.ask("GET", "/api/events", fields: cookie, hasKey: false)
            #expect(refusal.status == 429 && refusal.code == "busy" && refusal["Retry-After"] != nil)
            #expect(try await gateway.stream("/api/events").status == 200)
            streams.removeFirst()
            try await eventually("the closed stream's place is free") {
                try await gateway.ask("HEAD", "/api/events", fields: cookie, hasKey: false).status == 200
                    && gateway.streamCount < 6
            }
            #expect(try await gateway.stream("/api/events", fields: cookie, hasKey: false).status == 200)
            withExtendedLifetime(streams) {}
        }
    }

    @Test("The bus's stream has the requested events from the requested sequence number, each once")
    func bus() async throws {
        try await TestGateway.with { gateway async throws in
            for number in 1...5 { try gateway.log.put("results/products/s\(number % 2)/", "{\"n\":\(number)}") }
            try gateway.log.put("intent/box/s1/", "{}")
            let stream = try await gateway.stream("/api/events?topic=results/&session=s1&after=1")
            for expected in [3, 5] {
                let message = try await stream.next()
                #expect(message.name == "event" && message.id == "epoch1-\(SequenceNumber(rawValue: UInt64(expected)))")
                #expect(try message.json()["event"]?["data"] == ["n": JSON(expected)])
            }
            try gateway.log.put("results/products/s1/", "{\"n\":6}")
            #expect(try await stream.next().json()["event"]?["data"] == ["n": 6])
            let resumed = try await gateway.stream(
                "/api/events?after=0",
                fields: [("Last-Event-ID", "epoch1-00000000000000000006")]
            )
            #expect(try await resumed.next().json()["event"]?["data"] == ["n": 6])
            let live = try await gateway.stream("/api/events")
            let start = try await live.next(["start"])
            #expect(start.name == "start" && start.id == "epoch1-00000000000000000007")
            #expect(try start.json() == ["after": "00000000000000000007"])
            try gateway.log.put("view/box/s/", "{\"n\":7}")
            #expect(try await live.next().json()["event"]?["data"] == ["n": 7])
            #expect(try await gateway.ask("GET", "/api/events?topic=nonsense/").status == 400)
        }
    }

    @Test("The bus's stream reports a log that does not reach back, or another log")
    func trimmedBus() async throws {
        let log = MemoryLog()
        for number in 1...5 { try log.put("results/products/s/", "{\"n\":\(number)}") }
        log.trim(upTo: SequenceNumber(rawValue: 3))
        try await TestGateway.with(log: log) { gateway async throws in
            let stream = try await gateway.stream("/api/events?topic=results/&after=1")
            var names: [String] = []
            for _ in 0..<3 { names.append(try await stream.next().name) }
            #expect(names.sorted() == ["event", "event", "trimmed"])
            let other = try await gateway.stream(
                "/api/events",
                fields: [("Last-Event-ID", "epoch0-00000000000000000004")]
            )
            #expect(try await other.next().name == "trimmed")
        }
    }

    @Test("A burst larger than any queue reaches a slow client whole")
    func burst() async throws {
        try await TestGateway.with { gateway async throws in
            let stream = try await gateway.stream("/api/events?topic=results/")
            for number in 1...5000 { try gateway.log.put("results/products/s/", "{\"n\":\(number)}") }
            for number in 1...5000 {
                let json = try await stream.next().json()
                guard json["event"]?["data"]?["n"] == JSON(number) else {
                    Issue.record("event \(number) is missing")
                    return
                }
            }
        }
    }

    @Test("Stopping ends every stream and takes less than a second")
    func stop() async throws {
        let started = try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/s", body: "{}")
            let streams = [
                try await gateway.stream("/api/sessions/s/events"), try await gateway.stream("/api/events"),
            ]
            let idle = try await RawSocket(port: gateway.port)
            await idle.send(gateway.request("GET", "/healthz"))
            #expect(try await HTTPAnswer.read(from: idle).status == 200)
            let started = ContinuousClock.now
            try await gateway.stop()
            #expect(ContinuousClock.now - started < .seconds(1))
            for stream in streams { try await stream.readToEnd() }
            return started
        }
        #expect(ContinuousClock.now - started < .seconds(3))
    }
}
