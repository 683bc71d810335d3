// SPDX-License-Identifier: MIT

import AppModel
import Bus
import BusTesting
import Components
import CurlClient
import Synchronization
import Testing
import Wire

@testable import Sinks

/// A receiver in the test's own process: it answers as the test says, and counts.
private final class Receiver: Sendable {
    private let state = Mutex((numbers: [Int](), requests: 0))
    private let answer: @Sendable (_ request: Int, _ numbers: [Int]) -> Int

    init(_ answer: @escaping @Sendable (_ request: Int, _ numbers: [Int]) -> Int) { self.answer = answer }

    var numbers: [Int] { state.withLock { $0.numbers } }

    func post(_ request: HTTPRequest) -> Result<HTTPResponse, HTTPFailure> {
        let body = (try? JSON(parsing: request.body ?? [])) ?? .null
        let numbers = (body.array ?? [body]).compactMap { $0["data"]?["generation"]?.int }
        let count = state.withLock { state in
            state.requests += 1
            return state.requests
        }
        let status = answer(count, numbers)
        guard status > 0 else { return .failure(.refused) }
        if status < 300 { state.withLock { $0.numbers += numbers } }
        return .success(HTTPResponse(status: status))
    }
}

@Suite struct SinkWorkTests {
    private var sink = Sink(name: "orders", url: "https://shop.example/events", topics: ["index/notes/"])

    private func append(_ numbers: Range<Int>, _ client: BusClient) async throws {
        _ = try await client.append(
            numbers.map { try IndexChange(of: "notes", generation: $0).draft(id: Identifier.make(), source: "/test") }
        )
    }

    private func work(_ client: BusClient, _ receiver: Receiver) throws -> SinkWork {
        let backoff = Backoff(first: .zero, limit: .zero)
        return try SinkWork(sink, log: client, meter: ComponentMeter(), post: { receiver.post($0) }, backoff: backoff)
    }

    /// Runs a sink until its cursor is at the head of the log.
    private func deliverAll(_ client: BusClient, _ receiver: Receiver) async throws {
        let work = try work(client, receiver)
        nonisolated(unsafe) let sent = work
        let running = Task { try await sent.run() }
        defer { running.cancel() }
        let head = try await client.replay(ReplayQuery([.all], after: .zero, limit: 1)).head
        // The cursor is past what was there; notices of its own may follow.
        while try await client.cursor(of: sink.name) < head { await Task.yield() }
    }

    private func letters(_ client: BusClient) async throws -> [DeadLetters.Letter] {
        try await DeadLetters(of: sink.name, on: client).all
    }

    @Test mutating func `A new sink begins where the app file says, and never again`() async throws {
        let broker = try TestBroker()
        let client = try broker.client()
        defer { client.close() }
        try await append(0..<3, client)
        let receiver = Receiver { _, _ in 200 }
        try await deliverAll(client, receiver)
        #expect(receiver.numbers.isEmpty)
        try await append(3..<5, client)
        try await deliverAll(client, receiver)
        #expect(receiver.numbers == [3, 4])
        (sink.name, sink.from) = ("all", .beginning)
        let other = Receiver { _, _ in 200 }
        try await deliverAll(client, other)
        #expect(other.numbers == [0, 1, 2, 3, 4])
    }

    @Test mutating func `What fails is sent again, and nothing is left out`() async throws {
        let broker = try TestBroker()
        let client = try broker.client()
        defer { client.close() }
        sink.from = .beginning
        sink.batch = 7
        try await append(0..<50, client)
        let receiver = Receiver { request, _ in request.isMultiple(of: 3) ? 200 : request.isMultiple(of: 2) ? 503 : 0 }
        try await deliverAll(client, receiver)
        #expect(receiver.numbers == Array(0..<50))
        #expect(try await letters(client).isEmpty)
    }

    @Test mutating func `One refused event of a message is a dead letter, alone`() async throws {
        let broker = try TestBroker()
        let client = try broker.client()
        defer { client.close() }
        sink.from = .beginning
        try await append(0..<10, client)
        let receiver = Receiver { _, numbers in numbers.contains(4) ? 400 : 200 }
        try await deliverAll(client, receiver)
        #expect(receiver.numbers == [0, 1, 2, 3, 5, 6, 7, 8, 9])
        let letter = try #require(try await letters(client).first)
        #expect(letter.topic == "index/notes/" && letter.reason == "HTTP status 400")

        _ = try await client.append([try SinkNotice([letter.sequence]).draft(.resend, of: "orders", source: "/test")])
        try await deliverAll(client, receiver)
        #expect(try await letters(client).map(\.sequence) == [letter.sequence])

        _ = try await client.append([try SinkNotice([letter.sequence]).draft(.resend, of: "orders", source: "/test")])
        let repaired = Receiver { _, _ in 200 }
        try await deliverAll(client, repaired)
        #expect(repaired.numbers == [4])
        #expect(try await letters(client).isEmpty)
    }

    @Test mutating func `A dead letter that is no longer on the log is given up`() async throws {
        let broker = try TestBroker(retentionBytes: 200_000)
        let client = try broker.client()
        defer { client.close() }
        sink.from = .beginning
        try await append(0..<1, client)
        try await deliverAll(client, Receiver { _, _ in 422 })
        let letter = try #require(try await letters(client).first)
        // As retention removes it: it is the last event of its topic no longer, and the log is full.
        for start in stride(from: 1, to: 4_000, by: 500) { try await append(start..<(start + 500), client) }
        let head = try await client.replay(ReplayQuery([.all], after: .zero, limit: 1)).head
        while try await client.replay(ReplayQuery([.all], after: .zero, limit: 1)).trimmed ?? .zero < letter.sequence {
            try await append(4_000..<4_001, client)
        }
        #expect(head > letter.sequence)
        _ = try await client.append([try SinkNotice([letter.sequence]).draft(.resend, of: "orders", source: "/test")])
        try await deliverAll(client, Receiver { _, _ in 200 })
        #expect(try await letters(client).isEmpty)
        // What the receiver never got is on the log as a gap.
        #expect(try await DeadLetters(of: sink.name, on: client).gaps >= 1)
    }

    /// The log keeps an intent until all who read it have folded it; a receiver must not count among them.
    @Test mutating func `A receiver that is down keeps nothing on the log`() async throws {
        let broker = try TestBroker(retentionBytes: 200_000)
        let client = try broker.client()
        defer { client.close() }
        sink.topics = ["intent/", "index/notes/"]
        sink.from = .beginning
        try await append(0..<2, client)
        try await client.send("set-query", to: "box", session: "s", ["query": "x"])
        let receiver = Receiver { _, _ in 200 }
        try await deliverAll(client, receiver)
        #expect(receiver.numbers == [0, 1])

        // No component folds these.
        for text in ["y", "z"] { try await client.send("set-query", to: "box", session: "s", ["query": .string(text)]) }
        let intents = ReplayQuery([TopicPrefix(.intent, "box")], after: .zero)
        let places = try await client.replay(intents).events.map(\.sequence)
        #expect(places.count == 3)
        while try await client.replay(ReplayQuery([.all], after: .zero, limit: 1)).trimmed ?? .zero < places[2] {
            try await append(2..<500, client)
        }
        #expect(try await client.replay(intents).events.map(\.sequence) == [places[2]])
    }
}
