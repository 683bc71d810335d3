// SPDX-License-Identifier: MIT

import RandomTesting
import Testing
import Wire

@testable import AccessKeys

@Suite struct AccessRingTests {
    private func ring(
        _ scope: AccessScope = AccessScope(.read),
        endsAt: Int? = nil
    ) throws -> (AccessRing, String, String) {
        var ring = AccessRing()
        let (key, text) = AccessKey.make(scope, description: "for tests", at: 100, endsAt: endsAt)
        try ring.insert(key, at: 100)
        return (ring, key.id, text)
    }

    private func end(_ decision: AccessDecision) -> AccessEnd? {
        if case .refused(_, let end) = decision { end } else { nil }
    }

    private func scope(_ decision: AccessDecision) -> AccessScope? {
        if case .granted(let key) = decision { key.scope } else { nil }
    }

    @Test func `a key is accepted with its whole text only, not with a similar one`() throws {
        let (ring, id, text) = try ring(AccessScope(.session, session: "s"))
        #expect(scope(ring.decision(text, at: 101)) == AccessScope(.session, session: "s"))
        #expect(scope(ring.decision(ring.owner.text, at: 101)) == .everything)
        let secret = text.split(separator: "_", maxSplits: 2)[2]
        for near in [
            "", "sbk_", "sbk_\(id)", "sbk_\(id)_", "\(text)x", String(text.dropLast()), String(secret),
            text.uppercased(),
            "sbk_owner_\(ring.owner.text)", "sbk_\(id)_\(ring.owner.text)", "sbk_other_\(secret)", " \(text)",
            AccessRing.digest(of: text).text, String(repeating: "x", count: 10_000),
        ] {
            #expect(ring.decision(near, at: 101) == .unknown, "\(near)")
        }
    }

    @Test func `a key is valid until its end, and its holder then gets the reason`() throws {
        let (ring, id, text) = try ring(endsAt: 200)
        #expect(scope(ring.decision(text, at: 199)) != nil)
        #expect(end(ring.decision(text, at: 200)) == .expired(200))
        #expect(ring.decision("sbk_\(id)_guess", at: 200) == .unknown)
    }

    @Test func `a revoked key is no longer valid, and a second revocation changes nothing`() throws {
        var (ring, id, text) = try ring(endsAt: 500)
        let revoked = [("other", 150), (AccessRing.ownerID, 150), (id, 150), (id, 160)].map { ring.revoke($0, at: $1) }
        #expect(revoked.map { $0?.revokedAt } == [nil, nil, 150, 150])
        #expect(end(ring.decision(text, at: 600)) == .revoked(150))
        let rotated = ring.rotate(id, at: 170, grace: 10)
        #expect(rotated == nil)
    }

    @Test(arguments: [true, false])
    func `a replaced key is valid for its grace period`(isOwner: Bool) throws {
        var (ring, id, text) = try ring()
        if isOwner { (id, text) = (AccessRing.ownerID, ring.owner.text) }
        let rotated = [(1_000, 60), (1_010, 0)].compactMap { ring.rotate(id, at: $0, grace: $1) }
        let (second, third) = (try #require(rotated.first), try #require(rotated.last))
        #expect(scope(ring.decision(third, at: 1_010)) != nil && third != second)
        #expect(end(ring.decision(second, at: 1_010)) == .replaced(1_010))
        #expect(scope(ring.decision(text, at: 1_059)) != nil)
        #expect(end(ring.decision(text, at: 1_060)) == .replaced(1_060))
        if isOwner { #expect(ring.owner.text == third) } else { #expect(third.hasPrefix("sbk_\(id)_")) }
        let kept = try AccessRing(json: JSON(parsing: ring.json.bytes))
        #expect(scope(kept.decision(text, at: 1_059)) != nil && scope(kept.decision(third, at: 2_000)) != nil)
    }

    @Test func `the file's content has no key but the owner's, and brings everybody back`() throws {
        var (ring, id, text) = try ring(AccessScope(.read, session: "s"), endsAt: 900)
        let (browser, cookie) = BrowserEntry.make()
        ring.admit(browser)
        let rotated = ring.rotate(id, at: 200, grace: 50)
        let second = try #require(rotated)
        let content = ring.json.text
        let secrets =
            [text, second].map { $0.split(separator: "_", maxSplits: 2)[2] } + [cookie.split(separator: ".")[1]]
        for secret in secrets { #expect(!content.contains(secret)) }
        let kept = try AccessRing(json: JSON(parsing: content))
        #expect(kept.keys == ring.keys && kept.browsers == ring.browsers && kept.owner.text == ring.owner.text)
        #expect(kept.browser(cookie) == browser)
        #expect(kept.browser("\(browser.name).guess") == nil && kept.browser("x\(cookie)") == nil)
    }

    @Test func `browsers of an older file keep their cookies`() throws {
        let secret = SecretText.make().text
        let json: JSON = [
            "bearer": .string(SecretText.make().text), "browsers": [["name": "b1", "secret": .string(secret)]],
        ]
        let ring = try AccessRing(json: json)
        #expect(ring.browser("b1.\(secret)")?.name == "b1")
        #expect(!ring.json.text.contains(secret))
    }

    @Test func `of many browsers those that came first have to come again`() {
        var ring = AccessRing()
        let cookies = (0...AccessRing.browserLimit).map { _ in
            let (entry, cookie) = BrowserEntry.make()
            ring.admit(entry)
            return cookie
        }
        #expect(cookies.map { ring.browser($0) != nil } == [false] + cookies.dropFirst().map { _ in true })
    }

    @Test func `keys are bounded, those that ended make room and are forgotten after a while`() throws {
        var ring = AccessRing()
        for _ in 0..<AccessRing.keyLimit {
            try ring.insert(AccessKey.make(AccessScope(.read), at: 0, endsAt: 50).key, at: 0)
        }
        let (one, text) = AccessKey.make(AccessScope(.read), at: 50)
        var full = ring
        #expect(throws: SearchBusError.self) { try full.insert(one, at: 49) }
        try ring.insert(one, at: 50)
        for second in 51..<(51 + 2 * AccessRing.endedLimit) {
            try ring.insert(AccessKey.make(AccessScope(.read), at: second, endsAt: second + 1).key, at: second)
        }
        #expect(ring.keys.count <= AccessRing.endedLimit + 3)
        #expect(scope(ring.decision(text, at: 5_000)) != nil)
        try ring.insert(AccessKey.make(AccessScope(.read), at: 9_000_000_000).key, at: 9_000_000_000)
        #expect(ring.keys.count == 3)
    }

    @Test func `invalid entries authorize no client`() throws {
        let owner = JSON.string(SecretText.make().text)
        let digest = JSON.string(SecretDigest(of: "abc").text)
        let bad: [JSON] = [
            [], "x", ["id": "a"], ["id": "a", "role": "root", "digest": digest],
            ["id": "a/b", "role": "read", "digest": digest],
            ["id": "a", "role": "read", "digest": "abc"],
            ["id": "a", "role": "admin", "session": "s", "digest": digest],
            ["id": "a", "role": "read", "session": "a b", "digest": digest],
            ["id": "owner", "role": "admin", "digest": digest],
        ]
        let ring = try AccessRing(json: ["bearer": owner, "keys": .array(bad), "browsers": .array(bad)])
        #expect(ring.keys.map(\.id) == ["owner"] && ring.browsers.isEmpty)
        #expect(ring.decision("sbk_a_abc", at: 0) == .unknown)
        for json: JSON in [[:], ["bearer": ""], ["bearer": "short"], []] {
            #expect(throws: JSONError.self) { try AccessRing(json: json) }
        }
    }

    @Test func `random texts are unknown`() throws {
        let (ring, id, text) = try ring()
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<2_000 {
            var bytes = Array([text, ring.owner.text, "sbk_\(id)_"].randomElement(using: &generator)?.utf8 ?? "".utf8)
            guard !bytes.isEmpty else { continue }
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= UInt8.random(in: 1...127, using: &generator)
            #expect(ring.decision(String(decoding: bytes, as: UTF8.self), at: 0) == .unknown, "seed \(testSeed)")
        }
    }
}
