// SPDX-License-Identifier: MIT

import Bus
import NIOCore
import SearchModel
import Testing
import Wire

@testable import Gateway

@Suite("Shares of callers", .timeLimit(.minutes(5)))
struct CallerShareTests {
    @Test func `A caller is its key at its address, of which a client cannot choose the part that counts`() throws {
        func token(_ key: String, _ address: String) throws -> CallerToken {
            CallerToken(key, at: try SocketAddress(ipAddress: address, port: 4_711))
        }
        let one = try token("a", "192.0.2.1")
        #expect(try one == token("a", "192.0.2.1") && one == token("a", "::ffff:192.0.2.1"))
        #expect(try one != token("a", "192.0.2.2") && one != token("b", "192.0.2.1"))
        #expect(try token("a", "2001:db8::1") == token("a", "2001:db8:0:0:ffff::2"))
        #expect(try token("a", "2001:db8::1") != token("a", "2001:db8:0:1::1"))
        #expect(CallerToken("a", at: nil) == CallerToken("a", at: nil))
        #expect((1...16).contains(one.text.count))
    }

    private struct Excess: Error, Equatable {
        let own: Int
        let limit: Int
    }

    private func hold(
        _ shares: CallerShares,
        _ count: Int,
        _ bytes: Int,
        of caller: String,
        _ body: () async throws -> Void = {}
    ) async throws {
        let caller = CallerToken(caller, at: nil)
        try await shares.holding(.init(count: count, bytes: bytes), of: caller, excess: Excess.init, body)
    }

    @Test func `A caller with as many searches as it may have is refused, and others are not`() async throws {
        let shares = CallerShares(.init(count: 10, bytes: 1_000), perCaller: .init(count: 2, bytes: 500))
        try await hold(shares, 2, 400, of: "many") {
            #expect(shares.count == 2)
            await #expect(throws: Excess(own: 2, limit: 2)) { try await hold(shares, 1, 1, of: "many") }
            await #expect(throws: Excess(own: 0, limit: 2)) { try await hold(shares, 1, 501, of: "large") }
            try await hold(shares, 1, 1, of: "other")
        }
        await #expect(throws: CancellationError.self) {
            try await hold(shares, 2, 500, of: "many") { throw CancellationError() }
        }
        try await hold(shares, 2, 500, of: "many")
        #expect(shares.count == 0)
    }

    @Test func `All callers together are limited in number and in bytes`() async throws {
        let limit = CallerShares.Amount(count: 2, bytes: 100)
        let shares = CallerShares(limit, perCaller: limit)
        try await hold(shares, 1, 90, of: "a") {
            for (count, bytes) in [(1, 11), (2, 1)] {
                let refused = await #expect(throws: SearchBusError.self) {
                    try await hold(shares, count, bytes, of: "b")
                }
                #expect(refused?.code == .busy)
            }
            try await hold(shares, 1, 10, of: "b")
        }
        #expect(shares.count == 0)
    }

    @Test func `Answers of a call that are too large together fail, and are not kept`() throws {
        let table = try GatewayApp(TestGateway.app).searchers
        let search = #"{"searcher":"products","query":"a"}"#
        let list = [String](repeating: search, count: 12).joined(separator: ",")
        let searches = try OneOffSearch.parse(JSON(parsing: #"{"requests":[\#(list)]}"#), for: table).searches
        var plan = OneOffPlan(searches, in: (0..<12).map { "search-x-\($0)" }, number: 1)
        let filler = String(repeating: "x", count: 1_000_000)
        for number in 0..<12 {
            let draft = EventDraft(
                topic: try Topic(parsing: "results/products/search-x-\(number)/"),
                id: Identifier.make(),
                source: "/t",
                type: "searchbus.results.hits",
                data: Array(#"{"request":1,"hits":[{"objectID":"a","t":"\#(filler)"}]}"#.utf8)
            )
            plan.note(try Event(draft, sequence: SequenceNumber(rawValue: 9), previous: .zero, epoch: "e"))
        }
        #expect(plan.isComplete)
        let kept = plan.answers.compactMap { try? $0?.get() }
        #expect(kept.count == 8 && kept.reduce(0) { $0 + $1.count } <= OneOffPlan.maxAnswerBytes)
        #expect(throws: SearchBusError.self) { try plan.answers[11]?.get() }
    }
}
