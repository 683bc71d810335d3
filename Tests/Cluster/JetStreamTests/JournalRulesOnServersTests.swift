// SPDX-License-Identifier: MIT

import Bus
import JetStream
import JetStreamTesting
import NATS
import Replication
import Testing
import Wire

@Suite("The rules of a journal on its servers", .timeLimit(.minutes(5)))
struct JournalRulesOnServersTests {
    private let second = JournalRules(number: 2, version: "3.1.0")

    private func settings(_ servers: JetStreamServers, _ rules: JournalRules) -> JetStreamSettings {
        var settings = JetStreamSettings(.init(servers: servers.addresses, name: "test"), app: "app")
        settings.rules = rules
        return settings
    }

    @Test func `A version with other rules than the one that created a journal is refused at the start`() throws {
        let servers = try JetStreamServers()
        let made = try servers.eventually { try JetStreamJournal(settings(servers, second)) }
        #expect(try JetStreamJournal(settings(servers, JournalRules(number: 2, version: "3.2.0"))).epoch == made.epoch)
        for other in [JournalRules.own, JournalRules(number: 3, version: "4.0.0")] {
            let error = #expect(throws: SearchBusError.self) { try JetStreamJournal(self.settings(servers, other)) }
            #expect(error?.code == .journalUnreadable && error?.message.contains("SearchBus 3.1.0") == true)
        }
    }

    @Test func `A journal that is founded says its rules too`() throws {
        let servers = try JetStreamServers()
        let connection = try servers.eventually { try settings(servers, second).connect() }
        let upkeep = JournalUpkeep(settings(servers, second), on: connection)
        try servers.eventually { try upkeep.found("epoch-of-the-log") }
        #expect(try JetStreamJournal(settings(servers, second)).reach() == JournalReach(isFounded: true))
        #expect(throws: SearchBusError.self) { try JetStreamJournal(self.settings(servers, .own)) }
    }

    @Test func `A journal that was made before there were rules has the first`() throws {
        let servers = try JetStreamServers()
        let made = try servers.eventually { try JetStreamJournal(settings(servers, second)) }
        let connection = try NATSConnection(.init(servers: servers.addresses, name: "test"))
        let answer = try connection.request("$JS.API.STREAM.INFO.SEARCHBUS_app", milliseconds: 5000).payload
        let configuration = try #require(try JSON(parsing: answer)["config"]?.object)
        var before = configuration
        before["description"] = .string("SearchBus journal 1 \(made.epoch) 1")
        _ = try connection.request(
            "$JS.API.STREAM.UPDATE.SEARCHBUS_app",
            JSON.object(before).bytes,
            milliseconds: 5000
        )
        #expect(try JetStreamJournal(settings(servers, .own)).epoch == made.epoch)
        let error = #expect(throws: SearchBusError.self) { try JetStreamJournal(self.settings(servers, self.second)) }
        #expect(error?.message.contains("has not written down its version") == true)
    }
}
