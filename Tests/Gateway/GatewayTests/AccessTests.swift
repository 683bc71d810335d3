// SPDX-License-Identifier: MIT

import AccessKeys
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import Testing
import Wire

@testable import Gateway

/// Keys, links and permissions without a connection.
@Suite struct AccessTests {
    /// A clock that stands until it is set.
    private final class Clock: Sendable {
        private let time = Mutex(1_000)
        var now: Int { time.withLock { $0 } }
        func pass(_ seconds: Int) { time.withLock { $0 += seconds } }
    }

    private let folder: TemporaryFolder
    private let clock: Clock
    private let store: AccessStore
    private let authenticator: Authenticator
    private var file: AccessFile { AccessFile(dataDirectory: folder.path) }

    init() throws {
        let (folder, clock) = (try TemporaryFolder(), Clock())
        store = try AccessStore(dataDirectory: folder.path, clock: { clock.now })
        authenticator = Authenticator(store: store, port: 8080)
        (self.folder, self.clock) = (folder, clock)
    }

    private func key(_ scope: AccessScope, for seconds: Int? = nil) throws -> (id: String, text: String) {
        let now = clock.now
        let (key, text) = AccessKey.make(scope, at: now, endsAt: seconds.map { now + $0 })
        // As a command in another process does.
        try file.change { try $0.insert(key, at: now) }
        return (key.id, text)
    }

    private func grant(
        _ text: String,
        for right: AccessRight = .view,
        session: String? = "s"
    ) throws -> Grant {
        try authenticator.caller(of: [.authorization: "Bearer \(text)"]).grants(for: right, session: session)[0]
    }

    private func problem(_ body: () throws -> Grant) throws -> Problem {
        try #require(throws: Problem.self) { _ = try body() }
    }

    @Test("A key that another process created is valid at once, with its role")
    func making() throws {
        let (id, text) = try key(AccessScope(.read))
        #expect(try grant(text).identity == .key(id))
        let problem = try problem { try grant(text, for: .use) }
        #expect(problem.status == 403 && problem.error.code == .notPermitted)
        #expect(problem.error.message.contains(id) && problem.error.message.contains("`read`"))
        #expect(problem.error.message.contains("`session` or `admin`"))
        #expect(problem.headers[.wwwAuthenticate] == #"Bearer error="insufficient_scope", scope="session""#)
    }

    @Test("An expired or revoked key gets the reason, and a guessed one no information")
    func endings() throws {
        let (id, text) = try key(AccessScope(.session), for: 60)
        let (other, second) = try key(AccessScope(.session, session: "s"))
        clock.pass(59)
        _ = try grant(text)
        clock.pass(1)
        let expired = try problem { try grant(text) }
        #expect(expired.status == 401 && expired.error.message.contains("\(id) expired at 1970-01-01T00:17:40Z"))
        #expect(expired.headers[.wwwAuthenticate] == #"Bearer error="invalid_token""#)
        _ = try file.change { $0.revoke(other, at: clock.now) }
        let revoked = try problem { try grant(second) }
        #expect(revoked.status == 401 && revoked.error.message.contains("was revoked"))
        let unknown = ["sbk_\(id)_guess", "sbk_nothing_guess", "guess"].map { text in
            try? problem { try grant(text) }.error.message
        }
        #expect(Set(unknown).count == 1 && unknown[0] == "Unknown or revoked key.")
    }

    @Test("A key and its replacement are both valid for the grace period")
    func rotation() throws {
        let (id, text) = try key(AccessScope(.session))
        let second = try #require(try file.change { $0.rotate(id, at: clock.now, grace: 60) })
        let before = try grant(text)
        #expect(try grant(second).identity == .key(id) && authenticator.refusals(of: [before]) == [nil])
        clock.pass(60)
        #expect(try problem { try grant(text) }.error.message.contains("was replaced"))
        #expect(authenticator.refusals(of: [before])[0]?.message.contains("was replaced") == true)
        #expect(authenticator.refusals(of: [try grant(second)]) == [nil])
        let owner = store.ring.owner.text
        _ = try file.change { $0.rotate(AccessRing.ownerID, at: clock.now, grace: 0) }
        #expect(try problem { try grant(owner) }.status == 401)
        #expect(try grant(store.ring.owner.text).identity == .program)
    }

    @Test("Streams end with the permission that opened them")
    func streams() throws {
        let (id, text) = try key(AccessScope(.read))
        let (_, other) = try key(AccessScope(.read), for: 60)
        let ended = Mutex<[String]>([])
        let grants = StreamGrants()
        let leases = try [text, other, store.ring.owner.text].map { text in
            grants.add(try grant(text)) { error in ended.withLock { $0.append(error.message) } }
        }
        let gone = grants.add(try grant(text)) { _ in ended.withLock { $0.append("gone") } }
        withExtendedLifetime(gone) {}
        func check() -> [String] {
            grants.endAll { authenticator.refusals(of: $0) }
            return ended.withLock { $0.filter { $0 != "gone" } }
        }
        #expect(check().isEmpty)
        _ = try file.change { $0.revoke(id, at: clock.now) }
        #expect(check().count == 1 && check().count == 1)
        clock.pass(60)
        #expect(check().count == 2)
        try FileManager.default.removeItem(atPath: file.path)
        #expect(check().count == 3)
        withExtendedLifetime(leases) {}
    }

    @Test("Without a valid and private key file no client is authorized, and this is logged once")
    func lost() throws {
        let said = Mutex<[String]>([])
        let store = try AccessStore(
            dataDirectory: folder.path,
            onProblem: { error in said.withLock { $0.append(error.message) } }
        )
        let authenticator = Authenticator(store: store, port: 8080)
        let owner = store.ring.owner.text
        func isKnown() -> Bool { authenticator.caller(of: [.authorization: "Bearer \(owner)"]).identity.isKnown }
        #expect(isKnown())
        let content = try Data(contentsOf: URL(filePath: file.path))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        #expect(!isKnown() && !isKnown())
        try FileManager.default.removeItem(atPath: file.path)
        #expect(!isKnown() && !isKnown())
        #expect(
            said.withLock { $0.count } == 2 && said.withLock { $0.allSatisfy { $0.contains("All keys are refused") } }
        )
        try content.write(to: URL(filePath: file.path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        #expect(isKnown())
    }

    // MARK: Links to sessions

    private func link(
        _ session: String,
        isReadOnly: Bool = false,
        expiresIn: JSON = 60
    ) throws -> (key: AccessKey, token: String) {
        let json: JSON = ["session": .string(session), "readOnly": .bool(isReadOnly), "expiresIn": expiresIn]
        let (key, path) = try authenticator.makeLink(to: try #require(try SessionVisit(json)))
        #expect(path.hasPrefix("/s/\(session)?token=sbk_"))
        return (try #require(key), String(try #require(path.split(separator: "=").last)))
    }

    @Test("A link to a session opens that session in any browser until it ends")
    func links() throws {
        let (key, token) = try link("s")
        let cookie = try authenticator.cookie(forToken: token, session: "s")
        #expect(cookie.name == "searchbus-8080-\(key.id)" && cookie.httpOnly && cookie.sameSite == .strict)
        #expect(cookie.path == "/" && cookie.maxAge == 60)
        #expect(try authenticator.cookie(forToken: token, session: "s").value == cookie.value)
        #expect(throws: Problem.self) { try authenticator.cookie(forToken: token, session: "t") }
        #expect(throws: Problem.self) { try authenticator.cookie(forToken: "guess", session: "s") }
        let caller = authenticator.caller(of: [.cookie: "a=b; \(cookie.name)=\(cookie.value)"])
        #expect(caller.identity == .visitor(key.id))
        #expect(try caller.grants(for: .use, session: "s")[0].scope.session == "s")
        for (right, session) in [(AccessRight.use, "t"), (.begin, "s"), (.log, nil), (.administer, nil)] {
            #expect(throws: Problem.self) { try caller.grants(for: right, session: session)[0] }
        }
        clock.pass(60)
        #expect(throws: Problem.self) { try authenticator.cookie(forToken: token, session: "s") }
        let later = authenticator.caller(of: [.cookie: "\(cookie.name)=\(cookie.value)"])
        #expect(try problem { try later.grants(for: .view, session: "s")[0] }.error.message.contains("expired"))
    }

    @Test("A browser has a cookie for each session that it may access, beside its own")
    func severalLinks() throws {
        let (first, second) = (try link("s"), try link("t", isReadOnly: true))
        let cookies = try [("s", first.token), ("t", second.token)].map { session, token in
            let cookie = try authenticator.cookie(forToken: token, session: session)
            return "\(cookie.name)=\(cookie.value)"
        }
        let caller = authenticator.caller(of: [.cookie: cookies.joined(separator: "; ")])
        #expect(try caller.grants(for: .use, session: "s")[0].identity == .visitor(first.key.id))
        #expect(try caller.grants(for: .view, session: "t")[0].identity == .visitor(second.key.id))
        #expect(throws: Problem.self) { try caller.grants(for: .use, session: "t")[0] }
        _ = try file.change { $0.revoke(second.key.id, at: clock.now) }
        let later = authenticator.caller(of: [.cookie: cookies.joined(separator: "; ")])
        #expect(try problem { try later.grants(for: .view, session: "t")[0] }.error.message.contains("revoked"))
        #expect(try problem { try later.grants(for: .view, session: "u")[0] }.status == 403)
        let token = try #require(authenticator.makeLink().split(separator: "=").last)
        let own = try #require(authenticator.cookie(forToken: token))
        let both = authenticator.caller(of: [.cookie: "\(cookies[0]); \(own.name)=\(own.value)"])
        #expect(try both.grants(for: .administer, session: nil)[0].scope == .everything && both.identity.isCookie)
    }

    @Test("A cookie cannot carry a key that opens more than a session")
    func wideCookies() throws {
        for text in [store.ring.owner.text, try key(AccessScope(.admin)).text, try key(AccessScope(.session)).text] {
            let caller = authenticator.caller(of: [.cookie: "searchbus-8080-x=\(text); searchbus-8080=\(text)"])
            #expect(caller.identity == .unknown)
        }
    }

    @Test("A browser gets unknown cookies deleted, and of too many the oldest")
    func cookies() throws {
        let (key, token) = try link("s")
        let good = "searchbus-8080-\(key.id)=\(token)"
        let many = (0..<Caller.cookieLimit).map { "searchbus-8080-x\($0)=\(token)" }
        let other = "searchbus-80801=x; searchbus-808=x; other-searchbus-8080-x=x"
        func useless(_ pairs: [String]) -> [String] {
            authenticator.caller(of: [.cookie: pairs.joined(separator: "; ")]).uselessCookies
        }
        #expect(useless([good, other]).isEmpty)
        #expect(useless([good, "searchbus-8080-gone=sbk_gone_x"]) == ["searchbus-8080-gone"])
        #expect(useless([good] + many) == ["searchbus-8080-\(key.id)"])
        #expect(authenticator.forgotten("searchbus-8080-gone").maxAge == 0)
    }

    @Test("Invalid parameters of a link are refused")
    func wishes() throws {
        #expect(try SessionVisit([:]) == nil)
        #expect(try SessionVisit(["session": "s"])?.lifetime.seconds == SessionVisit.usualTime)
        #expect(try SessionVisit(["session": "s", "expiresIn": .null])?.lifetime.seconds == .some(.none))
        for json: JSON in [
            ["session": ""], ["session": "a/b"], ["session": 7], ["session": "search-x-1"], ["session": "algolia-x"],
            ["session": "s", "readOnly": "yes"], ["session": "s", "readOnly": .null], ["session": "s", "expiresIn": 0],
            ["session": "s", "expiresIn": -1], ["session": "s", "expiresIn": 1.5], ["session": "s", "expiresIn": "7d"],
            ["session": "s", "expiresIn": 315_360_001], ["readOnly": true], ["expiresIn": 60],
        ] {
            #expect(throws: SearchBusError.self, "\(json.text)") { try SessionVisit(json) }
        }
    }

    @Test("Without access control a link needs no key, and no link is read-only")
    func openHouse() throws {
        let authenticator = Authenticator(store: store, port: 8080, allowsEverybody: true)
        let visit = try #require(try SessionVisit(["session": "s"]))
        #expect(try authenticator.makeLink(to: visit).path == "/#/search?session=s")
        let looking = try #require(try SessionVisit(["session": "s", "readOnly": true]))
        #expect(throws: SearchBusError.self) { try authenticator.makeLink(to: looking) }
    }
}
