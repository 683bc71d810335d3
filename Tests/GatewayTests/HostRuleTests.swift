// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Testing

@testable import Gateway

@Suite struct HostRuleTests {
    let rule = HostRule(host: "127.0.0.1", port: 8080)

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
        #expect(HostRule(host: "127.0.0.1", port: 80).allows(hosts: ["localhost"], target: "/"))
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
}
