// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Synchronization
import Testing
import Wire

@Suite("Bus client on a real broker", .timeLimit(.minutes(5)))
struct BusClientTests {
    private func draft(_ number: Int, on kind: Topic.Kind = .intent, session: String = "s") throws -> EventDraft {
        EventDraft(
            topic: try Topic(kind, "box", session: session),
            id: "e\(number)",
            source: "/test",
            type: "searchbus.intent.test",
            data: JSON.object(["number": JSON(number)].asObject).bytes
        )
    }

    @Test func `A subscriber that comes late gets the past and then the present, each event once`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        for number in 1...50 { _ = try await log.append([draft(number)]) }
        let subscription = try await log.subscribe(to: [TopicPrefix(.intent)], after: .init(rawValue: 10))
        async let writing: Void = {
            for number in 51...200 { _ = try await log.append([draft(number)]) }
        }()
        var seen: [UInt64] = []
        while seen.count < 190 { seen += try await subscription.next().map(\.sequence.rawValue) }
        try await writing
        #expect(seen == Array(11...200))
        subscription.cancel()
        log.close()
    }

    @Test func `A subscription and a request survive a restart of the broker`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        let subscription = try await log.subscribe(to: [TopicPrefix(.intent)], after: .zero)
        _ = try await log.append([draft(1)])
        #expect(try await subscription.next().map(\.id) == ["e1"])
        broker.stop()
        async let receipt = log.append([draft(2)])
        try broker.start()
        #expect(try await receipt.first.rawValue == 2)
        #expect(try await subscription.next().map(\.id) == ["e2"])
        log.close()
    }

    @Test func `A refused append says why and what to do`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        _ = try await log.append([draft(1)])
        let error = await #expect(throws: SearchBusError.self) { _ = try await log.append([draft(1), draft(2)]) }
        #expect(error?.code == .partialRepeat)
        #expect(error?.remedy.isEmpty == false)
        log.close()
    }

    @Test func `A subscription that the broker refuses fails with the reason, without retries`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        let subscription = try await log.subscribe(
            to: (0...LatestQuery.maximumPrefixes).map { TopicPrefix(.intent, "widget-\($0)") },
            after: .zero
        )
        let error = await #expect(throws: SearchBusError.self) { try await subscription.next() }
        #expect(error?.code == .malformedCommand)
        log.close()
    }

    @Test func `A reply that may stay unread is read with the next event, or after its delay`() async throws {
        let broker = try TestBroker()
        let (log, other) = (try broker.client(), try broker.client())
        let subscription = try await log.subscribe(to: [TopicPrefix(.view)], after: .zero)
        let incarnation = try #require(try await log.claim(["box"])["box"]?.incarnation)
        @Sendable func move(to sequence: UInt64) -> CursorMove {
            CursorMove(
                component: "box",
                from: .zero,
                to: .init(rawValue: sequence),
                folded: 0,
                prefixes: [],
                incarnation: incarnation
            )
        }
        let isAnswered = Atomic(false)
        async let first: Void = {
            _ = try await log.append([draft(1)], id: "a", moving: [move(to: 0)], replyDelay: .seconds(3600))
            isAnswered.store(true, ordering: .relaxed)
        }()
        // Each event that the client reads lets it look for the reply.
        var number = 0
        while !isAnswered.load(ordering: .relaxed) {
            number += 1
            _ = try await other.append([draft(number, on: .view)])
            _ = try await subscription.next()
        }
        try await first
        let second = try await log.append([draft(2)], id: "b", moving: [move(to: 1)], replyDelay: .milliseconds(50))
        #expect(second.first > .zero)
        log.close()
        other.close()
    }

    @Test func `Waiting callers get an error when the client is closed`() async throws {
        let log = try BusClient(endpoints: try BusEndpoints(runtimeDirectory: "/tmp/no-broker-here"))
        let subscription = try await log.subscribe(to: [TopicPrefix(.view)], after: .zero)
        let request = Task { try await log.cursor(of: "box") }
        let events = Task { try await subscription.next() }
        log.close()
        let error = await #expect(throws: SearchBusError.self) { _ = try await request.value }
        #expect(error?.code == .brokerUnavailable)
        await #expect(throws: (any Error).self) { _ = try await events.value }
    }

    @Test func `A cancelled wait ends at once`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        let subscription = try await log.subscribe(to: [TopicPrefix(.view)], after: .zero)
        let waiting = Task { try await subscription.next() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        log.close()
    }

    @Test func `A client that is closed refuses what comes later`() async throws {
        let broker = try TestBroker()
        let log = try broker.client()
        log.close()
        await #expect(throws: SearchBusError.self) { try await log.cursor(of: "box") }
    }
}

extension [String: JSON] {
    fileprivate var asObject: JSONObject { JSONObject(map { ($0.key, $0.value) }) }
}
