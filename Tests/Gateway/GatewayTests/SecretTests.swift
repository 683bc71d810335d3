// SPDX-License-Identifier: MIT

import AccessKeys
import HTTPTypes
import Hummingbird
import Testing

@testable import Gateway

@Suite struct SecretTests {
    @Test("A link's token is valid once")
    func oneUse() {
        var links = LinkTokens()
        let now = ContinuousClock.now
        let (first, second) = (links.issue(at: now).text, links.issue(at: now).text)
        let answers = ["guess", second, second, first].map { links.redeem($0, at: now) }
        #expect(answers == [false, true, false, true])
    }

    @Test("A link's token is valid for ten minutes")
    func expiry() {
        var links = LinkTokens()
        let now = ContinuousClock.now
        let tokens = (0..<3).map { links.issue(at: now + .seconds($0)).text }
        let answers = zip(tokens, [599, 600, 602]).map { links.redeem($0, at: now + .seconds($1)) }
        #expect(answers == [true, true, false])
    }

    @Test("Of many unused links the oldest are dropped")
    func boundedLinks() {
        var links = LinkTokens()
        let now = ContinuousClock.now
        let tokens = (0...LinkTokens.limit).map { _ in links.issue(at: now).text }
        let answers = tokens.map { links.redeem($0, at: now) }
        #expect(answers == [false] + Array(repeating: true, count: LinkTokens.limit))
    }

    @Test("Nodes with the same owner's key accept each other's browsers, and each link once")
    func machines() throws {
        let folder = try TemporaryFolder()
        let store = try AccessStore(dataDirectory: folder.path)
        let (one, two) = (
            Authenticator(store: store, port: 443, isShared: true),
            Authenticator(store: try AccessStore(dataDirectory: folder.path), port: 443, isShared: true)
        )
        let token = try #require(one.makeLink().split(separator: "=").last)
        let cookie = try #require(two.cookie(forToken: token))
        func changed(_ text: some StringProtocol) -> String { "\(text.dropLast())\(text.hasSuffix("0") ? "1" : "0")" }
        #expect(two.cookie(forToken: token) == nil)
        #expect(two.cookie(forToken: changed(one.makeLink().dropFirst("/?token=".count))) == nil)
        let fields: HTTPFields = [.cookie: "\(cookie.name)=\(cookie.value)"]
        let caller = one.caller(of: fields)
        #expect(caller.identity.isKnown && caller.identity == two.caller(of: fields).identity)
        #expect(one.refusals(of: caller.grants) == [nil])
        #expect(!one.caller(of: [.cookie: "\(cookie.name)=\(changed(cookie.value))"]).identity.isKnown)
        // Another owner's key revokes it, and a single machine issues none.
        let elsewhere = try TemporaryFolder()
        let other = Authenticator(
            store: try AccessStore(dataDirectory: elsewhere.path),
            port: 443,
            isShared: true
        )
        #expect(
            !other.caller(of: fields).identity.isKnown && other.cookie(forToken: one.makeLink().dropFirst(8)) == nil
        )
        #expect(!Authenticator(store: store, port: 443).makeLink().contains("any."))
    }

    @Test("Nodes with the same owner's key accept each other's cookies on any port, single machines only their own")
    func otherPorts() throws {
        let folder = try TemporaryFolder()
        let store = try AccessStore(dataDirectory: folder.path)
        func authenticator(_ port: Int, isShared: Bool) -> Authenticator {
            Authenticator(store: store, port: port, isShared: isShared)
        }
        func enter(_ port: Int) throws -> String {
            let one = authenticator(port, isShared: true)
            let cookie = try #require(one.cookie(forToken: one.makeLink().dropFirst("/?token=".count)))
            return "\(cookie.name)=\(cookie.value)"
        }
        let cookies = [try enter(8080), try enter(8081)]
        let header: HTTPFields = [.cookie: cookies.joined(separator: "; ")]
        func identity(_ fields: HTTPFields, _ port: Int, isShared: Bool = true) -> Identity {
            authenticator(port, isShared: isShared).caller(of: fields).identity
        }
        let names = cookies.map { Identity.browser(String($0.split(separator: "=")[1].split(separator: ".")[0])) }
        #expect(identity([.cookie: cookies[0]], 8081) == names[0])
        // A machine's own one has precedence.
        #expect(identity(header, 8080) == names[0] && identity(header, 8081) == names[1])
        #expect(identity(header, 9000) == names[0], "of other machines' the first counts")
        #expect(!identity([.cookie: cookies[0]], 8081, isShared: false).isKnown)
        let (key, text) = try store.makeKey(
            AccessScope(.session, session: "s"),
            description: "a link",
            lifetime: try #require(Lifetime("never"))
        )
        let followed = [8080, 8081].map { "searchbus-\($0)-\(key.id)=\(text)" }.joined(separator: "; ")
        let visitor = authenticator(9000, isShared: true).caller(of: [.cookie: followed])
        #expect(visitor.grants.map(\.identity) == [.visitor(key.id)])
        let link: HTTPFields = [.cookie: "searchbus-8080-abc=none"]
        #expect(authenticator(8080, isShared: true).caller(of: link).uselessCookies == ["searchbus-8080-abc"])
        #expect(authenticator(8081, isShared: true).caller(of: link).uselessCookies.isEmpty)
    }

    @Test("A cookie's name survives encoding and decoding, and another program's is ignored")
    func cookieNames() {
        for (isSecure, link) in [(false, nil), (true, nil), (false, "k-1"), (true, "k-1")] as [(Bool, String?)] {
            let name = CookieName(isSecure: isSecure, port: 8080, link: link)
            #expect(CookieName(name.description[...]) == name)
        }
        let others: [Substring] = [
            "", "searchbus", "searchbus-", "searchbus--1", "searchbus-80x", "searchbus-65536", "x-8080",
            "searchbus-+8080", "searchbus-08080", "__Host-searchbus-+8080-k-1",
        ]
        #expect(others.allSatisfy { CookieName($0) == nil })
    }

    @Test("A signed link is valid for ten minutes, once")
    func signedLinks() {
        let ring = AccessRing()
        var links = SharedLinkTokens()
        let tokens = [100, 101].map { SharedLinkTokens.issue(ring, at: $0) }
        let answers = [(0, 699), (0, 699), (1, 701)].map { links.redeem(tokens[$0], ring, at: $1) }
        #expect(answers == [true, false, false])
        // The first is of a clock that is far ahead.
        let others = [
            SharedLinkTokens.issue(ring, at: 9_000), "", "any", "any.1.2.3", "any.99999999999999999999.a.b",
            String(repeating: ".", count: 300),
        ]
        let refused = others.map { links.redeem($0, ring, at: 100) }
        #expect(!refused.contains(true))
    }

    @Test("A program is identified by its key, a browser by its cookie, and neither by a similar one")
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
        // Credentials for a proxy are ignored.
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

    @Test("Behind TLS the cookie is sent over TLS only, and no other host can set it")
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
