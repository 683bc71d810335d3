// SPDX-License-Identifier: MIT

import Bus
import Foundation
import Testing
import Wire

@testable import Gateway

/// The limits of size and time for requests, over real connections.
@Suite(.oneAtATime) struct HTTPLimitTests {
    @Test("A body with too large a declared length is refused before it arrives")
    func declaredSize() async throws {
        try await SharedGateway.use { gateway async throws in
            let head = gateway.request(
                "POST",
                "/api/sessions",
                fields: [("Content-Type", "application/json"), ("Content-Length", "65537")]
            )
            let answer = try await gateway.send(head)
            #expect(answer.status == 413 && answer.code == "too-large" && answer["Connection"] == "close")
            let huge = gateway.request(
                "POST",
                "/api/sessions",
                fields: [("Content-Type", "application/json"), ("Content-Length", "1099511627776")]
            )
            #expect(try await gateway.send(huge).status == 413)
        }
    }

    @Test("A body that becomes too large while it arrives is refused without waiting for the rest")
    func streamedSize() async throws {
        try await SharedGateway.use { gateway async throws in
            let socket = try await RawSocket(port: gateway.port)
            await socket.send(
                gateway.request(
                    "POST",
                    "/api/sessions",
                    fields: [("Content-Type", "application/json"), ("Transfer-Encoding", "chunked")]
                )
            )
            let chunk = "4000\r\n" + String(repeating: " ", count: 0x4000) + "\r\n"
            for _ in 0..<5 { await socket.send(chunk) }
            let answer = try await HTTPAnswer.read(from: socket)
            #expect(answer.status == 413 && answer.code == "too-large")
            _ = try await socket.receiveAll(within: .seconds(5))
        }
    }

    @Test("An unexpected body is limited as well")
    func unwantedBody() async throws {
        try await SharedGateway.use { gateway async throws in
            let socket = try await RawSocket(port: gateway.port)
            await socket.send(gateway.request("GET", "/healthz", fields: [("Transfer-Encoding", "chunked")]))
            let chunk = "4000\r\n" + String(repeating: " ", count: 0x4000) + "\r\n"
            let sender = Task { for _ in 0..<1000 { await socket.send(chunk) } }
            _ = try await socket.receiveAll(within: .seconds(8))
            sender.cancel()
            await sender.value
        }
    }

    @Test(
        "JSON that is broken, nested too deeply or too much of is refused",
        arguments: [
            "{", "[]", "{\"to\":\"box\",\"type\":\"clear\"} x",
            "{\"to\":\"box\",\"type\":\"clear\",\"data\":{\"a\":\"\u{0}\"}}",
            "{\"data\":" + String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000) + "}",
            "{\"data\":{\"a\":[" + String(repeating: "1,", count: 20_000) + "1]}}",
        ]
    )
    func malformed(body: String) async throws {
        try await SharedGateway.use { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/malformed", body: "{}")
            let before = gateway.log.head
            let answer = try await gateway.ask("POST", "/api/sessions/malformed/intents", body: body)
            #expect(answer.status == 400)
            #expect(["malformed-json", "invalid-intent"].contains(answer.code))
            #expect(gateway.log.head == before)
        }
    }

    @Test("A header that is too large or has too many fields is refused")
    func headers() async throws {
        try await SharedGateway.use { gateway async throws in
            let size = GatewayConfiguration.Limits().headerSize
            for request in [
                gateway.request("GET", "/healthz", fields: [("X", String(repeating: "a", count: size))]),
                gateway.request("GET", "/healthz", fields: (0..<70).map { ("X\($0)", "a") }),
                gateway.request(
                    "GET",
                    "/healthz",
                    fields: (0..<40).map { ("X\($0)", String(repeating: "a", count: size / 40)) }
                ),
                gateway.request("GET", "/" + String(repeating: "a", count: size)),
            ] {
                let answer = try await gateway.send(request)
                #expect(answer.status == 431 && answer.code == "too-large")
                let detail = try answer.json()["detail"]?.string
                #expect(detail?.contains("56 KiB") == true && detail?.contains("64") == true)
            }
            let fine = gateway.request("GET", "/healthz", fields: (0..<50).map { ("X\($0)", "a") })
            #expect(try await gateway.send(fine).status == 200)
        }
    }

    @Test("An address that is too long is refused with an HTML page if the client requests HTML")
    func longAddress() async throws {
        try await SharedGateway.use { gateway async throws in
            let text = String(repeating: "a", count: GatewayConfiguration.Limits().headerSize)
            let fields = [("Accept", "text/html,*/*;q=0.8")]
            let answer = try await gateway.send(gateway.request("GET", "/?q=\(text)", fields: fields, hasKey: false))
            #expect(answer.status == 431 && answer["Content-Type"] == "text/html; charset=utf-8")
            #expect(answer.text.contains("<h1>") && answer.text.contains("56 KiB") && !answer.text.contains("{"))
            let missing = try await gateway.ask("GET", "/nothing", fields: fields)
            #expect(missing.status == 404 && missing["Content-Type"] == "text/html; charset=utf-8")
            #expect(try await gateway.ask("GET", "/api/nothing", fields: fields).code == "unknown-route")
        }
    }

    @Test("A request that is not HTTP gets an error")
    func notHTTP() async throws {
        try await SharedGateway.use { gateway async throws in
            let answer = try await gateway.send("\u{16}\u{3}\u{1} hello\r\n\r\n")
            #expect(answer.status == 400 && answer.code == "malformed-request")
        }
    }

    @Test("A body that is too large is refused with the limit that is configured")
    func configuredBody() async throws {
        try await TestGateway.with(change: { $0.limits.bodySize = 3 << 10 }) { gateway async throws in
            let body = "{\"link\":\"?q=\(String(repeating: "a", count: 4 << 10))\"}"
            let answer = try await gateway.ask("POST", "/api/sessions", body: body)
            #expect(answer.status == 413)
            #expect(try answer.json()["detail"] == "The body is larger than 3 KiB.")
        }
    }

    @Test("A connection with a slow header or body is closed")
    func drips() async throws {
        try await TestGateway.with(change: { $0.limits.headerTime = .milliseconds(300) }) { gateway async throws in
            let body = gateway.request(
                "POST",
                "/api/sessions",
                fields: [("Content-Type", "application/json"), ("Content-Length", "1000")]
            )
            for beginning in ["G", "GET / HTTP/1.1\r\nHost: ", body, body + "{"] {
                let socket = try await RawSocket(port: gateway.port)
                await socket.send(beginning)
                let started = ContinuousClock.now
                let dripping = Task {
                    while !Task.isCancelled {
                        await socket.send(" ")
                        try? await Task.sleep(for: .milliseconds(40))
                    }
                }
                _ = try? await socket.receiveAll(within: .seconds(5))
                dripping.cancel()
                #expect(ContinuousClock.now - started < .seconds(4), "\(beginning.prefix(20))")
            }
            #expect(gateway.metrics.total(of: .connectionsCut) >= 3)
        }
    }

    @Test("An idle connection is closed")
    func idle() async throws {
        try await TestGateway.with(change: { $0.limits.idleTime = .milliseconds(300) }) { gateway async throws in
            let socket = try await RawSocket(port: gateway.port)
            #expect(try await socket.receiveAll(within: .seconds(5)).isEmpty)
            let other = try await RawSocket(port: gateway.port)
            await other.send(gateway.request("GET", "/healthz"))
            #expect(try await HTTPAnswer.read(from: other).status == 200)
            #expect(try await other.receiveAll(within: .seconds(5)).isEmpty)
        }
    }

    @Test("Idle connections do not block other clients")
    func placeHolders() async throws {
        try await TestGateway.with(change: { $0.limits.connections = 20 }) { gateway async throws in
            let stream = try await gateway.stream("/api/events")
            var holders: [RawSocket] = []
            for _ in 0..<60 {
                let socket = try await RawSocket(port: gateway.port)
                await socket.send("GET / HTTP/1.1\r\nHost:")
                holders.append(socket)
            }
            #expect(try await gateway.ask("GET", "/healthz").status == 200)
            // The busy ones stay.
            try gateway.log.put("view/box/s/", "{}")
            #expect(try await stream.next().name == "event")
            withExtendedLifetime(holders) {}
        }
    }

    @Test("Requests on one connection are answered in order")
    func keepAlive() async throws {
        try await SharedGateway.use { gateway async throws in
            let socket = try await RawSocket(port: gateway.port)
            for path in ["/healthz", "/none", "/openapi.json"] {
                await socket.send(gateway.request("GET", path))
                let answer = try await HTTPAnswer.read(from: socket)
                #expect(answer.status == (path == "/none" ? 404 : 200))
            }
            await socket.send(gateway.request("GET", "/healthz") + "GET /healthz HTTP/1.1\r\nHost: evil\r\n\r\n")
            let rest = String(decoding: try await socket.receiveAll(within: .seconds(5)), as: UTF8.self)
            #expect(!rest.contains("evil"))
            #expect(rest.components(separatedBy: "\"ok\"").count <= 2)
        }
    }
}
