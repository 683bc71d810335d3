// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import Testing
import Wire

@testable import Gateway

@Suite struct SecretTests {
    @Test("A secret matches itself and nothing else")
    func matching() {
        let secret = SecretText("abcdef")
        #expect(secret.matches("abcdef"))
        for other in ["", "abcde", "abcdefg", "abcdeF", "Abcdef", "abcdefabcdef"] { #expect(!secret.matches(other)) }
        #expect(!SecretText("").matches(""))
    }

    @Test("Secrets have 256 bits and differ")
    func making() {
        let secrets = Set((0..<200).map { _ in SecretText.make().text })
        #expect(secrets.count == 200)
        #expect(secrets.allSatisfy { $0.utf8.count == 43 && $0.utf8.allSatisfy { $0 < 0x80 } })
    }

    @Test("A secret is not shown by what prints values")
    func hiding() {
        let secret = SecretText("abcdef")
        #expect(!"\(secret) \(String(reflecting: secret))".contains("abcdef"))
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!dumped.contains("abcdef"))
    }

    @Test("A link's token is good once")
    func oneUse() {
        var links = LinkTokens()
        let now = ContinuousClock.now
        let (first, second) = (links.issue(at: now).text, links.issue(at: now).text)
        let answers = ["guess", second, second, first].map { links.redeem($0, at: now) }
        #expect(answers == [false, true, false, true])
    }

    @Test("A link's token is good for ten minutes")
    func expiry() {
        var links = LinkTokens()
        let now = ContinuousClock.now
        let tokens = (0..<3).map { links.issue(at: now + .seconds($0)).text }
        let answers = zip(tokens, [599, 600, 602]).map { links.redeem($0, at: now + .seconds($1)) }
        #expect(answers == [true, true, false])
    }

    @Test("Of many unused links the oldest go")
    func boundedLinks() {
        var links = LinkTokens()
        let now = ContinuousClock.now
        let tokens = (0...LinkTokens.limit).map { _ in links.issue(at: now).text }
        let answers = tokens.map { links.redeem($0, at: now) }
        #expect(answers == [false] + Array(repeating: true, count: LinkTokens.limit))
    }

    @Test("Secrets outlive the process, and only their owner can read them")
    func persistence() throws {
        let directory = NSTemporaryDirectory() + "secrets-\(Identifier.make())"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var first = try GatewaySecrets.load(dataDirectory: directory)
        first.browsers = (0..<BrowserKeys.limit).map { BrowserKeys.Entry(name: "browser\($0)", secret: .make()) }
        try first.save(dataDirectory: directory)
        let second = try GatewaySecrets.load(dataDirectory: directory)
        #expect(first.bearer.text == second.bearer.text)
        #expect(first.browsers.map(\.secret.text) == second.browsers.map(\.secret.text))
        let path = "\(directory)/\(GatewaySecrets.fileName)"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [GatewaySecrets.fileName])
    }

    @Test("A file that others could read, or that is damaged, is replaced, and not in silence")
    func exposure() throws {
        let directory = NSTemporaryDirectory() + "secrets-\(Identifier.make())"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = "\(directory)/\(GatewaySecrets.fileName)"
        let first = try GatewaySecrets.load(dataDirectory: directory)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        var reasons: [String] = []
        let second = try GatewaySecrets.load(dataDirectory: directory) { reasons.append($0.message) }
        #expect(first.bearer.text != second.bearer.text)
        try Data("{\"bearer\":\"\"}".utf8).write(to: URL(filePath: path))
        let third = try GatewaySecrets.load(dataDirectory: directory) { reasons.append($0.message) }
        #expect(reasons.count == 2 && reasons[0].contains("read by others") && reasons[1].contains("damaged"))
        #expect(third.bearer.text.utf8.count == 43)
    }

    @Test("A program is known by the key, a browser by its cookie, and nobody by anything near them")
    func identities() throws {
        let bearer = SecretText.make()
        let authenticator = Authenticator(bearer: bearer, browsers: BrowserKeys(), port: 8080)
        func enter() throws -> String {
            let token = try #require(authenticator.makeLink().split(separator: "=").last)
            let cookie = try #require(authenticator.cookie(forToken: token))
            return "\(cookie.name)=\(cookie.value)"
        }
        let (cookie, other) = (try enter(), try enter())
        func identity(_ fields: HTTPFields) -> Identity { authenticator.identity(of: fields) }
        #expect(identity([.authorization: "Bearer \(bearer.text)"]) == .program)
        #expect(identity([.authorization: "bearer \(bearer.text)"]) == .program)
        let value = cookie.split(separator: "=", maxSplits: 1)[1]
        let parts = value.split(separator: ".")
        let browser = Identity.browser(String(parts[0]))
        #expect(identity([.cookie: "a=b; \(cookie); c=d"]) == browser)
        #expect(identity([.cookie: other]) != browser && identity([.cookie: other]).isKnown)
        #expect(identity([.cookie: "searchbus-8080=made-up.secret; searchbus-8080; \(cookie)"]) == browser)
        // What a proxy asks for is no business of ours.
        for foreign in ["Basic dXNlcjpwYXNz", "Bearer of-the-proxy", "Negotiate"] {
            #expect(identity([.authorization: foreign, .cookie: cookie]) == browser)
        }
        for fields: HTTPFields in [
            [:], [.authorization: "Bearer"], [.authorization: "Bearer \(parts[1])"],
            [.authorization: "Basic \(bearer.text)"], [.cookie: "searchbus-8080=\(parts[1])"],
            [.cookie: "searchbus-8081=\(value)"], [.cookie: "searchbus-8080=\(bearer.text).abc"],
            [.cookie: "x\(cookie)"], [.cookie: "\(cookie)x"], [.cookie: "searchbus-8080=made-up.\(parts[1])"],
            [.cookie: "searchbus-8080=\(other.split(separator: "=")[1].prefix { $0 != "." }).\(parts[1])"],
        ] {
            #expect(identity(fields) == .unknown)
        }
    }

    @Test("Behind TLS the cookie goes over TLS only, and no other host can set it")
    func secureCookie() throws {
        let authenticator = Authenticator(bearer: .make(), browsers: BrowserKeys(), port: 443, isSecure: true)
        let token = try #require(authenticator.makeLink().split(separator: "=").last)
        let cookie = try #require(authenticator.cookie(forToken: token))
        #expect(cookie.name == "__Host-searchbus-443" && cookie.secure && cookie.path == "/" && cookie.domain == nil)
        #expect(cookie.httpOnly && cookie.sameSite == .strict)
        #expect(authenticator.identity(of: [.cookie: "\(cookie.name)=\(cookie.value)"]).isKnown)
        #expect(!authenticator.identity(of: [.cookie: "searchbus-443=\(cookie.value)"]).isKnown)
    }

    @Test("Of many browsers the ones that came first have to come again, and what is kept is what is known")
    func boundedBrowsers() {
        let kept = Mutex<[BrowserKeys.Entry]>([])
        let browsers = BrowserKeys { entries in kept.withLock { $0 = entries } }
        let cookies = (0...BrowserKeys.limit).map { _ in browsers.admit() }
        #expect(cookies.map { browsers.name(for: $0) != nil } == [false] + cookies.dropFirst().map { _ in true })
        let later = BrowserKeys(kept.withLock { $0 })
        #expect(cookies.map { later.name(for: $0) != nil } == [false] + cookies.dropFirst().map { _ in true })
    }
}
