// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaLanguage
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

    @Test func `A caller with as many questions as it may have is refused, and others are not`() async throws {
        let table = QuestionTable(count: 10, bytes: 1_000, perCaller: (2, 500))
        let deadline = ContinuousClock.now + .seconds(60)
        let waiting = ["a", "b"].map { id in
            Task { try await table.answer(to: id, bytes: 200, of: "many", deadline: deadline) {} }
        }
        while table.count < 2 { await Task.yield() }
        let refused = await #expect(throws: AlgoliaError.self) {
            try await table.answer(to: "c", bytes: 1, of: "many", deadline: deadline) { Issue.record("it is asked") }
        }
        #expect(refused?.status == 429)
        let large = await #expect(throws: AlgoliaError.self) {
            try await table.answer(to: "d", bytes: 501, of: "large", deadline: deadline) { Issue.record("it is asked") }
        }
        #expect(large?.status == 429)
        await #expect(throws: CancellationError.self) {
            try await table.answer(to: "e", bytes: 1, of: "other", deadline: deadline) {
                table.failed(["e"], with: CancellationError())
            }
        }
        table.failed(["a"], with: CancellationError())
        await #expect(throws: CancellationError.self) {
            try await table.answer(to: "f", bytes: 200, of: "many", deadline: deadline) {
                table.failed(["f"], with: CancellationError())
            }
        }
        table.failed(["b"], with: CancellationError())
        for task in waiting { _ = await task.result }
        #expect(table.count == 0)
    }

    @Test func `Answers of a call that are too large together fail, and are not kept`() throws {
        let table = try GatewayApp(TestGateway.app).searchers
        let search = #"{"searcher":"products","query":"a"}"#
        let list = [String](repeating: search, count: 12).joined(separator: ",")
        var plan = OneOffPlan(try OneOffSearch.parse(JSON(parsing: #"{"requests":[\#(list)]}"#), for: table).searches)
        _ = plan.begin(in: (0..<12).map { ("search-x-\($0)", 1) })
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
