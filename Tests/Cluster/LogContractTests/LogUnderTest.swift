// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import ReplicationTesting
import Testing
import Wire

/// Which kind of log a test of the contract runs on.
enum LogKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// One broker with a log of its own.
    case oneMachine
    /// Three brokers that share a journal, as on three nodes.
    case sharedJournal
    #if JETSTREAM
        /// Three brokers whose journal a real server keeps.
        case realServer
    #endif

    var testDescription: String { rawValue }
}

/// A log with its brokers, and a client on each of its nodes.
final class LogUnderTest: Sendable {
    let journal: SharedJournal?
    let brokers: [TestBroker]
    let clients: [BusClient]
    /// How long appends may be refused at a time: servers may be down.
    private let patience: Duration
    private let makeMachine: @Sendable () throws -> TestBroker

    /// Starts a broker on each node.
    init(
        machines: Int,
        sharing journal: SharedJournal? = nil,
        patience: Duration = .zero,
        makeMachine: @escaping @Sendable () throws -> TestBroker
    ) throws {
        self.journal = journal
        self.patience = patience
        self.makeMachine = makeMachine
        brokers = try (0..<machines).map { _ in try makeMachine() }
        clients = try brokers.map { try $0.client() }
    }

    /// Starts the brokers, optionally with the size above which the oldest events are deleted.
    convenience init(_ kind: LogKind, _ faults: SharedJournal.Faults = .init(), retentionBytes: Int? = nil) throws {
        #if JETSTREAM
            if kind == .realServer {
                try self.init(on: CommonServer.servers(), retentionBytes: retentionBytes)
                return
            }
        #endif
        let journal = kind == .sharedJournal ? SharedJournal(faults) : nil
        try self.init(machines: journal == nil ? 1 : 3, sharing: journal) {
            try journal.map { try TestBroker(sharing: $0, retentionBytes: retentionBytes) }
                ?? TestBroker(retentionBytes: retentionBytes)
        }
    }

    /// Another node of a shared log.
    func newMachine() throws -> TestBroker { try makeMachine() }

    /// Retries while the log is unavailable, if that is allowed: a repetition has one effect.
    func insist<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
        let end = ContinuousClock.now + patience
        while true {
            do {
                return try await ask()
            } catch let error as SearchBusError where error.code == .journalUnavailable {
                guard ContinuousClock.now < end else { throw error }
            }
        }
    }

    /// The client on a node; on the only one if there is one.
    func client(_ number: Int) -> BusClient { clients[number % clients.count] }

    /// The whole log as each node reports it, once all have received everything.
    func everything() async throws -> [[EventContent]] {
        var head = SequenceNumber.zero
        for client in clients {
            head = max(head, try await client.replay(ReplayQuery([.all], after: .zero, limit: 1)).head)
        }
        // Waits for lagging nodes: nothing follows the last sequence number.
        let end = ReplayQuery([.all], after: head, limit: 1)
        for client in clients {
            _ = try await insist { try await client.replay(end) }
        }
        var logs: [[EventContent]] = []
        for client in clients {
            var events: [Event] = []
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

/// An intent of a client.
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

/// The parts of an event that are equal on every node: all but the bound below which its channel is empty.
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
