// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import Runtime
import Testing
import Wire

@testable import Gateway

@Suite struct ListenAddressTests {
    @Test(
        "Addresses with a port, and paths of sockets, are taken",
        arguments: [
            "127.0.0.1:8080", "localhost:1", "[::1]:65535", "127.1.2.3:0", "0.0.0.0:80", "[::]:8080", "192.0.2.1:80",
            "unix:/run/searchbus/http.sock",
        ]
    )
    func taken(text: String) throws {
        let address = try ListenAddress(parsing: text)
        #expect(address.description == text)
        #expect(address.isRemote == ["0.0.0.0:80", "[::]:8080", "192.0.2.1:80"].contains(text))
    }

    @Test(
        "An invalid address is refused",
        arguments: [
            "", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:+1", "127.0.0.1:x", ":8080",
            "example.com:80", "127.0.0.1.evil.com:80", "127.0.0.256:80", "127.0.0:80", "unix:", "unix:http.sock",
            "unix:/run/", "unix:/" + String(repeating: "a", count: 107),
        ]
    )
    func malformed(text: String) {
        let error = #expect(throws: SearchBusError.self) { try ListenAddress(parsing: text) }
        #expect(error?.code == .invalidArgument && error?.remedy.isEmpty == false)
    }

    @Test("Commands on this machine read the gateway's address")
    func note() throws {
        let directory = NSTemporaryDirectory() + "reach-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        #expect(ListenAddress.read(from: directory) == nil)
        for address: ListenAddress in [.address(host: "::1", port: 80), .socket(path: "/run/x.sock")] {
            try address.write(to: directory)
            #expect(ListenAddress.read(from: directory) == address)
        }
    }
}

@Suite struct GatewayReachTests {
    private func reach(
        _ listen: String,
        _ publicURL: String? = nil,
        proxies: [String] = [],
        requiresAuthorization: Bool = true
    ) throws -> GatewayReach {
        try GatewayReach(
            listen: listen,
            publicURL: publicURL,
            trustedProxies: proxies,
            requiresAuthorization: requiresAuthorization
        )
    }

    @Test("Beyond this machine the gateway listens only with access control and a public URL")
    func remote() throws {
        _ = try reach("0.0.0.0:8080", "https://search.example.org")
        for listen in ["0.0.0.0:8080", "[::]:8080", "192.0.2.1:80"] {
            let unnamed = #expect(throws: SearchBusError.self) { try reach(listen) }
            #expect(unnamed?.code == .notPermitted && unnamed?.remedy.contains("--public-url") == true)
            let open = #expect(throws: SearchBusError.self) {
                try reach(listen, "https://search.example.org", requiresAuthorization: false)
            }
            #expect(open?.code == .notPermitted && open?.message.contains("--no-auth") == true)
        }
        _ = try reach("127.0.0.1:8080", requiresAuthorization: false)
    }

    @Test("A socket, and a trusted proxy, need the public address")
    func publicURL() throws {
        for (listen, proxies) in [("unix:/run/x.sock", []), ("127.0.0.1:80", ["127.0.0.1"])] as [(String, [String])] {
            let error = #expect(throws: SearchBusError.self) { try reach(listen, proxies: proxies) }
            #expect(error?.code == .invalidArgument && error?.remedy.contains("--public-url") == true)
            _ = try reach(listen, "https://search.example.org", proxies: proxies)
        }
    }
}

@Suite struct PublicURLTests {
    @Test("Scheme, host and port are read, and written as in browsers")
    func reading() throws {
        for (text, written, port) in [
            ("https://search.example.org", "https://search.example.org", 443),
            ("HTTPS://Search.Example.org:443/", "https://search.example.org", 443),
            ("https://search.example.org:8443", "https://search.example.org:8443", 8443),
            ("http://192.0.2.1", "http://192.0.2.1", 80),
            ("https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443", 8443),
            ("https://[::1]", "https://[::1]", 443),
        ] {
            let url = try PublicURL(parsing: text)
            #expect(url.description == written && url.port == port, "\(text)")
        }
        #expect(try PublicURL(parsing: "https://a.b").hosts == ["a.b", "a.b:443"])
    }

    @Test(
        "An invalid URL is refused with the correct form",
        arguments: [
            "", "search.example.org", "ftp://a.b", "https://", "https://a.b/console", "https://a.b?x", "https://a.b#x",
            "https://user@a.b", "https://a.b:", "https://a.b:0", "https://a.b:65536", "https://a.b:+80", "https://a b",
            "https://b\u{FC}cher.example", "https://[::1", "https://[x]", "https://-a", "https://.a", "https://a.b\n",
        ]
    )
    func refusals(text: String) {
        let error = #expect(throws: SearchBusError.self) { try PublicURL(parsing: text) }
        #expect(error?.code == .invalidArgument && error?.remedy.contains("--public-url https://") == true)
    }

    @Test("Any text is read or refused, and a URL survives writing and reading")
    func randomText() throws {
        var generator = SeededGenerator(seed: testSeed)
        let parts = [
            "https://", "http://", "a", "b.c", ":", "80", "/", "?", "[", "]", "::1", "@", "%", "\u{FC}", " ", "-",
        ]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                parts.randomElement(using: &generator) ?? ""
            }.joined()
            guard let url = try? PublicURL(parsing: text) else { continue }
            #expect(try PublicURL(parsing: url.description) == url, "\(text)")
        }
    }
}

@Suite struct NetworkRangeTests {
    @Test("A network contains the addresses with its prefix")
    func contents() throws {
        for (range, inside, outside) in [
            ("192.0.2.1", ["192.0.2.1", "::ffff:192.0.2.1"], ["192.0.2.2", "::1"]),
            ("10.0.0.0/8", ["10.0.0.0", "10.255.1.2"], ["11.0.0.0", "9.255.255.255", "2001:db8::1"]),
            ("192.0.2.128/25", ["192.0.2.128", "192.0.2.255"], ["192.0.2.127"]),
            ("0.0.0.0/0", ["1.2.3.4"], ["2001:db8::1"]), ("::/0", ["1.2.3.4", "2001:db8::1"], []),
            ("2001:db8::/33", ["2001:db8::1", "2001:db8:7fff::"], ["2001:db8:8000::", "1.2.3.4"]),
        ] as [(String, [String], [String])] {
            let network = try NetworkRange(parsing: range)
            #expect(try inside.allSatisfy { network.contains(try #require(NetworkAddress($0))) }, "\(range)")
            #expect(try outside.allSatisfy { !network.contains(try #require(NetworkAddress($0))) }, "\(range)")
        }
    }

    @Test(
        "An invalid network is refused",
        arguments: [
            "", "proxy", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0/8", "::/129", "10.0.0.0/+8", "1.2.3.4:80",
        ]
    )
    func refusals(text: String) {
        #expect(throws: SearchBusError.self) { try NetworkRange(parsing: text) }
    }
}

@Suite struct SocketFileTests {
    @Test("A path is free if it has no file or a dead socket")
    func places() throws {
        let path = NSTemporaryDirectory() + "s-\(UUID().uuidString.prefix(8))"
        let file = SocketFile(path: path)
        defer { try? file.remove() }
        try file.checkFree()
        try Data("x".utf8).write(to: URL(filePath: path))
        let error = #expect(throws: SearchBusError.self) { try file.checkFree() }
        #expect(error?.code == .invalidArgument && error?.message.contains("not a socket") == true)
        try file.protect()
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o660)
    }
}
