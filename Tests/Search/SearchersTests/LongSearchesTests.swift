// SPDX-License-Identifier: MIT

import Components
import Synchronization
import Testing
import Wire

@testable import Searchers

@Suite("Searches beside the thread of their process", .timeLimit(.minutes(5)))
struct LongSearchesTests {
    /// The callers in the order in which their searches ran.
    private final class Order: Sendable {
        private let state = Mutex<[String]>([])

        var callers: [String] { state.withLock { $0 } }

        func note(_ caller: String) { state.withLock { $0.append(caller) } }
    }

    /// Waits until so many searches wait.
    private func until(_ count: Int, wait searches: LongSearches) async {
        while searches.turns.waitingCount != count { await Task.yield() }
    }

    @Test func `One search runs at a time, and callers take turns`() async throws {
        let searches = LongSearches()
        try await searches.turns.take(for: "first")
        #expect(searches.isBusy(with: "first") && !searches.isBusy(with: "many"))
        let order = Order()
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<5 {
            tasks.append(Task { try await searches.run(for: "many") { order.note("many") } })
            await until(number + 1, wait: searches)
        }
        tasks.append(Task { try await searches.run(for: "one") { order.note("one") } })
        await until(6, wait: searches)
        #expect(searches.isBusy(with: "many") && searches.isBusy(with: "one"))
        searches.turns.end(of: "first")
        for task in tasks { try await task.value }
        #expect(order.callers == ["many", "one", "many", "many", "many", "many"])
        #expect(!searches.isBusy(with: "many") && searches.turns.waitingCount == 0)
    }

    @Test func `A caller has a share of those that wait, and others have theirs`() async throws {
        let searches = LongSearches()
        try await searches.turns.take(for: "many")
        let tasks = (0..<LongSearches.maxWaitingPerCaller).map { _ in
            Task { try await searches.run(for: "many") {} }
        }
        await until(tasks.count, wait: searches)
        let error = await #expect(throws: SearchBusError.self) { try await searches.run(for: "many") {} }
        #expect(error?.code == .busy)
        let other = Task { try await searches.run(for: "one") {} }
        await until(tasks.count + 1, wait: searches)
        searches.turns.end(of: "many")
        for task in tasks + [other] { try await task.value }
        #expect(searches.turns.waitingCount == 0)
    }

    @Test func `A cancelled search frees its slot, and the following ones continue`() async throws {
        let searches = LongSearches()
        try await searches.turns.take(for: "a")
        let cancelled = Task { try await searches.run(for: "b") { Issue.record("it is searched") } }
        await until(1, wait: searches)
        let next = Task { try await searches.run(for: "b") { 7 } }
        await until(2, wait: searches)
        cancelled.cancel()
        let error = await #expect(throws: SearchBusError.self) { try await cancelled.value }
        #expect(error?.code == .cancelled)
        searches.turns.end(of: "a")
        #expect(try await next.value == 7)
        #expect(!searches.isBusy(with: "b"))
    }
}
