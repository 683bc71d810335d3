// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import BusTesting
import Testing
import Wire

@testable import Components

@Suite("What the outputs of a turn follow from", .timeLimit(.minutes(1)))
struct TurnCauseTests {
    /// What a component says of a session follows from, after it has met some events, oldest first, each called as its place.
    private func cause(after kinds: [Topic.Kind]) throws -> String? {
        var turn = Turn(at: .now)
        for (place, kind) in kinds.enumerated() {
            let session = kind.hasSession ? "s" : nil
            turn.note(try .made(kind, "a", session: session, type: "t", data: [:], at: UInt64(place + 1)), of: "s")
        }
        turn.add([Output(.view, "a", type: "t", data: [])], of: "s")
        return turn.builder.entries.first?.cause?.id
    }

    @Test(arguments: [
        ([Topic.Kind.intent, .intent], "event-2"), ([.intent, .results], "event-1"), ([.results, .intent], "event-2"),
        ([.results, .request], "event-1"), ([.request, .results], "event-2"), ([.results, .search], "event-2"),
        ([.request, .request], "event-2"), ([.filters, .index], "event-1"), ([.index], "event-1"),
    ])
    func `The newest intent comes before the newest answer, and that before what was asked for since`(
        kinds: [Topic.Kind],
        newest: String
    ) throws {
        #expect(try cause(after: kinds) == newest)
    }

    @Test func `What one component has met is nothing that another one's outputs follow from`() throws {
        var turn = Turn(at: .now)
        turn.component = 1
        turn.note(try .made(.intent, "b", session: "s", type: "t", data: [:], at: 1), of: "s")
        turn.note(try .made(.intent, "b", session: "t", type: "t", data: [:], at: 2), of: "t")
        for (component, session) in [(0, "s"), (1, "s"), (1, "t"), (1, "u"), (2, "s")] {
            turn.component = component
            turn.add([Output(.view, "a", type: "t", data: [])], of: session)
        }
        #expect(turn.builder.entries.map { $0.cause?.id } == [nil, "event-1", "event-2", nil, nil])
    }

    @Test func `Each intent's outcome is in the intent's own chain, and the view in that of the last`() async throws {
        let broker = try TestBroker()
        let before = try broker.client()
        defer { before.close() }
        try await before.tell("a", session: "s", ["one", "two", "three"])
        let log = try await HostOnTheBus(broker).run([Notebook("a")]) { log, _ in
            try await log.wait(for: "three", in: "a", session: "s")
        }
        let intents = try await before.all(under: TopicPrefix(.intent, "a")).map(\.id)
        let events = try #require(log.turns.first).events
        #expect(events.map(\.topic.kind) == [.outcome, .outcome, .outcome, .view], "they were one turn")
        #expect(events.map(\.correlationID) == intents + intents.suffix(1))
        #expect(events.map(\.causationID) == intents + intents.suffix(1))
    }
}
