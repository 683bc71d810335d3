// SPDX-License-Identifier: MIT

import RandomTesting
import SearchModel
import Testing
import Wire

@testable import AccessKeys

/// Keys with filters, and keys that were made from others.
@Suite struct RestrictionTests {
    private func ring(_ scope: AccessScope, endsAt: Int? = nil) throws -> (ring: AccessRing, id: String, text: String) {
        var ring = AccessRing()
        let (key, text) = AccessKey.make(scope, at: 100, endsAt: endsAt)
        try ring.insert(key, at: 100)
        return (ring, key.id, text)
    }

    private func granted(_ decision: AccessDecision) -> AccessKey? {
        if case .granted(let key) = decision { key } else { nil }
    }

    private func end(_ decision: AccessDecision) -> AccessEnd? {
        if case .refused(_, let end) = decision { end } else { nil }
    }

    private func restricted(_ text: String, _ filters: String? = "tenant:acme", endsAt: Int? = nil) throws -> String {
        try #require(Restriction(filters: try filters.map(KeyFilters.init), endsAt: endsAt).key(from: text))
    }

    @Test func `a restricted key opens what its restrictions leave`() throws {
        let (ring, id, text) = try ring(AccessScope(.session))
        let key = try #require(granted(ring.decision(restricted(text), at: 200)))
        #expect(key.id == id && key.scope.role == .session && key.scope.filters?.texts == ["tenant:acme"])
        #expect(key.part?.count == 16 && key.endsAt == nil)
        let other = try #require(granted(ring.decision(restricted(text, "tenant:globex"), at: 200)))
        #expect(other.part != key.part)
        let alone = try #require(Restriction(session: "s").key(from: text))
        #expect(granted(ring.decision(alone, at: 200))?.scope == AccessScope(.session, session: "s"))
    }

    @Test func `no character of a restricted key can be another one`() throws {
        let (ring, _, text) = try ring(AccessScope(.session))
        let key = try restricted(text)
        #expect(granted(ring.decision(key, at: 200)) != nil)
        let letters = Array("Ab0-_.")
        for place in key.indices.dropFirst(4) {
            for letter in letters where letter != key[place] {
                var other = key
                other.replaceSubrange(place...place, with: [letter])
                #expect(granted(ring.decision(other, at: 200)) == nil, "\(other)")
            }
        }
        for cut in 1..<key.count { #expect(granted(ring.decision(key.dropLast(cut), at: 200)) == nil) }
    }

    @Test func `it ends with the key that it was made from, and at its own time`() throws {
        var (ring, id, text) = try ring(AccessScope(.read), endsAt: 500)
        let (short, long) = try (restricted(text, endsAt: 300), restricted(text, endsAt: 900))
        #expect(granted(ring.decision(short, at: 299))?.endsAt == 300)
        #expect(granted(ring.decision(long, at: 499))?.endsAt == 500)
        #expect(end(ring.decision(short, at: 300)) == .expired(300))
        #expect(end(ring.decision(long, at: 500)) == .expired(500))
        _ = ring.rotate(id, at: 200, grace: 50)
        #expect(granted(ring.decision(short, at: 240)) != nil)
        #expect(end(ring.decision(short, at: 250)) == .replaced(250))
        _ = ring.revoke(id, at: 260)
        #expect(end(ring.decision(short, at: 270)) == .revoked(260))
    }

    @Test func `what identifies it later is the secret that signed it`() throws {
        var (ring, id, text) = try ring(AccessScope(.session))
        let made = try restricted(text)
        let digest = try #require(granted(ring.decision(made, at: 200))).digest(shown: made)
        #expect(digest == AccessRing.digest(of: text))
        _ = ring.rotate(id, at: 200, grace: 50)
        #expect(granted(ring.decision(id: id, digest, at: 249)) != nil)
        #expect(end(ring.decision(id: id, digest, at: 250)) == .replaced(250))
    }

    @Test func `filters of both keys must hold`() throws {
        let own = try KeyFilters("visible:true OR public:true")
        let (ring, _, text) = try ring(AccessScope(.session, filters: own))
        let filters = try #require(granted(ring.decision(restricted(text), at: 200))?.scope.filters)
        #expect(filters.texts == ["visible:true OR public:true", "tenant:acme"])
        #expect(own.state.isPart(of: filters.state) && !filters.state.isPart(of: own.state))
        #expect(filters.state.groupsByType.count == 2)
    }

    @Test(arguments: [
        ("{}", "no restrictions"), ("[]", "no restrictions"), (#"{"filters":7}"#, "filters"),
        (#"{"filters":"tenant:"}"#, "filters"), (#"{"filters":""}"#, "no condition"),
        (#"{"filters":"tenant:a","role":"admin"}"#, "`role`"), (#"{"session":"a/b"}"#, "session"),
        (#"{"session":"search-1"}"#, "session"), (#"{"endsAt":"soon"}"#, "endsAt"), ("{", ""),
        (#"{"session":"t"}"#, "another session"),
    ])
    func `restrictions that are invalid open nothing, and their holder learns why`(payload: String, word: String) throws
    {
        let (ring, id, text) = try ring(AccessScope(.session, session: "s"))
        let secret = try #require(AccessKey.parts(of: text)).secret
        let encoded = SecretText.encode(Array(payload.utf8))
        let code = Restriction.signature(of: encoded, with: SecretDigest(of: secret))
        guard case .invalid(let reason) = end(ring.decision("sbk_\(id)_\(encoded).\(code)", at: 200)) else {
            Issue.record("\(payload) is accepted")
            return
        }
        #expect(reason.contains(word), "\(reason)")
    }

    @Test func `a key with all permissions is not the start of a restricted one`() throws {
        let (ring, _, text) = try ring(AccessScope(.admin))
        #expect(Restriction(session: "s").key(from: ring.owner.text) == nil)
        #expect(Restriction(session: "s").key(from: try restricted(text)) == nil, "nor is a restricted key")
        guard case .invalid = end(ring.decision(try restricted(text), at: 200)) else {
            Issue.record("a key of the role admin is restricted")
            return
        }
    }

    @Test func `filters are read as those of Algolia's keys, within limits`() throws {
        #expect(try KeyFilters("tenant:acme").state == KeyFilters(#"  "tenant":"acme" "#).state)
        let both = try KeyFilters("price < 10 AND (brand:A OR brand:B) AND NOT hidden:true").state
        #expect(try KeyFilters("brand:B OR brand:A").state.isPart(of: both))
        #expect(try KeyFilters("price < 10").state.isPart(of: both))
        #expect(try !KeyFilters("brand:A").state.isPart(of: both))
        #expect(try !KeyFilters("hidden:true").state.isPart(of: both))
        for text in ["", "  ", "tenant:", "tenant:a AND", String(repeating: "a", count: 3_000) + ":b"] {
            #expect(throws: JSONError.self) { try KeyFilters(text) }
        }
        let many = (1...100).map { "a:\($0)" }.joined(separator: " OR ")
        #expect(many.utf8.count < KeyFilters.textLimit && (try? KeyFilters(many)) == nil, "too large as JSON")
    }

    @Test func `a key with filters is in the file with them, and opens sessions that are named`() throws {
        let scope = AccessScope(.read, filters: try KeyFilters("tenant:acme"))
        let (ring, id, text) = try ring(scope)
        let read = try AccessRing(json: ring.json)
        #expect(granted(read.decision(text, at: 200))?.scope == scope)
        #expect(read.keys.first { $0.id == id }?.shown["filters"] == "tenant:acme")
        func rights(_ role: AccessRole, _ session: String?) -> Set<AccessRight> {
            let scope = AccessScope(role, filters: scope.filters)
            return Set(AccessRight.allCases.filter { scope.allows($0, session: session) })
        }
        #expect(rights(.read, "s") == [.describe, .view, .log] && rights(.read, nil) == [.describe])
        #expect(rights(.read, "search-1") == [.describe])
        #expect(rights(.session, "s") == [.describe, .view, .use, .begin, .search, .log])
        for (role, filters) in [("admin", "tenant:acme"), ("read", "tenant:"), ("read", "")] {
            var members = try #require(AccessKey.make(AccessScope(.read), at: 1).key.json.object)
            (members["role"], members["filters"]) = (.string(role), .string(filters))
            #expect(throws: (any Error).self) { try AccessKey(json: .object(members)) }
        }
    }
}
