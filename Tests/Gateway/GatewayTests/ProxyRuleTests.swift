// SPDX-License-Identifier: MIT

import HTTPTypes
import NIOCore
import RandomTesting
import Runtime
import Testing
import Wire

@testable import Gateway

/// Header fields of proxies, and which of them are trusted.
@Suite struct ProxyRuleTests {
    private static func rule(_ proxies: [String] = ["10.0.0.0/8"]) throws -> ProxyRule {
        ProxyRule(
            publicURL: try PublicURL(parsing: "https://search.example.org"),
            proxies: try proxies.map(NetworkRange.init(parsing:))
        )
    }

    @Test("Only a trusted proxy, and clients of the socket, are trusted")
    func trust() throws {
        let fields: HTTPFields = [.forwardedFor: "192.0.2.7", .forwardedProto: "https"]
        func client(_ peer: SocketAddress?, _ rule: ProxyRule) throws -> String? {
            try rule.forwarded(fields, from: peer)?.client?.description
        }
        let rule = try Self.rule()
        #expect(try client(try SocketAddress(ipAddress: "10.1.2.3", port: 4711), rule) == "192.0.2.7")
        #expect(try client(try SocketAddress(ipAddress: "::ffff:10.1.2.3", port: 4711), rule) == "192.0.2.7")
        #expect(try client(try SocketAddress(unixDomainSocketPath: "/x"), try Self.rule([])) == "192.0.2.7")
        #expect(try client(try SocketAddress(ipAddress: "192.0.2.9", port: 4711), rule) == nil)
        #expect(try client(try SocketAddress(ipAddress: "127.0.0.1", port: 4711), rule) == nil)
        #expect(try client(nil, rule) == nil)
        let none = ProxyRule(publicURL: nil, proxies: [try NetworkRange(parsing: "10.0.0.0/8")])
        #expect(try client(try SocketAddress(ipAddress: "10.1.2.3", port: 4711), none) == nil)
    }

    @Test(
        "The client is the nearest address that is not a proxy's, whatever the client itself wrote before it",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("6.6.6.6, 192.0.2.7", "192.0.2.7"),
            ("6.6.6.6, 192.0.2.7, 10.0.0.9", "192.0.2.7"),
            ("10.0.0.9", "10.0.0.9"), ("192.0.2.7:4711", "192.0.2.7"), ("[2001:db8::7]:4711", "2001:db8::7"),
            ("2001:db8::7", "2001:db8::7"), ("6.6.6.6, unknown", nil), ("unknown", nil), ("", nil), (",,", nil),
            ("6.6.6.6, unknown, 10.0.0.9", "10.0.0.9"),
        ] as [(String, String?)]
    )
    func clients(text: String, client: String?) throws {
        let forwarded = Forwarded([.forwardedFor: text], proxies: try Self.rule().proxies)
        #expect(forwarded.client?.description == client)
        let elements = text.split(separator: ",").map { "for=\"\($0.trimmingSpaces())\";proto=https" }
        let standard = Forwarded([.forwarded: elements.joined(separator: ", ")], proxies: try Self.rule().proxies)
        if !text.allSatisfy({ $0 == "," }) { #expect(standard.client?.description == client) }
    }

    @Test("Scheme and host are those of the request to the outermost trusted proxy, whatever the client wrote before")
    func schemeAndHost() throws {
        let fields: HTTPFields = [
            .forwardedProto: "https, http", .forwardedHost: "Search.Example.org, inner", .forwardedFor: "192.0.2.7",
        ]
        let old = Forwarded(fields, proxies: [])
        #expect(old.scheme == "https" && old.host == "search.example.org")
        let standard: HTTPFields = [
            .forwarded: "for=6.6.6.6;proto=https;host=search.example.org, For=192.0.2.9; Proto=http ;host=\"other:80\""
        ]
        let new = Forwarded(standard, proxies: [])
        #expect(new.scheme == "http" && new.host == "other:80" && new.client?.description == "192.0.2.9")
        let chain: HTTPFields = [
            .forwarded: "for=6.6.6.6;host=a, for=192.0.2.9;proto=https;host=b, for=10.0.0.9;proto=http;host=c"
        ]
        let outer = Forwarded(chain, proxies: try Self.rule().proxies)
        #expect(outer.scheme == "https" && outer.host == "b" && outer.client?.description == "192.0.2.9")
    }

    @Test("A trusted proxy's request with both families of fields is refused, since one of them is the client's")
    func bothFamilies() throws {
        let rule = try Self.rule()
        let proxy = try SocketAddress(ipAddress: "10.1.2.3", port: 4711)
        let others: [HTTPFields] = [
            [.forwardedFor: "192.0.2.7"], [.forwardedProto: "https"], [.forwardedHost: "search.example.org"],
        ]
        for other in others {
            _ = try rule.forwarded(other, from: proxy)
            var fields = other
            fields[.forwarded] = "for=192.0.2.8;proto=https;host=search.example.org"
            let error = #expect(throws: SearchBusError.self) { try rule.forwarded(fields, from: proxy) }
            #expect(error?.code == .forbiddenHost && error?.remedy.contains("Let the proxy remove") == true)
            let stranger = try SocketAddress(ipAddress: "192.0.2.9", port: 4711)
            #expect(try rule.forwarded(fields, from: stranger) == nil, "an untrusted client's fields are ignored")
            fields[.forwarded] = " "
            _ = try rule.forwarded(fields, from: proxy)
        }
    }

    @Test("The client is the one that a trusted proxy names, or the peer, unless it may be a proxy")
    func whichClient() throws {
        let rule = try Self.rule()
        let (proxy, client) = (
            try SocketAddress(ipAddress: "10.1.2.3", port: 1), try SocketAddress(ipAddress: "192.0.2.9", port: 1)
        )
        let own = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
        let named = try rule.forwarded([.forwardedFor: "192.0.2.7"], from: proxy)
        #expect(rule.client(named, from: proxy)?.description == "192.0.2.7")
        #expect(rule.client(try rule.forwarded([:], from: proxy), from: proxy) == nil, "the proxy names none")
        #expect(rule.client(nil, from: client)?.description == "192.0.2.9")
        #expect(rule.directClient(client)?.description == "192.0.2.9" && rule.directClient(proxy) == nil)
        #expect(rule.directClient(own) == nil, "it may be a proxy that is not trusted")
        let direct = ProxyRule(publicURL: nil, proxies: [])
        #expect(direct.directClient(own)?.description == "127.0.0.1")
    }

    @Test("A request to the proxy by another address than the public URL is refused with the difference and a remedy")
    func mistakes() throws {
        let rule = try Self.rule()
        func error(_ fields: HTTPFields) -> SearchBusError? {
            do {
                try rule.check(Forwarded(fields, proxies: []))
                return nil
            } catch { return error as? SearchBusError }
        }
        #expect(error([:]) == nil)
        #expect(error([.forwardedProto: "https", .forwardedHost: "search.example.org"]) == nil)
        #expect(error([.forwardedHost: "search.example.org:443"]) == nil)
        let plain = error([.forwardedProto: "http", .forwardedHost: "search.example.org"])
        #expect(plain?.code == .forbiddenHost && plain?.message.contains("by http,") == true)
        #expect(plain?.remedy.contains("redirect http to https") == true)
        let name = error([.forwardedProto: "https", .forwardedHost: "search.lan`\u{7}"])
        #expect(
            name?.message == "The proxy was reached as `search.lan`, and the public URL is https://search.example.org."
        )
        #expect(name?.remedy.contains("--public-url") == true)
    }

    @Test("Any fields of a proxy are read")
    func randomFields() throws {
        var generator = SeededGenerator(seed: testSeed)
        let parts = [
            "for=", "proto=", ";", ",", "\"", "[", "]", ":", "192.0.2.1", "::1", "=", " ", "https", "\u{FC}",
            "10.0.0.1",
        ]
        let proxies = try Self.rule().proxies
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...14, using: &generator)).map { _ in
                parts.randomElement(using: &generator) ?? ""
            }.joined()
            _ = Forwarded([.forwarded: text], proxies: proxies)
            _ = Forwarded([.forwardedFor: text, .forwardedHost: text, .forwardedProto: text], proxies: proxies)
        }
    }
}
