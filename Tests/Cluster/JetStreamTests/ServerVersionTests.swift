// SPDX-License-Identifier: MIT

import Foundation
import JetStreamTesting
import NATS
import Replication
import Testing
import Wire

@testable import JetStream

@Suite("Servers' versions")
struct ServerVersionTests {
    @Test func `Versions are compared number by number, and an invalid one is ignored`() {
        #expect(ServerVersion("2.9.10")! < ServerVersion("2.10.2")!)
        #expect(ServerVersion("2.10.22-RC.1") == .faithful)
        for text in ["", "2", "2.9", "2.9.x", "2.9.10.1", "2..1", "-1.2.3", "1234567.1.1"] {
            #expect(ServerVersion(text) == nil, "\(text)")
        }
    }

    @Test func `One that is too old is named, with what to do`() {
        let servers = [ServerGreeting(name: "a", version: "2.9.0"), ServerGreeting(name: "b", version: "2.8.4")]
        #expect(ServerVersion.problem([servers[0], ServerGreeting(name: "c", version: "own build")]) == nil)
        let problem = ServerVersion.problem(servers)
        #expect(problem?.code == .journalUnreadable)
        #expect(problem?.message == "The log's server b runs NATS 2.8.4, which is too old.")
        #expect(problem?.remedy.contains("2.10.22") == true)
    }

    @Test func `Where several servers keep the log, those that may keep what no other has are named`() {
        let old = ServerGreeting(name: "a", version: "2.9.10")
        #expect(ServerVersion.advice([old], replicas: 1) == nil)
        #expect(ServerVersion.advice([ServerGreeting(name: "b", version: "2.10.22")], replicas: 3) == nil)
        #expect(ServerVersion.advice([old, old], replicas: 3)?.contains("is on a (2.9.10): ") == true)
    }

    @Test func `A greeting is read, and nothing else`() {
        let line = Array(#"INFO {"server_id":"X","server_name":"n","version":"2.9.10"} "#.utf8)
        #expect(ServerGreeting(line) == ServerGreeting(name: "n", version: "2.9.10"))
        for text in ["", "INFO", "INFO {", "INFO {}", "-ERR 'x'", #"INFO {"version":7}"#, #"{"version":"2.9.10"}"#] {
            #expect(ServerGreeting(Array(text.utf8)) == nil, "\(text)")
        }
    }

    @Test func `A server is asked over its socket, whatever it answers`() throws {
        let greeting = #"INFO {"server_name":"n","version":"2.9.10"}"# + "\r\n"
        let middle = greeting.index(greeting.startIndex, offsetBy: 9)
        let patience = Duration.milliseconds(300)
        func read(_ pieces: [String]) throws -> ServerGreeting? {
            let server = try GreetingServer(pieces)
            return ServerGreeting.read(from: server.address, patience: patience)
        }
        #expect(try read([greeting])?.version == "2.9.10")
        #expect(try read([String(greeting[..<middle]), String(greeting[middle...])])?.version == "2.9.10")
        // It sends another greeting, nothing, or an endless one.
        #expect(try read(["HTTP/1.1 400 Bad Request\r\n"]) == nil)
        #expect(try read([]) == nil)
        #expect(try read([String(repeating: "x", count: 200_000)]) == nil)
        for address in ["nats://127.0.0.1:1", "nats://", "::", "nats://x y:1"] {
            #expect(ServerGreeting.read(from: address, patience: patience) == nil, "\(address)")
        }
    }

    @Test func `A real server says what it is`() throws {
        let servers = try JetStreamServers()
        let journal = try servers.journal()
        defer { journal.close() }
        let greeting = ServerGreeting.read(from: servers.addresses[0], patience: .seconds(2))
        #expect(greeting?.name == "n0")
        #expect(greeting.flatMap { ServerVersion($0.version) }.map { $0 >= .oldest } == true)
    }

    @Test func `A journal of which one server is too old fails, and says which`() throws {
        let servers = try JetStreamServers()
        try servers.journal().close()
        let old = try GreetingServer([#"INFO {"server_name":"old","version":"2.8.4"}"# + "\r\n"])
        let options = NATSConnection.Options(servers: servers.addresses + [old.address], name: "test")
        let error = #expect(throws: SearchBusError.self) {
            try JetStreamJournal(JetStreamSettings(options, app: "app"))
        }
        #expect(error?.code == .journalUnreadable)
        #expect(error?.message == "The log's server old runs NATS 2.8.4, which is too old.")
    }

    /// One of them accepts a connection and sends nothing.
    @Test func `Servers are asked at the same time, and one that says nothing is not waited for`() throws {
        let greeting = #"INFO {"server_name":"n","version":"2.9.10"}"# + "\r\n"
        let (silent, speaking) = (try GreetingServer([]), try GreetingServer([greeting]))
        let start = ContinuousClock.now
        let greetings = ServerGreetings.read(
            from: [silent.address, speaking.address, "nats://127.0.0.1:1"],
            patience: .seconds(60),
            within: .seconds(2)
        )
        #expect(greetings == [ServerGreeting(name: "n", version: "2.9.10")])
        #expect(ContinuousClock.now - start < .seconds(50))
        #expect(ServerGreetings.read(from: [], patience: .seconds(1), within: .seconds(1)).isEmpty)
    }
}
