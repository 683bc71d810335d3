// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import BusTesting
import Testing
import Wire

/// Which kind of log a test of the contract runs on.
enum LogKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// One broker that orders by itself.
    case oneMachine
    /// Three brokers that share a journal, as on three machines.
    case sharedJournal

    var testDescription: String { rawValue }
}

/// A log with its brokers, and a client on each of its machines.
final class LogUnderTest: Sendable {
    let journal: SharedJournal?
    let brokers: [TestBroker]
    let clients: [BusClient]

    /// Starts the brokers, which may be told above which size the oldest events go.
    init(_ kind: LogKind, _ faults: SharedJournal.Faults = .init(), retentionBytes: Int? = nil) throws {
        let journal = kind == .sharedJournal ? SharedJournal(faults) : nil
        self.journal = journal
        brokers = try (0..<(journal == nil ? 1 : 3)).map { _ in
            try TestBroker(sharing: journal, retentionBytes: retentionBytes)
        }
        clients = try brokers.map { try $0.client() }
    }

    /// The client on a machine; where there is one machine, on that.
    func client(_ number: Int) -> BusClient { clients[number % clients.count] }

    /// The whole log as each machine tells it, where all have heard everything.
    func everything() async throws -> [[EventContent]] {
        var head = SequenceNumber.zero
        for client in clients {
            head = max(head, try await client.replay(ReplayQuery([.all], after: .zero, limit: 1)).head)
        }
        var logs: [[EventContent]] = []
        for client in clients {
            var events: [Event] = []
            // A machine that lags is waited for: nothing comes after the last place.
            _ = try await client.replay(ReplayQuery([.all], after: head, limit: 1))
            var after = SequenceNumber.zero
            while true {
                let page = try await client.replay(ReplayQuery([.all], after: after, limit: 500))
                events += page.events
                after = page.through
                guard after < page.head else { break }
            }
            logs.append(events.map(EventContent.init))
        }
        return logs
    }
}

/// An intent of an outsider.
func intent(_ id: String, to component: String = "box", session: String = "s", _ data: JSON = [:]) throws -> EventDraft
{
    EventDraft(
        topic: try Topic(.intent, component, session: session),
        id: id,
        source: "/test",
        type: "searchbus.intent.set-query",
        data: data.bytes
    )
}

/// An event that a component appends.
func view(_ id: String, of component: String, session: String = "s", _ data: JSON = [:]) throws -> EventDraft {
    EventDraft(
        topic: try Topic(.view, component, session: session),
        id: id,
        source: "/interactor/\(component)",
        type: "searchbus.view.test",
        data: data.bytes
    )
}

/// A step of a component.
func move(
    _ component: String,
    _ from: SequenceNumber,
    _ to: SequenceNumber,
    folded: Int = 0,
    _ prefixes: [TopicPrefix] = [],
    incarnation: Int
) -> CursorMove {
    CursorMove(component: component, from: from, to: to, folded: folded, prefixes: prefixes, incarnation: incarnation)
}

/// What is the same of an event on every machine: all but how far back its channel is known to be empty.
struct EventContent: Hashable {
    let topic: Topic
    let id: String
    let sequence: SequenceNumber
    let previous: SequenceNumber
    let time: String
    let data: [UInt8]

    init(_ event: Event) {
        topic = event.topic
        id = event.id
        sequence = event.sequence
        previous = event.previous
        time = event.time
        data = Array(event.dataBytes)
    }
}
