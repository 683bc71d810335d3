// SPDX-License-Identifier: MIT

import Runtime
import Testing

@testable import Gateway

@Suite struct HostRuleTests {
    let rule = HostRule(listen: .address(host: "127.0.0.1", port: 8080))

    @Test(
        "The names of this machine with the port are allowed",
        arguments: [
            "127.0.0.1:8080", "localhost:8080", "[::1]:8080",
        ]
    )
    func ownNames(host: String) {
        #expect(rule.allows(hosts: [host], target: "/"))
        #expect(rule.allows(hosts: [host], target: "http://\(host)/api/app"))
        #expect(rule.isOwn(origin: "http://\(host)", host: host))
    }

    @Test("No host, two hosts and another host in the target are refused")
    func mismatch() {
        #expect(!rule.allows(hosts: [], target: "/"))
        #expect(!rule.allows(hosts: ["localhost:8080", "localhost:8080"], target: "/"))
        #expect(!rule.allows(hosts: ["localhost:8080"], target: "http://evil:8080/"))
        #expect(!rule.allows(hosts: ["localhost:8080"], target: "https://localhost:8080/"))
        #expect(!rule.allows(hosts: ["localhost:8080"], target: "http://localhost:8080@evil/"))
        #expect(!rule.allows(hosts: ["localhost:8080"], target: "http://127.0.0.1:8080/"))
        #expect(!rule.allows(hosts: ["localhost:8080"], target: "*"))
    }

    @Test("The port may be left out where it is the one that the scheme has by default")
    func defaultPort() {
        #expect(HostRule(listen: .address(host: "127.0.0.1", port: 80)).allows(hosts: ["localhost"], target: "/"))
        #expect(!rule.allows(hosts: ["localhost"], target: "/"))
    }

    @Test(
        "An origin is the console's own only if it is exactly the host asked",
        arguments: [
            "http://localhost:8080", "https://127.0.0.1:8080", "http://127.0.0.1", "null", "http://127.0.0.1:8080/", "",
            "http://127.0.0.1:80801", "http://evil",
        ]
    )
    func foreignOrigins(origin: String) {
        #expect(!rule.isOwn(origin: origin, host: "127.0.0.1:8080"))
    }

    @Test(
        "Behind a proxy the public name is one of the gateway's, and its pages are the console's, whatever `Host` says"
    )
    func publicURL() throws {
        for listen: ListenAddress in [.address(host: "0.0.0.0", port: 8080), .socket(path: "/run/x.sock")] {
            let rule = HostRule(listen: listen, publicURL: try PublicURL(parsing: "https://search.example.org"))
            for host in ["search.example.org", "Search.Example.org", "search.example.org:443"] {
                #expect(rule.allows(hosts: [host], target: "/"))
            }
            for host in ["search.example.org:80", "example.org", "search.example.org.evil.com", "0.0.0.0:8080", ""] {
                #expect(!rule.allows(hosts: [host], target: "/"), "\(host)")
            }
            for host in ["search.example.org", "localhost", "localhost:8080", "whatever"] {
                #expect(rule.isOwn(origin: "https://search.example.org", host: host))
                #expect(!rule.isOwn(origin: "http://search.example.org", host: host))
                #expect(!rule.isOwn(origin: "https://evil.example.org", host: host))
            }
        }
    }

    @Test("A refusal has the requested host, the address to open, and a remedy")
    func refusals() throws {
        let plain = rule.refusal(hosts: ["search.lan\u{1B}`:80"])
        #expect(plain.message.contains("`search.lan:80`") && plain.remedy.contains("--public-url"))
        let rule = HostRule(
            listen: .address(host: "127.0.0.1", port: 8080),
            publicURL: try PublicURL(parsing: "https://search.example.org")
        )
        let wrong = rule.refusal(hosts: ["search.lan"])
        #expect(wrong.message.contains("`search.lan`") && wrong.message.contains("https://search.example.org"))
        #expect(wrong.remedy.hasPrefix("Open https://search.example.org, or start with --public-url"))
        #expect(wrong.remedy.contains("pass `Host` on"))
        #expect(rule.refusal(hosts: []).message.contains("0 hosts"))
    }
}
