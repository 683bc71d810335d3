// SPDX-License-Identifier: MIT

import Bus
import Foundation
import HTTPTypes
import Testing
import Wire

@testable import Gateway

/// Access to the gateway, over real connections.
@Suite(.oneAtATime) struct HTTPSecurityTests {
    /// Header variants that must not pass; `PORT` is replaced by the gateway's port.
    static let foreignHosts: [String] =
        [
            "evil.com", "evil.com:PORT", "127.0.0.1", "localhost", "[::1]", "127.0.0.1:80", "127.0.0.1:PORT0",
            "127.0.0.1:0PORT", "127.0.0.1:+PORT", "127.0.0.1:PORT.", "127.0.0.1.:PORT", "localhost.:PORT",
            "LOCALHOST:PORT",
            "Localhost:PORT", "localhost.localdomain:PORT", "localhost.evil.com:PORT", "evil.localhost:PORT",
            "127.0.0.1.evil.com:PORT", "127.0.0.1.nip.io:PORT", "127.0.0.2:PORT", "127.1:PORT", "127.0.1:PORT",
            "0.0.0.0:PORT", "0:PORT", "2130706433:PORT", "0x7f000001:PORT", "0177.0.0.1:PORT", "0x7f.0.0.1:PORT",
            "[::]:PORT", "[0:0:0:0:0:0:0:1]:PORT", "[::ffff:127.0.0.1]:PORT", "[::1%lo]:PORT", "::1:PORT", "[::1:PORT",
            "user@127.0.0.1:PORT", "127.0.0.1:PORT@evil.com", "evil.com@127.0.0.1:PORT", "127.0.0.1:PORT/",
            "127.0.0.1:PORT/evil", "127.0.0.1:PORT?", "127.0.0.1:PORT#", "http://127.0.0.1:PORT", "127.0.0.1 :PORT",
            "127.0.0.1: PORT", "127.0.0.1:PORT, evil.com", "evil.com, 127.0.0.1:PORT", "127.0.0.1:PORT 127.0.0.1:PORT",
            "127.0.0.1:PORT;evil", "127.0.0.1%00:PORT", "127.0.0.1\\:PORT", "①②⑦.0.0.1:PORT", "localhost:PORT:PORT",
            ":PORT", "PORT", "*", "*:PORT", "-", "null", "",
        ]

    @Test("A request for another host is refused before anything else", arguments: foreignHosts)
    func hosts(host: String) async throws {
        try await SharedGateway.use { gateway async throws in
            let host = host.replacingOccurrences(of: "PORT", with: "\(gateway.port)")
            let answer = try await gateway.send("GET /healthz HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect([421, 400].contains(answer.status))
            #expect(answer["Connection"] == "close")
            if answer.status == 421 { #expect(answer.code == "forbidden-host") }
            Self.expectSecurityHeaders(answer)
        }
    }

    @Test("No host, two hosts and a target that names another host are refused")
    func hostShapes() async throws {
        try await SharedGateway.use { gateway async throws in
            let host = gateway.host
            for request in [
                "GET /healthz HTTP/1.1\r\n\r\n", "GET /healthz HTTP/1.0\r\n\r\n",
                "GET /healthz HTTP/1.1\r\nHost: \(host)\r\nHost: \(host)\r\n\r\n",
                "GET /healthz HTTP/1.1\r\nHost: \(host)\r\nhost: evil.com\r\n\r\n",
                "GET /healthz HTTP/1.1\r\nHost: evil.com\r\nHost: \(host)\r\n\r\n",
                "GET http://evil.com/healthz HTTP/1.1\r\nHost: \(host)\r\n\r\n",
                "GET https://\(host)/healthz HTTP/1.1\r\nHost: \(host)\r\n\r\n",
                "GET http://\(host)@evil.com/healthz HTTP/1.1\r\nHost: \(host)\r\n\r\n",
                "GET http://localhost:\(gateway.port)/healthz HTTP/1.1\r\nHost: \(host)\r\n\r\n",
            ] {
                let answer = try await gateway.send(request)
                #expect(answer.status == 421, "\(request)")
            }
        }
    }

    @Test("The gateway's own host names are accepted")
    func ownHosts() async throws {
        try await SharedGateway.use { gateway async throws in
            for host in ["127.0.0.1", "localhost", "[::1]"] {
                let name = "\(host):\(gateway.port)"
                #expect(try await gateway.send("GET /healthz HTTP/1.1\r\nHost: \(name)\r\n\r\n").status == 200)
                #expect(
                    try await gateway.send("GET http://\(name)/healthz HTTP/1.1\r\nHost: \(name)\r\n\r\n").status == 200
                )
            }
        }
    }

    @Test("Without permission every route except the open ones answers 401, for any credentials")
    func rights() async throws {
        try await SharedGateway.use { gateway async throws in
            let open = GatewayAPI.routes.filter { $0.access == .open }
            #expect(Set(open.map(\.path)) == ["/healthz", "/readyz", "/openapi.json", "/s/{session}"])
            for route in GatewayAPI.routes where route.access != .open {
                let path = route.path.replacingOccurrences(of: "{session}", with: "s1")
                let method = route.method.rawValue
                for fields in [
                    [], [("Authorization", "Bearer x")], [("Authorization", "Bearer ")],
                    [("Authorization", gateway.key)],
                    [("Cookie", "searchbus-\(gateway.port)=\(gateway.key)")],
                    [("Cookie", "searchbus-\(gateway.port)=.x")],
                ] {
                    let answer = try await gateway.ask(
                        method,
                        path,
                        body: method == "GET" ? nil : "{}",
                        fields: fields,
                        hasKey: false
                    )
                    #expect(answer.status == 401 && answer.code == "unauthorized", "\(method) \(path)")
                }
            }
            #expect(try await gateway.ask("GET", "/api/none", hasKey: false).status == 401)
        }
    }

    @Test("A link authorizes one browser, once, and does not stay in the address")
    func links() async throws {
        try await TestGateway.with { gateway async throws in
            let path = "/?" + (gateway.link.split(separator: "?").last ?? "")
            let entry = try await gateway.ask("GET", path, hasKey: false)
            #expect(entry.status == 303 && entry["Location"] == "/")
            let cookie = try #require(entry["Set-Cookie"])
            #expect(Set(cookie.split(separator: "; ").dropFirst()) == ["HttpOnly", "SameSite=Strict", "Path=/"])
            let pair = String(cookie.prefix { $0 != ";" })
            #expect(try await gateway.ask("GET", "/api/app", fields: [("Cookie", pair)], hasKey: false).status == 200)
            let again = try await gateway.ask("GET", path, hasKey: false)
            #expect(again.status == 401 && again["Set-Cookie"] == nil)
            #expect(try await gateway.ask("GET", "/?token=guess", hasKey: false).status == 401)
            // An old link does not end the access of an authorized browser.
            #expect(try await gateway.ask("GET", path, fields: [("Cookie", pair)], hasKey: false).status == 303)
            // A preview of the link does not use it up.
            let link = try await gateway.ask("POST", "/api/links", body: "{}")
            let url = try #require(try link.json()["url"]?.string)
            let other = "/?" + (url.split(separator: "?").last ?? "")
            #expect(try await gateway.ask("HEAD", other, hasKey: false)["Set-Cookie"] == nil)
            #expect(try await gateway.ask("GET", other, hasKey: false).status == 303)
        }
    }

    @Test("Sessions of browsers survive a restart of the gateway")
    func restart() async throws {
        let directory = NSTemporaryDirectory() + "data-\(Identifier.make())"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let first = try await TestGateway.with(change: { $0.dataDirectory = directory }) { gateway async throws in
            (cookie: try await gateway.cookie(), key: gateway.key)
        }
        try await TestGateway.with(change: { $0.dataDirectory = directory }) { gateway async throws in
            #expect(gateway.key == first.key)
            let value = first.cookie.split(separator: "=", maxSplits: 1)[1]
            let cookie = ("Cookie", "searchbus-\(gateway.port)=\(value)")
            #expect(try await gateway.ask("GET", "/api/app", fields: [cookie], hasKey: false).status == 200)
        }
    }

    @Test("Pages of other sites can neither write nor read")
    func origins() async throws {
        try await SharedGateway.use { gateway async throws in
            let cookie = ("Cookie", try await gateway.anotherCookie())
            func status(
                _ method: String,
                _ path: String,
                _ fields: [(String, String)],
                body: String? = nil
            ) async throws -> Int {
                try await gateway.ask(method, path, body: body, fields: [cookie] + fields, hasKey: false).status
            }
            let own = ("Origin", "http://\(gateway.host)")
            #expect(try await status("POST", "/api/sessions", [own], body: "{}") == 201)
            #expect(
                try await status("POST", "/api/sessions", [("Sec-Fetch-Site", "same-origin"), own], body: "{}") == 201
            )
            for fields in [
                [], [("Origin", "http://evil.com")], [("Origin", "null")],
                [("Origin", "http://localhost:\(gateway.port)")],
                [("Sec-Fetch-Site", "cross-site")], [("Sec-Fetch-Site", "same-site"), own], [own, own],
            ] {
                let before = gateway.log.head
                #expect(try await status("POST", "/api/sessions", fields, body: "{}") == 403)
                #expect(gateway.log.head == before)
            }
            for site in ["cross-site", "same-site"] {
                #expect(try await status("GET", "/api/app", [("Sec-Fetch-Site", site)]) == 403)
            }
            let preflight = try await gateway.ask("OPTIONS", "/api/app", fields: [("Origin", "http://evil.com")])
            #expect(preflight.status == 403)
            #expect(!preflight.fields.contains { $0.name.lowercased().hasPrefix("access-control") })
        }
    }

    @Test(
        "A write must be JSON",
        arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
    )
    func mediaTypes(type: String) async throws {
        try await SharedGateway.use { gateway async throws in
            for (method, path) in [("POST", "/api/sessions"), ("PUT", "/api/sessions/s1"), ("POST", "/api/links")] {
                let answer = try await gateway.ask(method, path, body: "{}", fields: [("Content-Type", type)])
                #expect(answer.status == 415 && answer.code == "unsupported-media-type")
            }
        }
    }

    @Test("Every response has the security headers, errors and streams too")
    func securityHeaders() async throws {
        try await SharedGateway.use { gateway async throws in
            _ = try await gateway.ask("PUT", "/api/sessions/headers", body: "{}")
            for route in GatewayAPI.routes where !route.isStream {
                let path = route.path.replacingOccurrences(of: "{session}", with: "headers")
                let method = route.method.rawValue
                for hasKey in [true, false] {
                    Self.expectSecurityHeaders(
                        try await gateway.ask(method, path, body: method == "GET" ? nil : "{}", hasKey: hasKey)
                    )
                }
            }
            for path in ["/api/sessions/headers/events", "/api/events"] {
                let stream = try await gateway.stream(path)
                #expect(stream.status == 200)
                Self.expectSecurityHeaders(HTTPAnswer(status: stream.status, fields: stream.fields, body: []))
            }
            for text in [
                "NONSENSE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", gateway.request("DELETE", "/api/app"),
                gateway.request("GET", "/none"), gateway.request("POST", "/api/sessions", body: "{"),
                gateway.request("HEAD", "/api/app"),
            ] {
                let answer = try await gateway.send(text, isHead: text.hasPrefix("HEAD"))
                #expect(answer.status >= 400 || text.hasPrefix("HEAD"))
                Self.expectSecurityHeaders(answer)
            }
        }
    }

    static func expectSecurityHeaders(_ answer: HTTPAnswer) {
        let policy = answer["Content-Security-Policy"]
        #expect(policy == SecurityHeaders.contentSecurityPolicy)
        #expect(policy?.contains("unsafe") == false && policy?.contains("require-trusted-types-for 'script'") == true)
        #expect(answer["X-Content-Type-Options"] == "nosniff")
        #expect(answer["Referrer-Policy"] == "no-referrer")
        #expect(answer["Cross-Origin-Opener-Policy"] == "same-origin")
        #expect(answer["Cross-Origin-Resource-Policy"] == "same-origin")
        #expect(answer["Cache-Control"] == "no-store")
        #expect(answer["Access-Control-Allow-Origin"] == nil)
    }

    @Test("Without access control, pages of other sites are still refused")
    func noAuthentication() async throws {
        try await TestGateway.with(change: { $0.allowsEverybody = true }) { gateway async throws in
            #expect(!gateway.link.contains("token"))
            #expect(try await gateway.ask("GET", "/api/app", hasKey: false).status == 200)
            #expect(try await gateway.ask("POST", "/api/sessions", body: "{}", hasKey: false).status == 201)
            let foreign = [("Origin", "http://evil.com")]
            #expect(
                try await gateway.ask("POST", "/api/sessions", body: "{}", fields: foreign, hasKey: false).status == 403
            )
        }
    }
}
