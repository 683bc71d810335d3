// SPDX-License-Identifier: MIT

import Bus
import Foundation
import Testing
import Wire

@testable import Gateway

/// Connections that send many requests and never read, over real connections.
@Suite(.oneAtATime) struct HTTPPipelineTests {
    /// A connection that sends the same request many times at once, and never reads.
    private func attacker(_ gateway: TestGateway, _ request: String, times: Int) async throws -> RawSocket {
        let socket = try await RawSocket(port: gateway.port)
        socket.useSmallBuffer()
        socket.sendWithoutWaiting(Array(String(repeating: request, count: times).utf8))
        return socket
    }

    @Test("Connections that pipeline and never read block no client, and their buffers are bounded and freed")
    func flood() async throws {
        try await TestGateway.with(change: { configuration in
            configuration.limits.connections = 40
            configuration.limits.stuckTime = .milliseconds(1500)
            configuration.limits.connectionBytes = 4 << 20
        }) { gateway async throws in
            let stream = try await gateway.stream("/api/events?topic=view/")
            let request = gateway.request("GET", "/openapi.json", hasKey: false)
            var attackers: [RawSocket] = []
            for _ in 0..<60 { attackers.append(try await attacker(gateway, request, times: 600)) }
            // A connection that is opened after a client's may take its place before the client's request arrives.
            try await eventually("the attackers are connected, and hold what they can get") {
                gateway.registry.opened > 60 && gateway.registry.bytes > 0
            }
            for _ in 0..<5 {
                #expect(try await gateway.ask("GET", "/healthz", hasKey: false).status == 200)
                #expect(try await gateway.ask("GET", "/api/app").status == 200)
            }
            // An authorized connection stays.
            try gateway.log.put("view/box/s/", "{}")
            #expect(try await stream.next().name == "event")
            #expect(gateway.registry.highestBytes <= 4 << 20)
            try await eventually("those who read nothing are cut, and what waited is given back") {
                gateway.registry.count == 1 && gateway.registry.bytes < 4096
            }
            withExtendedLifetime(attackers) {}
        }
    }

    @Test("A client that requests something large and does not read it is closed, and its buffer freed")
    func unread() async throws {
        let web = NSTemporaryDirectory() + "web-\(Identifier.make())"
        try FileManager.default.createDirectory(atPath: web, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: web) }
        try Data(repeating: 0x20, count: 4 << 20).write(to: URL(filePath: "\(web)/large.js"))
        try await TestGateway.with(change: { configuration in
            configuration.webDirectory = web
            configuration.limits.stuckTime = .milliseconds(800)
        }) { gateway async throws in
            let socket = try await attacker(gateway, gateway.request("GET", "/large.js", hasKey: false), times: 3)
            try await eventually("the answer waits") { gateway.registry.bytes > 3 << 20 }
            try await eventually("it is cut") { gateway.metrics.total(of: .connectionsCut) == 1 }
            try await eventually("nothing waits") { gateway.registry.count == 0 && gateway.registry.bytes == 0 }
            withExtendedLifetime(socket) {}
        }
    }

    @Test("Of pipelined requests a bounded number is answered, in order, and then the connection ends")
    func pipelined() async throws {
        try await TestGateway.with(change: { $0.limits.pipelinedRequests = 5 }) { gateway async throws in
            let socket = try await RawSocket(port: gateway.port)
            await socket.send(String(repeating: gateway.request("GET", "/healthz"), count: 300))
            let text = String(decoding: try await socket.receiveAll(), as: UTF8.self)
            let answers = text.split(separator: "HTTP/1.1 200 OK").count
            #expect((5..<300).contains(answers))
            let few = try await RawSocket(port: gateway.port)
            for _ in 0..<20 {
                await few.send(String(repeating: gateway.request("GET", "/healthz"), count: 3))
                var found = ""
                while found.components(separatedBy: "\"ok\"").count <= 3 {
                    found += String(decoding: try await few.receive(), as: UTF8.self)
                }
            }
        }
    }

    @Test("If all together hold too much, the largest are closed first, and authorized ones last")
    func heaviest() async throws {
        try await TestGateway.with(change: { $0.limits.connectionBytes = 40_000 }) { gateway async throws in
            let waiting = gateway.request(
                "POST",
                "/api/sessions",
                fields: [("Content-Type", "application/json"), ("Content-Length", "30000")]
            )
            let friend = try await RawSocket(port: gateway.port)
            await friend.send(waiting + String(repeating: " ", count: 20_000))
            try await eventually("the friend's request is counted") { gateway.registry.bytes > 20_000 }
            let stranger = try await RawSocket(port: gateway.port)
            await stranger.send(gateway.request("PUT", "/x", fields: [("Transfer-Encoding", "chunked")], hasKey: false))
            await stranger.send("8000\r\n" + String(repeating: " ", count: 0x8000) + "\r\n")
            await friend.send(String(repeating: " ", count: 10_000))
            #expect(try await HTTPAnswer.read(from: friend).status == 400)
            #expect(gateway.registry.highestBytes <= 40_000)
        }
    }
}
