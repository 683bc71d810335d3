// SPDX-License-Identifier: MIT

import AccessKeys
import HTTPTypes
import RandomTesting
import Runtime
import Testing
import Wire

@testable import Gateway

/// How many sessions a key, and a client with it, may start.
@Suite struct SessionQuotaTests {
    private let start = ContinuousClock.now

    private func creator(
        _ key: String,
        _ address: String? = nil,
        isUnlimited: Bool = false
    ) -> SessionQuota.Creator {
        SessionQuota.Creator(
            identity: .key(key),
            address: address.flatMap(NetworkAddress.init),
            isUnlimited: isUnlimited
        )
    }

    private func quota(ofKey: Int, ofClient: Int) -> SessionQuota {
        var limits = GatewayConfiguration.Limits()
        (limits.sessionsOfKey, limits.sessionsOfClient) = (ofKey, ofClient)
        return SessionQuota(limits)
    }

    /// How many of some sessions may begin at a moment.
    private func admitted(_ count: Int, _ quota: SessionQuota, _ creator: SessionQuota.Creator, at seconds: Int) -> Int
    {
        (0..<count).count { _ in (try? quota.take(creator, at: start + .seconds(seconds))) != nil }
    }

    @Test func `A key begins so many sessions at once, and as many again within a minute`() {
        let quota = quota(ofKey: 60, ofClient: 1_000)
        #expect(admitted(100, quota, creator("a"), at: 0) == 60)
        #expect(admitted(100, quota, creator("a"), at: 10) == 10)
        #expect(admitted(100, quota, creator("a"), at: 70) == 60)
        #expect(admitted(100, quota, creator("b"), at: 70) == 60, "another key has its own")
        #expect(admitted(1_000, quota, creator("a", isUnlimited: true), at: 70) == 1_000)
    }

    @Test func `One client leaves the others of its key theirs, and addresses of one network are one client`() {
        let quota = quota(ofKey: 50, ofClient: 20)
        #expect(admitted(100, quota, creator("a", "192.0.2.1"), at: 0) == 20)
        #expect(admitted(100, quota, creator("a", "192.0.2.2"), at: 0) == 20)
        #expect(admitted(100, quota, creator("a", "192.0.2.3"), at: 0) == 10, "the key's quota is used up")
        #expect(admitted(100, quota, creator("b", "2001:db8::1"), at: 0) == 20)
        #expect(admitted(100, quota, creator("b", "2001:db8::2:1"), at: 0) == 0)
        #expect(admitted(100, quota, creator("b", "2001:db8:0:1::1"), at: 0) == 20)
    }

    @Test func `What is refused takes nothing, and says when to try again`() throws {
        let quota = quota(ofKey: 60, ofClient: 60)
        #expect(admitted(60, quota, creator("a"), at: 0) == 60)
        for second in 0..<30 {
            #expect(admitted(5, quota, creator("a"), at: second) == (second == 0 ? 0 : 1), "\(second)")
        }
        let problem = try #require(throws: Problem.self) { try quota.take(creator("a"), at: start + .seconds(29)) }
        #expect(problem.status == 429 && problem.error.code == .busy && problem.headers[.retryAfter] == "2")
    }

    @Test func `Whatever comes when, no minute has more than twice the limit, and no key is kept for longer`() {
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<50 {
            let perMinute = Int.random(in: 1...30, using: &generator)
            var limit = RateLimit<Int>(perMinute: perMinute)
            var events: [Int: [Int]] = [:]
            var now = 0
            for _ in 0..<400 {
                now += Int.random(in: 0...3_000, using: &generator)
                let key = Int.random(in: 0..<3, using: &generator)
                let moment = start + .milliseconds(now)
                guard limit.wait(for: key, at: moment) == nil else { continue }
                limit.note(key, at: moment)
                events[key, default: []].append(now)
            }
            for times in events.values {
                for (place, first) in times.enumerated() {
                    let inMinute = times[place...].prefix { $0 < first + 60_000 }.count
                    #expect(inMinute <= perMinute * 2, "seed \(testSeed)")
                }
            }
        }
        var many = RateLimit<Int>(perMinute: 1)
        for key in 0..<10_000 { many.note(key, at: start + .seconds(key)) }
        #expect(many.count <= 1_100, "what is whole again is forgotten")
    }

    @Test func `A key of the role session must wait, the owner need not, and old sessions stay open`() async throws {
        try await TestGateway.with(change: { $0.limits.sessionsOfClient = 3 }) { gateway async throws in
            let (key, text) = AccessKey.make(AccessScope(.session), at: 0)
            try AccessFile(dataDirectory: gateway.directory).change { try $0.insert(key, at: 0) }
            func ask(_ method: String, _ path: String, _ key: String) async throws -> HTTPAnswer {
                try await gateway.ask(
                    method,
                    path,
                    body: "{}",
                    fields: [("Authorization", "Bearer \(key)")],
                    hasKey: false
                )
            }
            var statuses: [Int] = []
            for number in 0..<5 {
                statuses.append(
                    number == 1
                        ? try await ask("PUT", "/api/sessions/one", text).status
                        : try await ask("POST", "/api/sessions", text).status
                )
            }
            #expect(statuses == [201, 201, 201, 429, 429])
            let refused = try await ask("PUT", "/api/sessions/two", text)
            #expect(refused.status == 429 && refused.code == "busy" && refused["Retry-After"] != nil)
            #expect(try await ask("PUT", "/api/sessions/one", text).status == 200)
            for _ in 0..<5 { #expect(try await ask("POST", "/api/sessions", gateway.key).status == 201) }
        }
    }

    @Test func `A session that the key could not use afterwards is not begun`() async throws {
        try await TestGateway.with { gateway async throws in
            let (key, text) = AccessKey.make(AccessScope(.session), at: 0)
            try AccessFile(dataDirectory: gateway.directory).change { try $0.insert(key, at: 0) }
            let answer = try await gateway.ask(
                "POST",
                "/api/sessions",
                body: #"{"session":"algolia-x"}"#,
                fields: [("Authorization", "Bearer \(text)")],
                hasKey: false
            )
            #expect(answer.status == 403 && answer.code == "not-permitted")
            #expect(gateway.log.appends.isEmpty)
        }
    }
}
