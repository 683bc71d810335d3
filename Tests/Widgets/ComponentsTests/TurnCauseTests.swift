// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Testing
import Wire

@testable import Components

@Suite("The causes of a turn's outputs", .timeLimit(.minutes(5)))
struct TurnCauseTests {
    /// The events of a session; an intent is carried out by the component, or only received.
    enum Met: Sendable {
        case applied, heard, results, failed, started, stalled, superseded, request, filters, index

        var kind: Topic.Kind {
            switch self {
            case .applied, .heard: .intent
            case .results: .results
            case .failed, .started, .stalled, .superseded: .search
            case .request: .request
            case .filters: .filters
            case .index: .index
            }
        }

        /// The event, whose ID is its sequence number.
        func event(at place: Int) throws -> Event {
            try .made(
                kind,
                "a",
                session: kind.hasSession ? "s" : nil,
                type: "searchbus.\(kind.rawValue).\(self)",
                data: [:],
                at: UInt64(place)
            )
        }
    }

    /// The cause of a component's output for a session after some events, oldest first.
    private func cause(after events: [Met]) throws -> String? {
        var turn = Turn(at: .now)
        for (index, met) in events.enumerated() {
            turn.note(try met.event(at: index + 1), of: "s", isCarriedOut: met == .applied)
        }
        turn.add([Output(.view, "a", type: "t", data: [])], of: "s")
        return turn.builder.entries.first?.cause?.id
    }

    static let rows: [([Met], String)] = [
        ([.applied, .applied], "event-2"), ([.applied, .results], "event-2"), ([.results, .applied], "event-1"),
        ([.applied, .failed], "event-2"), ([.failed, .applied], "event-1"), ([.results, .failed], "event-2"),
        ([.results, .heard], "event-1"), ([.applied, .heard], "event-1"), ([.heard, .applied], "event-2"),
        ([.results, .request], "event-1"), ([.request, .results], "event-2"), ([.results, .started], "event-1"),
        ([.applied, .stalled], "event-1"), ([.superseded, .heard], "event-2"), ([.heard, .request], "event-2"),
        ([.request, .request], "event-2"), ([.filters, .index], "event-1"), ([.index, .heard], "event-2"),
        ([.index], "event-1"),
    ]

    @Test(arguments: rows)
    func `The newest answer has precedence over carried out intents, and these over received events`(
        events: [Met],
        cause: String
    ) throws {
        #expect(try self.cause(after: events) == cause)
    }

    @Test func `What a fold says at once follows from the event that it folds`() throws {
        var turn = Turn(at: .now)
        let page = Output(.view, "a.1", type: "t", data: [])
        let (results, intent) = (try Met.results.event(at: 1), try Met.applied.event(at: 2))
        turn.note(results, of: "s")
        turn.note(intent, of: "s", isCarriedOut: true)
        turn.add([page], of: "s", because: intent)
        turn.add([page], of: "s")
        #expect(turn.builder.entries.map { $0.cause?.id } == ["event-2", "event-1"])
    }

    @Test func `An event says when its sender received the cause and began to work on it`() throws {
        let start = ContinuousClock.now - .seconds(1)
        var turn = Turn(at: start)
        var live = try Met.results.event(at: 1)
        live.receivedAt = start - .milliseconds(3)
        let search = Cause(live).begun(at: start - .milliseconds(2))
        turn.add([Output(.view, "a", type: "t", data: [])], of: "s", because: live)
        turn.add([Output(.view, "b", type: "t", data: [], cause: search)], of: "s")
        turn.add([Output(.view, "c", type: "t", data: [])], of: "s", because: try Met.results.event(at: 2))
        let drafts = try turn.builder.drafts(sources: ["/a"])
        let began = try drafts.map { try #require($0.began) }
        #expect(began[0] >= 1_000_000 && began[1] - began[0] == 2_000 && began[2] == began[0])
        #expect(drafts.map { $0.received.map { $0 - began[0] } } == [3_000, 3_000, nil])
        let attributes = try JSON(parsing: drafts[0].attributes)
        #expect(attributes["received"]?.int == drafts[0].received && attributes["began"]?.int == began[0])
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

    @Test func `The cause of a view is the intent that was carried out, not a later one that was refused`()
        async throws
    {
        let broker = try TestBroker()
        let before = try broker.client()
        defer { before.close() }
        try await before.tell([
            ("a", "s", "add", ["word": "one"]), ("a", "s", "nothing", [:]), ("a", "s", "unheard-of", [:]),
        ])
        let log = try await HostOnTheBus(broker).run([Notebook("a")]) { log, _ in
            try await log.wait(for: "one", in: "a", session: "s")
        }
        let intents = try await before.all(under: TopicPrefix(.intent, "a")).map(\.id)
        let events = try #require(log.turns.first).events
        #expect(events.map(\.topic.kind) == [.outcome, .outcome, .view], "they were one turn")
        #expect(events.map(\.causationID) == [intents[0], intents[2], intents[0]])
    }
}
