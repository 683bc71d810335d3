// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import JetStream
import JetStreamTesting
import NATS
import RandomTesting
import Replication
import ReplicationTesting
import Testing
import Wire

@Suite("A journal in JetStream", .timeLimit(.minutes(5)), .serialized)
struct JetStreamJournalTests {
    private func everything(_ client: BusClient, through head: SequenceNumber) async throws -> [String] {
        // A node that must catch up first refuses after a while.
        while true {
            do {
                _ = try await client.replay(ReplayQuery([.all], after: head, limit: 1))
                break
            } catch let error as SearchBusError where error.code == .journalUnavailable {
                continue
            }
        }
        return try await client.replay(ReplayQuery([.all], after: .zero, limit: 1000)).events.map(\.id)
    }

    /// Appends until it is on the log, as every client does while the log is unavailable.
    private func insist(_ client: BusClient, _ id: String) async throws -> AppendReceipt {
        while true {
            do {
                return try await client.append([try intent(id)])
            } catch let error as SearchBusError where error.code == .journalUnavailable {
                continue
            }
        }
    }

    @Test func `Two brokers on one server have the same log, also after the server was killed`() async throws {
        let servers = try JetStreamServers()
        let brokers = try (0..<2).map { _ in try TestBroker { try servers.journal() } }
        let clients = try brokers.map { try $0.client() }
        for number in 0..<20 { _ = try await insist(clients[number % 2], "a\(number)") }
        servers.kill(0)
        let error = await #expect(throws: SearchBusError.self) { _ = try await clients[0].append([try intent("b")]) }
        #expect(error?.code == .journalUnavailable)
        #expect(try await clients[1].replay(ReplayQuery([.all], after: .zero)).events.count == 20)
        try servers.start(0)
        let receipt = try await insist(clients[1], "b")
        let expected = (0..<20).map { "a\($0)" } + ["b"]
        for client in clients { #expect(try await everything(client, through: receipt.last) == expected) }
    }

    @Test func `A cluster continues when any server is killed, and no event is lost or duplicated`() async throws {
        let servers = try JetStreamServers(3)
        let brokers = try (0..<2).map { _ in try TestBroker { try servers.journal(replicas: 3) } }
        let clients = try brokers.map { try $0.client() }
        var expected: [String] = []
        var last = SequenceNumber.zero
        for victim in 0..<3 {
            for number in 0..<5 {
                expected.append("v\(victim)-\(number)")
                last = try await insist(clients[number % 2], expected[expected.count - 1]).last
            }
            try servers.catchUp("SEARCHBUS_app")
            servers.kill(victim)
            expected.append("v\(victim)-after")
            last = try await insist(clients[victim % 2], expected[expected.count - 1]).last
            try servers.start(victim)
        }
        for client in clients { #expect(try await everything(client, through: last) == expected) }
    }

    /// Appends nine events; returns the server's data after the first five.
    private func appendNine(_ client: BusClient, on servers: JetStreamServers) async throws -> String {
        for number in 0..<5 { _ = try await insist(client, "a\(number)") }
        servers.kill(0)
        let older = try servers.copyData(of: 0)
        try servers.start(0)
        for number in 5..<9 { _ = try await insist(client, "a\(number)") }
        return older
    }

    @Test func `Servers that have lost a node's entries are detected`()
        async throws
    {
        let servers = try JetStreamServers()
        let broker = try TestBroker { try servers.journal() }
        let client = try broker.client()
        let older = try await appendNine(client, on: servers)
        broker.stop()
        servers.kill(0)
        try servers.putBack(older, for: 0)
        try servers.start(0)
        let other = try TestBroker { try servers.journal() }
        let receipt = try await insist(try other.client(), "b")
        #expect(receipt.first.rawValue == 6)
        try broker.start()
        let error = await broker.failure()
        #expect(error?.code == .diverged && error?.message.contains("lost entries") == true)
    }

    @Test func `A running broker ends when its servers come back with less, and continues once they have it again`()
        async throws
    {
        let servers = try JetStreamServers()
        let broker = try TestBroker { try servers.journal() }
        let client = try broker.client()
        let older = try await appendNine(client, on: servers)
        servers.kill(0)
        let newer = try servers.copyData(of: 0)
        try servers.putBack(older, for: 0)
        try servers.start(0)
        let error = await broker.failure()
        #expect(error?.code == .diverged && error?.message.contains("lost entries") == true)
        #expect(error?.remedy.contains("Bring the servers' data back") == true)
        broker.stop()
        servers.kill(0)
        try servers.putBack(newer, for: 0)
        try servers.start(0)
        try broker.start()
        let receipt = try await insist(client, "b")
        #expect(try await everything(client, through: receipt.last) == (0..<9).map { "a\($0)" } + ["b"])
    }

    /// Such a server accepted a message while it was alone and died; the others continued without it.
    @Test(.enabled(if: isThorough, "it takes half a minute"))
    func `A server with an entry that no other has is not trusted, and soon loses the lead`() async throws {
        let servers = try JetStreamServers(3)
        let brokers = try (0..<2).map { _ in try TestBroker { try servers.journal(replicas: 3) } }
        var ids = (0..<5).map { "a\($0)" }
        for (number, id) in ids.enumerated() { _ = try await insist(brokers[number % 2].client(), id) }
        let stale = try servers.leader(of: "SEARCHBUS_app")
        for other in 0..<3 where other != stale { servers.kill(other) }
        await #expect(throws: SearchBusError.self) { _ = try await brokers[0].client().append([try intent("x")]) }
        brokers[0].stop()
        servers.kill(stale)
        for other in 0..<3 where other != stale { try servers.start(other) }
        for number in 0..<5 {
            ids.append("b\(number)")
            _ = try await insist(brokers[1].client(), ids[ids.count - 1])
        }
        try servers.start(stale)
        // A new broker and a restarted one ask the server that has something else.
        // A broker without a response ends, and is started again.
        let fresh = try servers.eventually { try TestBroker { try servers.journal(replicas: 3, through: stale) } }
        var last = try await insist(fresh.client(), "c").last
        try servers.eventually { try brokers[0].start() }
        try servers.letLead(stale, stream: "SEARCHBUS_app")
        last = max(last, try await insist(brokers[1].client(), "d").last)
        ids += ["c", "d"]
        var logs: Set<[String]> = []
        for broker in brokers + [fresh] { logs.insert(try await everything(broker.client(), through: last)) }
        #expect(logs.count == 1 && logs.first?.filter { $0 != "x" } == ids, "\(logs)")
    }

    @Test func `Apps have journals of their own, and a stream of another kind is refused`() async throws {
        let servers = try JetStreamServers()
        let first = try servers.journal(app: "one")
        let again = try servers.journal(app: "one")
        let other = try servers.journal(app: "two")
        #expect(first.epoch == again.epoch && first.epoch != other.epoch)
        let connection = try NATSConnection(.init(servers: servers.addresses, name: "test"))
        let configuration = Array(#"{"name":"SEARCHBUS_three","subjects":["other"],"max_msgs":5}"#.utf8)
        _ = try connection.request("$JS.API.STREAM.CREATE.SEARCHBUS_three", configuration, milliseconds: 5000)
        let error = #expect(throws: SearchBusError.self) { try servers.journal(app: "three") }
        #expect(error?.code == .journalUnreadable && error?.message.contains("SEARCHBUS_three") == true)
    }

    @Test func `A stream with too few replicas is reported, with the command`() async throws {
        let servers = try JetStreamServers()
        for replicas in [1, 3] {
            let journal = try servers.journal(replicas: replicas)
            try journal.start(after: .zero, known: nil)
            while journal.standing.leader == nil { await Task.yield() }
            let command = "nats stream edit SEARCHBUS_app --replicas \(replicas)"
            let isTold = journal.standing.advice?.contains(command) ?? false
            #expect(isTold == (replicas > 1))
            journal.close()
        }
    }
}
