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
    #if JETSTREAM
        /// Three brokers whose journal a real server keeps.
        case realServer
    #endif

    var testDescription: String { rawValue }
}

/// A log with its brokers, and a client on each of its machines.
final class LogUnderTest: Sendable {
    let journal: SharedJournal?
    let brokers: [TestBroker]
    let clients: [BusClient]
    /// How long nothing may be ordered at a time: servers may be away.
    private let patience: Duration
    private let makeMachine: @Sendable () throws -> TestBroker

    /// Starts a broker on each machine.
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

    /// Starts the brokers, which may be told above which size the oldest events go.
    convenience init(_ kind: LogKind, _ faults: SharedJournal.Faults = .init(), retentionBytes: Int? = nil) throws {
        #if JETSTREAM
            if kind == .realServer {
                try self.init(on: CommonServer.servers(), retentionBytes: retentionBytes)
                return
            }
        #endif
        let journal = kind == .sharedJournal ? SharedJournal(faults) : nil
        try self.init(machines: journal == nil ? 1 : 3, sharing: journal) {
            try TestBroker(sharing: journal, retentionBytes: retentionBytes)
        }
    }

    /// Another machine of a log that machines share.
    func newMachine() throws -> TestBroker { try makeMachine() }

    /// Asks again while nothing can be ordered, where that may be: what is sent again has one effect.
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

    /// The client on a machine; where there is one machine, on that.
    func client(_ number: Int) -> BusClient { clients[number % clients.count] }

    /// The whole log as each machine tells it, where all have heard everything.
    func everything() async throws -> [[EventContent]] {
        var head = SequenceNumber.zero
        for client in clients {
            head = max(head, try await client.replay(ReplayQuery([.all], after: .zero, limit: 1)).head)
        }
        // A machine that lags is waited for: nothing comes after the last place.
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
