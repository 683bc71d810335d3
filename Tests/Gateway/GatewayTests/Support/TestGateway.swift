// SPDX-License-Identifier: MIT

import AppModel
import Bus
import Foundation
import Interactors
import Logging
import Runtime
import Synchronization
import Testing
import Wire

@testable import Gateway

/// A gateway on a port of its own over a log in memory.
final class TestGateway: Sendable {
    static let app = App(
        name: "store",
        console: App.Console(title: "Store"),
        backends: [BackendConfiguration(name: "catalog", type: "embedded")],
        searchers: [
            Searcher(name: "products", kind: .hits(index: "products", hitsPerPage: 20), backend: "catalog"),
            Searcher(name: "categories", kind: .facets(index: "products", attribute: "categories")),
            Searcher(name: "everything", kind: .multi(members: ["products", "categories"])),
        ],
        filterStates: [App.FilterStateConfiguration(name: "main", searchers: ["products", "categories"])],
        widgets: [
            App.Widget(WidgetConfiguration(name: "box", type: "search-box", searcher: "everything"), place: .top),
            App.Widget(WidgetConfiguration(name: "hits", type: "hits", searcher: "products")),
        ]
    )

    let log: MemoryLog
    let port: Int
    let key: String
    let link: String
    let directory: String
    private let server: GatewayServer
    private let running: Task<Void, any Error>

    /// Starts a gateway, hands it to the test and stops it.
    static func with<Value>(
        log: MemoryLog = MemoryLog(),
        change: (inout GatewayConfiguration) throws -> Void = { _ in },
        isBusConnected: @escaping @Sendable () -> Bool = { true },
        _ body: (TestGateway) async throws -> Value
    ) async throws -> Value {
        let gateway = try await TestGateway(log: log, change: change, isBusConnected: isBusConnected)
        do {
            let value = try await body(gateway)
            try await gateway.stop()
            return value
        } catch {
            try? await gateway.stop()
            throw error
        }
    }

    /// Starts a gateway that runs until the process ends.
    static func start() async throws -> TestGateway {
        try await TestGateway(log: MemoryLog(), change: { _ in }, isBusConnected: { true })
    }

    private init(
        log: MemoryLog,
        change: (inout GatewayConfiguration) throws -> Void,
        isBusConnected: @escaping @Sendable () -> Bool
    ) async throws {
        directory = NSTemporaryDirectory() + "gateway-\(Identifier.make())"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        var configuration = GatewayConfiguration(
            listen: try ListenAddress(parsing: "127.0.0.1:0"),
            app: try GatewayApp(Self.app),
            runtimeDirectory: directory,
            dataDirectory: directory
        )
        configuration.logLevel = .error
        try change(&configuration)
        let server = try GatewayServer(configuration, log: log, isBusConnected: isBusConnected)
        let (links, giveLink) = AsyncStream.makeStream(of: String.self)
        running = Task {
            defer { giveLink.finish() }
            try await server.run { giveLink.yield($0) }
        }
        var link: String?
        for await text in links {
            link = text
            break
        }
        // A gateway without a link could not start, and reports why.
        if link == nil { try await running.value }
        // Without a link the server did not start, and reports why.
        if link == nil { try await running.value }
        self.log = log
        self.server = server
        self.link = try #require(link)
        port = try #require(link?.split(separator: ":").last.flatMap { Int($0.prefix { $0.isNumber }) })
        let secrets = try JSON(
            parsing: Data(contentsOf: URL(filePath: "\(configuration.dataDirectory)/gateway.secret"))
        )
        key = try secrets.requiredString("bearer")
        let hub = server.hub
        try await eventually("the gateway has joined the bus") { hub.isJoined || !isBusConnected() }
    }

    /// Stops the gateway and waits for its end.
    func stop() async throws {
        server.stop()
        _ = try await running.value
        try? FileManager.default.removeItem(atPath: directory)
    }

    var host: String { "127.0.0.1:\(port)" }
    var hub: StreamHub { server.hub }
    var metrics: GatewayMetrics { server.metrics }
    var registry: ConnectionRegistry { server.registry }
    var streams: StreamLimits { server.streams }
    var streamCount: Int { server.hub.streamCount }

    /// The text of a request with the key.
    func request(
        _ method: String,
        _ path: String,
        body: String? = nil,
        fields: [(String, String)] = [],
        hasKey: Bool = true
    ) -> String {
        var all = [("Host", host)]
        if hasKey { all.append(("Authorization", "Bearer \(key)")) }
        if let body {
            if !fields.contains(where: { $0.0 == "Content-Type" }) { all.append(("Content-Type", "application/json")) }
            all.append(("Content-Length", "\(body.utf8.count)"))
        }
        all += fields
        return "\(method) \(path) HTTP/1.1\r\n" + all.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n" + (body ?? "")
    }

    /// Sends a request and reads its response.
    func ask(
        _ method: String,
        _ path: String,
        body: String? = nil,
        fields: [(String, String)] = [],
        hasKey: Bool = true
    ) async throws -> HTTPAnswer {
        try await send(
            request(method, path, body: body, fields: fields, hasKey: hasKey),
            isHead: method == "HEAD"
        )
    }

    /// Sends text and reads a response.
    func send(_ text: String, isHead: Bool = false) async throws -> HTTPAnswer {
        let socket = try await RawSocket(port: port)
        await socket.send(text)
        return try await HTTPAnswer.read(from: socket, isHead: isHead)
    }

    /// Opens a stream.
    func stream(_ path: String, fields: [(String, String)] = [], hasKey: Bool = true) async throws -> SSEReader {
        let socket = try await RawSocket(port: port)
        await socket.send(request("GET", path, fields: fields, hasKey: hasKey))
        return try await SSEReader(socket)
    }

    /// The cookie of a browser that used the gateway's first link.
    func cookie() async throws -> String {
        try await cookie(link: link)
    }

    /// The cookie of a browser that used a link.
    func cookie(link: String) async throws -> String {
        let path = "/?" + (link.split(separator: "?").last ?? "")
        let answer = try await ask("GET", path, hasKey: false)
        return String(try #require(answer["Set-Cookie"]).prefix { $0 != ";" })
    }
}
