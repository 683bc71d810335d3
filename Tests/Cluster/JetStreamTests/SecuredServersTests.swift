// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Foundation
import JetStreamTesting
import NATS
import Replication
import ReplicationTesting
import Testing
import Wire

@testable import JetStream

/// Servers that accept only TLS, with a certificate of a private authority, and require a password.
@Suite("Servers that demand TLS and a password", .timeLimit(.minutes(5)), .serialized)
struct SecuredServersTests {
    private let authority: TestAuthority
    private let servers: JetStreamServers

    init() throws {
        authority = try TestAuthority()
        let (certificate, key) = try authority.sign("server", for: "IP:127.0.0.1")
        let more = "tls { cert_file: \"\(certificate)\", key_file: \"\(key)\" }"
        servers = try JetStreamServers(password: "right", more: more)
    }

    /// The settings of an authorized client, with some changes of its environment.
    private func settings(_ changes: [String: String?] = [:], servers: [String]? = nil) -> JetStreamSettings {
        var environment = [
            "SEARCHBUS_NATS_USER": "test", "SEARCHBUS_NATS_PASSWORD": "right",
            "SEARCHBUS_NATS_CA": authority.certificate,
        ]
        for (name, value) in changes { environment[name] = value }
        let servers = servers ?? self.servers.addresses
        return JetStreamSettings(.init(servers: servers, name: "test", environment: environment), app: "app")
    }

    /// The error of a client that is refused although the servers run.
    private func refusal(_ settings: JetStreamSettings) throws -> SearchBusError? {
        _ = try servers.eventually { try self.settings().connect() }
        return #expect(throws: SearchBusError.self) { try settings.connect() }
    }

    @Test func `A client that trusts the authority and has the password follows the log`() async throws {
        let (servers, settings) = (servers, settings())
        let brokers = try (0..<2).map { _ in
            try TestBroker { try servers.eventually { try JetStreamJournal(settings) } }
        }
        let receipt = try await brokers[0].client().append([try intent("a")])
        let client = try brokers[1].client()
        _ = try await client.replay(ReplayQuery([.all], after: receipt.last, limit: 1))
        #expect(try await client.replay(ReplayQuery([.all], after: .zero)).events.map(\.id) == ["a"])
        #expect(try await client.append([try intent("b")]).first.rawValue == 2)
    }

    @Test func `A wrong password, another user and no user are refused, with a remedy`() throws {
        let changes: [[String: String?]] = [
            ["SEARCHBUS_NATS_PASSWORD": "wrong"], ["SEARCHBUS_NATS_PASSWORD": nil], ["SEARCHBUS_NATS_USER": "other"],
            ["SEARCHBUS_NATS_USER": nil, "SEARCHBUS_NATS_PASSWORD": nil],
        ]
        for change in changes {
            let error = try refusal(settings(change))
            #expect(error?.code == .journalUnavailable && error?.message.contains(servers.addresses[0]) == true)
            #expect(error?.remedy.contains("Check the user and the credentials") == true, "\(change)")
        }
    }

    @Test func `A server with an untrusted certificate receives nothing, whatever is wrong with it`() throws {
        let other = try TestAuthority()
        let changes: [[String: String?]] = [
            // Another authority, only the system's authorities, and a missing file.
            ["SEARCHBUS_NATS_CA": other.certificate], ["SEARCHBUS_NATS_CA": nil], ["SEARCHBUS_NATS_CA": "/nowhere.pem"],
        ]
        // The certificate is valid for the address, not for the name.
        let renamed = servers.addresses.map { $0.replacing("127.0.0.1", with: "localhost") }
        for wrong in changes.map({ settings($0) }) + [settings(servers: renamed)] {
            let error = try refusal(wrong)
            #expect(error?.code == .journalUnavailable && error?.remedy.contains("SEARCHBUS_NATS_CA") == true)
            #expect(error?.message.contains("SSL") == true, "\(wrong.connection.servers): \(error?.message ?? "")")
        }
    }

    @Test func `A server that requires client certificates accepts a client whose certificate it trusts`() throws {
        let (certificate, key) = try authority.sign("strict", for: "IP:127.0.0.1")
        let files = "cert_file: \"\(certificate)\", key_file: \"\(key)\", ca_file: \"\(authority.certificate)\""
        let strict = try JetStreamServers(password: "right", more: "tls { \(files), verify: true }")
        // It sends its greeting to every client before TLS begins.
        let end = ContinuousClock.now + .seconds(20)
        while ServerGreeting.read(from: strict.addresses[0], patience: .seconds(1)) == nil, ContinuousClock.now < end {}
        let stranger = try TestAuthority().sign("stranger", for: "DNS:machine")
        let own = try authority.sign("machine", for: "DNS:machine")
        func shown(_ certificate: String?, _ key: String?) -> JetStreamSettings {
            let shown = ["SEARCHBUS_NATS_CERTIFICATE": certificate, "SEARCHBUS_NATS_KEY": key]
            return settings(shown, servers: strict.addresses)
        }
        _ = try strict.eventually { try shown(own.certificate, own.key).connect() }
        for wrong in [
            shown(nil, nil), shown(stranger.certificate, stranger.key), shown(own.certificate, stranger.key),
            shown(own.certificate, nil), shown(nil, own.key), shown("/nowhere.pem", own.key),
        ] {
            let error = try refusal(wrong)
            #expect(error?.code == .journalUnavailable && error?.message.contains(strict.addresses[0]) == true)
        }
    }
}
