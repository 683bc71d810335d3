// SPDX-License-Identifier: MIT

import AppModel
import Foundation
import Testing
import Wire

@testable import Gateway

/// Which pages of other origins may use sessions, over real connections.
@Suite(.oneAtATime) struct CrossOriginTests {
    private static let shop = "https://shop.example"

    private func with(_ body: (TestGateway) async throws -> Void) async throws {
        var app = TestGateway.app
        app.web.origins = try [Self.shop, "http://localhost:3000"].map(WebOrigin.init(parsing:))
        let changed = app
        try await TestGateway.with(change: { $0.app = try GatewayApp(changed) }) { try await body($0) }
    }

    private static func fields(_ origin: String = shop, site: String = "cross-site") -> [(String, String)] {
        [("Origin", origin), ("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Dest", "empty")]
    }

    private static func corsFields(_ answer: HTTPAnswer) -> [String] {
        answer.fields.map { $0.name.lowercased() }.filter { $0.hasPrefix("access-control") }
    }

    @Test func `a page of an allowed origin gets a preflight response, and may send its request`() async throws {
        try await with { gateway in
            let preflight = try await gateway.ask(
                "OPTIONS",
                "/api/sessions",
                fields: Self.fields() + [
                    ("Access-Control-Request-Method", "POST"),
                    ("Access-Control-Request-Headers", "authorization,content-type"),
                ],
                hasKey: false
            )
            #expect(preflight.status == 204 && preflight["Access-Control-Allow-Origin"] == Self.shop)
            #expect(preflight["Access-Control-Allow-Methods"] == "GET, HEAD, POST, PUT")
            #expect(
                preflight["Access-Control-Allow-Headers"]?.contains("authorization, content-type, last-event-id")
                    == true
            )
            #expect(preflight["Access-Control-Allow-Credentials"] == nil && preflight["Vary"] == "Origin")
            let made = try await gateway.ask("POST", "/api/sessions", body: "{}", fields: Self.fields())
            #expect(made.status == 201 && made["Access-Control-Allow-Origin"] == Self.shop && made["Vary"] == "Origin")
            #expect(made["Access-Control-Allow-Credentials"] == nil)
            let other = try await gateway.ask(
                "GET",
                "/api/app",
                fields: Self.fields("http://localhost:3000", site: "same-site")
            )
            #expect(other.status == 200 && other["Access-Control-Allow-Origin"] == "http://localhost:3000")
        }
    }

    @Test func `an event stream can be read by a page of an allowed origin`() async throws {
        try await with { gateway in
            _ = try await gateway.ask("PUT", "/api/sessions/s1", body: "{}")
            let stream = try await gateway.stream("/api/sessions/s1/events", fields: Self.fields())
            let answer = HTTPAnswer(status: stream.status, fields: stream.fields, body: [])
            #expect(
                answer.status == 200 && answer["Access-Control-Allow-Origin"] == Self.shop
                    && answer["Vary"] == "Accept-Encoding, Origin"
            )
        }
    }

    @Test func `a refusal can be read by a page of an allowed origin`() async throws {
        try await with { gateway in
            let without = try await gateway.ask("GET", "/api/app", fields: Self.fields(), hasKey: false)
            #expect(without.status == 401 && without.code == "unauthorized")
            #expect(without["Access-Control-Allow-Origin"] == Self.shop)
            let unknown = try await gateway.ask("GET", "/api/sessions/none/events", fields: Self.fields())
            #expect(unknown.status == 404 && unknown["Access-Control-Allow-Origin"] == Self.shop)
        }
    }

    @Test func `the cookie of an authorized browser does not count for pages of other origins`() async throws {
        try await with { gateway in
            let cookie = ("Cookie", try await gateway.anotherCookie())
            for method in ["GET", "POST"] {
                let body = method == "POST" ? "{}" : nil
                let path = method == "POST" ? "/api/sessions" : "/api/app"
                let answer = try await gateway.ask(
                    method,
                    path,
                    body: body,
                    fields: Self.fields() + [cookie],
                    hasKey: false
                )
                #expect(answer.status == 401)
            }
            let own = [("Origin", "http://\(gateway.host)"), ("Sec-Fetch-Site", "same-origin"), cookie]
            let answer = try await gateway.ask("GET", "/api/app", fields: own, hasKey: false)
            #expect(answer.status == 200 && Self.corsFields(answer).isEmpty && answer["Vary"] == "Origin")
        }
    }

    @Test(
        arguments: [
            "https://evil.example", "http://shop.example", "https://shop.example:8443", "https://shop.example/", "null",
            "https://shop.example.evil.com", "HTTPS://SHOP.EXAMPLE", "",
        ]
    )
    func `other origins get no information`(origin: String) async throws {
        try await with { gateway in
            for (method, path) in [("GET", "/api/app"), ("OPTIONS", "/api/app"), ("GET", "/client/index.js")] {
                let fields = Self.fields(origin) + [("Access-Control-Request-Method", "GET")]
                let answer = try await gateway.ask(method, path, fields: fields)
                #expect(answer.status == 403 && answer.code == "forbidden-origin", "\(method) \(path)")
                #expect(Self.corsFields(answer).isEmpty && answer["Vary"] == "Origin")
            }
            let twice = Self.fields() + [("Origin", Self.shop)]
            let answer = try await gateway.ask("GET", "/api/app", fields: twice)
            #expect(answer.status == 403 && Self.corsFields(answer).isEmpty)
        }
    }

    @Test func `what administers is closed to every other origin, and so is what no script asks`() async throws {
        try await with { gateway in
            for path in ["/", "/metrics", "/api/status", "/healthz", "/openapi.json", "/index.html", "/api/approve"] {
                let answer = try await gateway.ask("GET", path, fields: Self.fields())
                #expect(answer.status == 403 && Self.corsFields(answer).isEmpty, "\(path)")
            }
            for path in ["/api/links", "/api/indexes/products/changed"] {
                let answer = try await gateway.ask("POST", path, body: "{}", fields: Self.fields())
                #expect(answer.status == 403 && Self.corsFields(answer).isEmpty, "\(path)")
            }
            for mode in ["navigate", "no-cors", "websocket"] {
                let fields = [("Origin", Self.shop), ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", mode)]
                let answer = try await gateway.ask("POST", "/api/sessions", body: "{}", fields: fields)
                #expect(answer.status == 403 && Self.corsFields(answer).isEmpty, "\(mode)")
            }
        }
    }

    @Test(arguments: ["/client/index.js", "/src/pages/bus.js"])
    func `the module and what it imports are there for pages of an allowed origin, without a key`(
        path: String
    ) async throws {
        let directory = NSTemporaryDirectory() + "client-\(UUID().uuidString)"
        let file = URL(filePath: directory + path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try Data("export {}".utf8).write(to: file)
        var app = TestGateway.app
        app.web.origins = [try WebOrigin(parsing: Self.shop)]
        let changed = app
        try await TestGateway.with(change: {
            $0.app = try GatewayApp(changed)
            $0.webDirectory = directory
        }) { gateway async throws in
            let module = try await gateway.ask("GET", path, fields: Self.fields(), hasKey: false)
            #expect(module.status == 200 && module["Access-Control-Allow-Origin"] == Self.shop)
            #expect(module["Content-Type"]?.hasPrefix("text/javascript") == true && module["Vary"] == "Origin")
            let known = Self.fields() + [("If-None-Match", module["ETag"] ?? "")]
            let again = try await gateway.ask("GET", path, fields: known, hasKey: false)
            #expect(again.status == 304 && again["Access-Control-Allow-Origin"] == Self.shop)
        }
    }
}
