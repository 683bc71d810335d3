// SPDX-License-Identifier: MIT

import Bus
import Glibc
import JetStream
import JetStreamTesting
import NATS
import Replication
import Testing
import Wire

@Suite("A node that the servers refuse")
struct RefusedConnectionTests {
    @Test func `A journal whose servers refuse the machine again and again fails, and says why`() throws {
        let servers = try JetStreamServers(password: "right")
        var options = NATSConnection.Options(servers: servers.addresses, name: "test")
        (options.user, options.password) = ("test", "right")
        let journal = try servers.eventually { try JetStreamJournal(JetStreamSettings(options, app: "app")) }
        defer { journal.close() }
        try journal.start(after: .zero, known: nil)
        servers.kill(0)
        try servers.change(password: "another", of: 0)
        try servers.start(0)
        var problem: SearchBusError?
        let deadline = ContinuousClock.now + .seconds(20)
        while problem == nil, ContinuousClock.now < deadline {
            var wanted = pollfd(fd: journal.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&wanted, 1, 100)
            for case .failed(let error) in journal.take() { problem = error }
        }
        #expect(problem?.code == .journalUnavailable && problem?.message.contains("refused this machine") == true)
    }

    @Test func `Servers that do not speak the required TLS receive nothing, not even the password`() throws {
        let servers = try JetStreamServers(password: "right")
        var options = NATSConnection.Options(servers: servers.addresses, name: "test")
        (options.user, options.password) = ("test", "right")
        _ = try servers.eventually { try JetStreamJournal(JetStreamSettings(options, app: "app")) }
        options.servers = servers.addresses.map { $0.replacing("nats://", with: "tls://") }
        #expect(throws: NATSError.self) { try NATSConnection(options) }
    }
}
