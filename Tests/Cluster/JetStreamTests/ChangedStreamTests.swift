// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import JetStream
import JetStreamTesting
import NATS
import Replication
import ReplicationTesting
import Testing
import Wire

/// A broker refuses at its start a stream that does not fit the app's nodes.
@Suite("A stream that does not belong to the app", .timeLimit(.minutes(5)), .serialized)
struct ChangedStreamTests {
    /// The error that ends a broker with a journal, at its start or soon after.
    private func end(_ makeJournal: @escaping @Sendable () throws -> any MessageOrder) async throws -> SearchBusError? {
        do {
            let broker = try TestBroker(makeOrder: makeJournal)
            return await broker.failure()
        } catch let error as SearchBusError {
            return error
        }
    }

    /// Changes a stream as any client with access to the servers can.
    private func change(_ stream: String, _ member: String, to value: JSON, on servers: JetStreamServers) throws {
        let connection = try NATSConnection(.init(servers: servers.addresses, name: "test"))
        let information = try connection.request("$JS.API.STREAM.INFO.\(stream)", milliseconds: 5000)
        var configuration = try #require(try JSON(parsing: information.payload)["config"]?.object)
        configuration[member] = value
        let changed = JSON.object(configuration).bytes
        let answer = try connection.request("$JS.API.STREAM.UPDATE.\(stream)", changed, milliseconds: 5000)
        #expect(try JSON(parsing: answer.payload)["error"] == nil, "\(member)")
    }

    @Test func `Another number of shards is refused, and the message gives the right one`() async throws {
        let servers = try JetStreamServers()
        for (shards, other) in [(1, 4), (4, 1)] {
            let app = "app\(shards)"
            let made = JetStreamSettings(.init(servers: servers.addresses, name: "test"), app: app, shards: shards)
            try servers.eventually { try JetStreamJournal(made) }.close()
            var wrong = made
            wrong.shards = other
            let error = try await end { [wrong] in try JetStreamJournal(wrong) }
            #expect(error?.code == .journalUnreadable && error?.message.contains("SEARCHBUS_\(app)") == true)
            #expect(error?.remedy.contains("`shards: \(shards)`") == true)
            // The refusal has changed nothing.
            try JetStreamJournal(made).close()
        }
    }

    @Test func `A machine that has a log of its own makes no stream, which would be in the way of sharing that log`()
        throws
    {
        let servers = try JetStreamServers()
        let settings = JetStreamSettings(.init(servers: servers.addresses, name: "test"), app: "app")
        let upkeep = try servers.eventually { JournalUpkeep(settings, on: try settings.connect()) }
        let refusal = SearchBusError(.epochChanged, "This machine has a log.")
        let error = #expect(throws: SearchBusError.self) { try JetStreamJournal(settings, orElse: refusal) }
        #expect(error == refusal)
        #expect(try !upkeep.exists())
        try upkeep.found("mine")
        let journal = try JetStreamJournal(settings, orElse: refusal)
        #expect(journal.epoch == "mine")
        journal.close()
    }

    @Test(arguments: [
        "subjects", "max_age", "discard", "allow_direct", "max_msgs_per_subject", "description",
    ])
    func `A changed stream is refused, and is accepted again when the change is reverted`(
        member: String
    ) async throws {
        let servers = try JetStreamServers()
        let stream = "SEARCHBUS_app"
        let changes: [String: (value: JSON, original: JSON?)] = [
            "subjects": (["searchbus.app.in", "elsewhere"], ["searchbus.app.in"]),
            "max_age": (3_600_000_000_000, 0), "discard": ("old", "new"), "allow_direct": (false, true),
            "max_msgs_per_subject": (10, -1),
            "description": ("ours", nil),
        ]
        let made = try servers.journal()
        let epoch = made.epoch
        made.close()
        let connection = try NATSConnection(.init(servers: servers.addresses, name: "test"))
        let information = try connection.request("$JS.API.STREAM.INFO.\(stream)", milliseconds: 5000)
        let description = try #require(try JSON(parsing: information.payload)["config"]?["description"])
        let (value, original) = try #require(changes[member])
        try change(stream, member, to: value, on: servers)
        let error = try await end { try servers.journal() }
        #expect(error?.code == .journalUnreadable && error?.message.contains(stream) == true)
        #expect(error?.message.contains("its \(member == "description" ? member : "`\(member)`")") == true)
        #expect(error?.remedy.contains("Rename the app") == true)
        try change(stream, member, to: original ?? description, on: servers)
        let again = try servers.journal()
        #expect(again.epoch == epoch)
        again.close()
    }
}
