// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AccessKeys
import HTTPTypes
import Hummingbird
import Testing

@testable import Gateway

@Suite struct SecretTests {
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

    @Test("A program is known by the key, a browser by its cookie, and nobody by anything near them")
    func identities() throws {
        let folder = try TemporaryFolder()
        let authenticator = Authenticator(store: try AccessStore(dataDirectory: folder.path), port: 8080)
        let bearer = try #require(try AccessFile(dataDirectory: folder.path).read()).owner
        func enter() throws -> String {
            let token = try #require(authenticator.makeLink().split(separator: "=").last)
            let cookie = try #require(authenticator.cookie(forToken: token))
            return "\(cookie.name)=\(cookie.value)"
        }
        let (cookie, other) = (try enter(), try enter())
        func identity(_ fields: HTTPFields) -> Identity { authenticator.caller(of: fields).identity }
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
        let folder = try TemporaryFolder()
        let store = try AccessStore(dataDirectory: folder.path)
        let authenticator = Authenticator(store: store, port: 443, isSecure: true)
        let token = try #require(authenticator.makeLink().split(separator: "=").last)
        let cookie = try #require(authenticator.cookie(forToken: token))
        #expect(cookie.name == "__Host-searchbus-443" && cookie.secure && cookie.path == "/" && cookie.domain == nil)
        #expect(cookie.httpOnly && cookie.sameSite == .strict)
        #expect(authenticator.caller(of: [.cookie: "\(cookie.name)=\(cookie.value)"]).identity.isKnown)
        #expect(!authenticator.caller(of: [.cookie: "searchbus-443=\(cookie.value)"]).identity.isKnown)
    }
}
