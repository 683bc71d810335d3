// SPDX-License-Identifier: MIT

import AppModel
import Foundation
import HTTPTesting
import PostgreSQL
import Testing
import Wire

@testable import Engines

@Suite struct TransportTests {
    @Test("each host is tried at once, then all again after pauses that double and have jitter")
    func schedule() {
        var plan = RetryPlan(order: [2, 0], retries: 2)
        var attempts: [RetryPlan.Attempt] = []
        while let attempt = plan.next(1) { attempts.append(attempt) }
        #expect(attempts.map(\.host) == [2, 0, 2, 0, 2, 0])
        #expect(attempts.map(\.pause) == [.zero, .zero, .milliseconds(50), .zero, .milliseconds(100), .zero])
        var other = RetryPlan(order: [0], retries: 1)
        _ = other.next(0)
        #expect(other.next(0)?.pause == .milliseconds(25) && other.next(0) == nil)
    }

    @Test("a host that failed recently is tried last, for a while")
    func memory() {
        let now = ContinuousClock.now
        var memory = HostMemory()
        memory.note(0, failedAt: now)
        #expect(memory.order(of: 3, at: now.advanced(by: .seconds(4))) == [1, 2, 0])
        #expect(memory.order(of: 3, at: now.advanced(by: .seconds(6))) == [0, 1, 2])
        memory.note(0, failedAt: nil)
        #expect(memory.order(of: 3, at: now) == [0, 1, 2])
    }

    @Test(
        "a host that is down, closes, or has too much to do leaves the question to the next",
        arguments: [429, 503, 0, -1]
    )
    func hosts(status: Int) async throws {
        let bad = try LocalServer { _ in status > 0 ? .answer(status: status, body: "{}") : .close }
        if status < 0 { bad.stop() }
        let good = try LocalServer { _ in .answer(status: 200, body: #"{"ok":true}"#) }
        defer {
            if status >= 0 { bad.stop() }
            good.stop()
        }
        let hosts = [try HostAddress(bad.url), try HostAddress(good.url)]
        let transport = try HTTPTransport(TransportConfiguration(hosts: hosts, timeout: .seconds(30)))
        for _ in 0..<3 {
            let reply = try await transport.send(HTTPExchange(.get, "/"))
            #expect(try transport.json(of: reply)["ok"] == true)
        }
        #expect(bad.requests.count <= 1, "a host that is down or has too much to do is not asked each time")
        #expect(good.requests.count == 3)
    }

    @Test("an overloaded host is tried again, and its message is reported if it stays so")
    func busy() async throws {
        let server = try LocalServer { _ in .answer(status: 429, body: #"{"message":"Slow down."}"#) }
        defer { server.stop() }
        let configuration = TransportConfiguration(
            hosts: [try HostAddress(server.url)],
            timeout: .seconds(30),
            retries: 1
        )
        let transport = try HTTPTransport(configuration, chance: { 0 })
        let reply = try await transport.send(HTTPExchange(.get, "/"))
        let error = #expect(throws: SearchBusError.self) { try transport.json(of: reply) }
        #expect(error?.code == .backendBusy && error?.message.hasSuffix("too much to do: Slow down.") == true)
        #expect(server.requests.count == 2)
    }

    @Test("a host with a retry delay is not tried again, another one is, and the delay is reported")
    func rest() async throws {
        let server = try LocalServer { _ in
            .answer(status: 429, body: #"{"message":"Quota."}"#, headers: ["Retry-After": "7"])
        }
        defer { server.stop() }
        let hosts = [try HostAddress(server.url), try HostAddress(server.url)]
        let transport = try HTTPTransport(TransportConfiguration(hosts: hosts, timeout: .seconds(30), retries: 5))
        let reply = try await transport.send(HTTPExchange(.get, "/"))
        let error = #expect(throws: SearchBusError.self) { try transport.json(of: reply) }
        #expect(error?.retryAfter == .seconds(7) && error?.message.contains("left in peace for 7 s: Quota.") == true)
        #expect(server.requests.count == 2, "each host once")
        #expect(RetryPlan.rest(" 7 ") == .seconds(7) && RetryPlan.rest("86400") == .seconds(300))
        for odd in ["0", "-1", "", "soon", "1e9", "99999999999999999999", "Wed, 21 Oct 2026 07:28:00 GMT"] {
            #expect(RetryPlan.rest(odd) == nil)
        }
    }

    @Test("a host that does not exist and an insecure connection have clear errors")
    func words() async throws {
        func message(_ url: String) async throws -> String {
            let configuration = TransportConfiguration(hosts: [try HostAddress(url)], timeout: .seconds(10), retries: 0)
            let transport = try HTTPTransport(configuration)
            let error = await #expect(throws: SearchBusError.self) { try await transport.send(HTTPExchange(.get, "/")) }
            #expect(error?.code == .backendFailed)
            return error?.message ?? ""
        }
        let unknown = try await message("http://nowhere.invalid")
        #expect(unknown.contains("nowhere.invalid") && unknown.contains("is unknown"), "\(unknown)")
        let server = try SecureServer()
        defer { server.stop() }
        let insecure = try await message(server.url)
        #expect(
            insecure.contains("TLS handshake failed") && insecure.contains("is not trusted"),
            "\(insecure)"
        )
        let plain = try LocalServer { _ in .answer(status: 200, body: "{}") }
        defer { plain.stop() }
        let silent = try await message(plain.url.replacing("http:", with: "https:"))
        #expect(silent.contains("no connection comes about in time"), "\(silent)")
        let half = try LocalServer { _ in .beginning("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{", closes: true) }
        defer { half.stop() }
        let broken = try await message(half.url)
        #expect(broken.contains("broke off in the middle"), "\(broken)")
        let other = try LocalServer { _ in .beginning("220 mail.example ready\r\n", closes: true) }
        defer { other.stop() }
        let strange = try await message(other.url)
        #expect(strange.contains("does not speak HTTP"), "\(strange)")
    }

    @Test("private certificates are trusted if the app file names them, and a file without any is reported")
    func certificates() async throws {
        let server = try SecureServer()
        defer { server.stop() }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("sb-\(UUID().uuidString).pem").path
        try SecureServer.certificate.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        var configuration = TransportConfiguration(hosts: [try HostAddress(server.url)], timeout: .seconds(30))
        configuration.certificateAuthority = path
        let reply = try await HTTPTransport(configuration).send(HTTPExchange(.get, "/"))
        #expect(reply.status == 200)
        configuration.certificateAuthority = path + ".none"
        #expect(throws: SearchBusError.self) { try HTTPTransport(configuration) }
    }

    @Test("the app file becomes a configuration, and its keys are in no message")
    func parameters() throws {
        let backend = BackendConfiguration(
            name: "far",
            type: "algolia",
            parameters: [
                "applicationID": "APP1", "apiKey": "${KEY}", "timeout": 0.5, "retries": 4, "headers": ["X-A": "b"],
            ]
        )
        let resolved = try ResolvedBackend(backend, in: ["KEY": "s3cret"])
        let configuration = try TransportConfiguration.algolia(resolved)
        #expect(
            configuration.hosts.map(\.place).first == "https://APP1-dsn.algolia.net" && configuration.hosts.count == 4
        )
        #expect(configuration.headers["x-algolia-api-key"] == "s3cret" && configuration.headers["X-A"] == "b")
        #expect(configuration.timeout == .milliseconds(500) && configuration.retries == 4)
        #expect(configuration.connectTimeout == .milliseconds(500) && configuration.hidden.contains("s3cret"))
        for parameters: JSON in [
            ["url": "ftp://x"], ["url": "http://x", "headers": ["a b": "c"]],
            ["url": "http://x", "headers": ["a": "b\r\nc: d"]],
            ["applicationID": "a/b"], [:],
        ] {
            let odd = BackendConfiguration(name: "far", type: "algolia", parameters: parameters)
            #expect(throws: SearchBusError.self) { try TransportConfiguration.algolia(ResolvedBackend(odd, in: [:])) }
        }
        #expect(throws: SearchBusError.self) { try ResolvedBackend(backend, in: [:]) }
    }

    @Test("values of variables are hidden everywhere, and so is a password in an address")
    func secrets() throws {
        let backend = BackendConfiguration(
            name: "far",
            type: "http",
            parameters: ["url": "http://x", "path": "/s?key=${K}", "body": ["a": ["${L}"]], "password": "plain-one"]
        )
        let resolved = try ResolvedBackend(backend, in: ["K": "path-key", "L": "body-key", "M": "other"])
        let transport = try HTTPTransport(TransportConfiguration(resolved))
        #expect(transport.withoutSecrets("path-key body-key plain-one other") == "… … … other")
        for (address, secrets) in [
            ("postgresql://u:p%40ss@h:5432/db", ["p%40ss", "p@ss"]), ("postgresql://u:p@s/s@h/db", ["p@s/s"]),
            ("postgresql://h:5432/db", []), ("postgresql:///db?host=/tmp", []),
            ("host=h password=secret dbname=d", ["secret"]), ("", []),
        ] as [(String, Set<String>)] {
            #expect(ConnectionConfiguration.passwords(in: address) == secrets, "\(address)")
        }
    }

    @Test("every type of engine in another program has exactly one factory")
    func registry() {
        let remote = BackendType.all.filter { $0.place == .remote }.map(\.name)
        #expect(Set(remote) == Set(EngineRegistry.makers.keys))
        #expect(Set(BackendType.all.map(\.name)).count == BackendType.all.count)
    }
}
