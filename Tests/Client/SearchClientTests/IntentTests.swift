// SPDX-License-Identifier: MIT

import Synchronization
import Testing
import Wire

@testable import SearchClient

@Suite struct IntentTests {
    private let intent = Intent(to: "box", "set-query", ["query": "lamp"])

    @Test func `an intent has an id of its own`() {
        #expect(intent.id != Intent(to: "box", "set-query").id)
        #expect(intent.json == ["to": "box", "type": "set-query", "data": ["query": "lamp"], "id": .string(intent.id)])
    }

    @Test(
        arguments: [
            (["result": "applied"], .applied), (["result": "unchanged"], .unchanged),
            (
                ["result": "rejected", "code": "invalid-intent", "message": "m", "remedy": "r"],
                .rejected(code: "invalid-intent", message: "m", remedy: "r")
            ),
        ] as [(JSON, IntentOutcome)]
    )
    func `each outcome is reported`(json: JSON, outcome: IntentOutcome) async throws {
        let gateway = TestGateway { request, _ in TestGateway.outcomes(for: request) { _ in json } }
        #expect(try await SearchSession.test(gateway).send(intent) == outcome)
    }

    @Test func `a batch is one request, and its outcomes are in the order of the intents`() async throws {
        let gateway = TestGateway { request, _ in
            var answer = TestGateway.outcomes(for: request) { ["result": $0["to"] == "box" ? "applied" : "unchanged"] }
            if let list = try JSON(parsing: answer.body)["intents"]?.array {
                answer.body = JSON.object(JSONObject([("intents", .array(list.reversed()))])).bytes
            }
            return answer
        }
        let session = try await SearchSession.test(gateway)
        #expect(try await session.send([intent, Intent(to: "brand", "clear")]) == [.applied, .unchanged])
        #expect(gateway.intentRequests.count == 1)
        #expect(try await session.send([]) == [])
        await #expect(throws: SearchBusError.self) { try await session.send(Array(repeating: intent, count: 101)) }
    }

    @Test func `after failures of every passing kind the same intent is sent again`() async throws {
        let gateway = TestGateway { request, number in
            switch number {
            case 1: TransportAnswer(status: 201)
            case 2: throw TestGateway.Broken()
            case 3: TestGateway.problem(503, .brokerUnavailable, headers: ["retry-after": "1"])
            case 4: TestGateway.outcomes(for: request) { _ in nil }
            case 5: TransportAnswer(status: 502, body: Array("<html>".utf8))
            default: try TestGateway.applied(request, number)
            }
        }
        let pauses = Mutex<[Duration]>([])
        var settings = SessionSettings.test
        settings.backoff = Backoff(first: .milliseconds(100), limit: .seconds(9))
        settings.pause = { pause in pauses.withLock { $0.append(pause) } }
        #expect(try await SearchSession.test(gateway, settings: settings).send(intent) == .applied)
        #expect(
            gateway.intentRequests.map { $0.intents.map { $0["id"] } }
                == Array(repeating: [.string(intent.id)], count: 5)
        )
        #expect(Set(gateway.intentRequests.map(\.body)).count == 1)
        #expect(
            pauses.withLock { $0 }.prefix(4) == [
                .milliseconds(100), .seconds(1), .milliseconds(400), .milliseconds(800),
            ]
        )
    }

    @Test func `what the gateway refuses is not sent again`() async throws {
        let gateway = TestGateway { request, number in
            number == 1 ? TransportAnswer(status: 201) : TestGateway.problem(409, .idReused)
        }
        let session = try await SearchSession.test(gateway)
        await #expect(throws: SearchBusError(.idReused, "No.", remedy: "Do something else.")) {
            try await session.send(intent)
        }
        #expect(gateway.intentRequests.count == 1)
    }

    @Test func `it is given up after so many attempts`() async throws {
        let gateway = TestGateway { _, number in
            guard number == 1 else { throw TestGateway.Broken() }
            return TransportAnswer(status: 201)
        }
        var settings = SessionSettings.test
        settings.attempts = 3
        let session = try await SearchSession.test(gateway, settings: settings)
        await #expect { try await session.send(intent) } throws: { ($0 as? SearchBusError)?.code == .brokerUnavailable }
        #expect(gateway.intentRequests.count == 3)
    }

    @Test func `an outcome that no component publishes is not awaited without a limit`() async throws {
        let gateway = TestGateway { request, _ in TestGateway.outcomes(for: request) { _ in nil } }
        let session = try await SearchSession.test(gateway)
        await #expect { try await session.send(intent) } throws: { ($0 as? SearchBusError)?.code == .componentFailed }
        #expect(gateway.intentRequests.count == IntentSender.outcomeRequests)
    }

    @Test func `a stream that opens ends the wait, and nothing is given up`() async throws {
        let gateway = TestGateway { request, number in
            guard number != 2 else { throw TestGateway.Broken() }
            return try TestGateway.applied(request, number)
        }
        var settings = SessionSettings.test
        // Longer than any test waits.
        settings.backoff = Backoff(first: .seconds(2_000), limit: .seconds(2_000))
        let (paused, continuation) = AsyncStream.makeStream(of: Void.self)
        settings.pause = { [pause = settings.pause] duration in
            continuation.yield()
            try await pause(duration)
        }
        let session = try await SearchSession.test(gateway, settings: settings)
        for await _ in gateway.streams { break }
        session.outbox.put(intent, isLatest: true) { _ in }
        for await _ in paused { break }
        gateway.say("health", ["components": []], at: 1)
        await session.flush()
        #expect(gateway.intentRequests.count == 2)
        session.close()
        await session.flush()
    }

    @Test func `a lost session is recreated`() async throws {
        let gateway = TestGateway { request, number in
            number == 2 ? TestGateway.problem(404, .unknownSession) : try TestGateway.applied(request, number)
        }
        #expect(try await SearchSession.test(gateway).send(intent) == .applied)
        #expect(gateway.requests.map(\.path).filter { $0 == "/api/sessions/s" }.count == 2)
    }

    @Test func `a cancelled caller stops waiting`() async throws {
        let gateway = TestGateway { _, number in
            guard number == 1 else { throw TestGateway.Broken() }
            return TransportAnswer(status: 201)
        }
        var settings = SessionSettings.test
        let (paused, continuation) = AsyncStream.makeStream(of: Void.self)
        settings.pause = { _ in
            continuation.yield()
            // Ends when the task is cancelled, and not before.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            try Task.checkCancellation()
        }
        let session = try await SearchSession.test(gateway, settings: settings)
        let sending = Task { [intent] in try await session.send(intent) }
        for await _ in paused { break }
        sending.cancel()
        await #expect(throws: CancellationError.self) { try await sending.value }
    }
}

@Suite struct IntentLaneTests {
    @Test func `one is in flight, the others keep their order`() {
        var lane = IntentLane<Int>()
        #expect(lane.put(1, replacing: nil).next == 1)
        #expect(lane.put(2, replacing: nil).next == nil)
        #expect(lane.put(3, replacing: nil).next == nil)
        #expect([lane.next(), lane.next(), lane.next()] == [2, 3, nil])
        #expect(lane.put(4, replacing: nil).next == 4)
    }

    @Test func `the newest of a type replaces those that wait, never the one in flight`() {
        var lane = IntentLane<Int>()
        #expect(lane.put(1, replacing: "set-query").replaced == [])
        #expect(lane.put(2, replacing: "set-query").replaced == [])
        #expect(lane.put(3, replacing: "set-query").replaced == [2])
        #expect(lane.put(4, replacing: nil).replaced == [])
        #expect(lane.put(5, replacing: "set-query").replaced == [3])
        #expect([lane.next(), lane.next(), lane.next()] == [4, 5, nil])
    }

    @Test func `a full queue refuses further intents`() {
        var lane = IntentLane<Int>(limit: 2)
        #expect((1...3).map { lane.put($0, replacing: nil).isFull } == [false, false, false])
        #expect(lane.put(4, replacing: nil).isFull)
        #expect(lane.next() == 2)
    }
}
