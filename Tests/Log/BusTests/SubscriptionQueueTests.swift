// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Bus

@Suite struct SubscriptionQueueTests {
    private func queue() -> SubscriptionQueue {
        SubscriptionQueue(id: 1, onResume: { _ in }, onWait: {}, onCancel: { _ in })
    }

    @Test func `An error is delivered between the events before and after it`() async throws {
        let queue = queue()
        let (first, second, third) = (try event(1, previous: 0), try event(2, previous: 1), try event(3, previous: 2))
        queue.put([first])
        queue.put([second])
        queue.fail(SearchBusError(.trimmed, "gone"))
        queue.put([third])
        #expect(try await queue.next() == [first, second])
        let error = await #expect(throws: SearchBusError.self) { try await queue.next() }
        #expect(error?.code == .trimmed)
        #expect(try await queue.next() == [third])
    }

    @Test func `A waiting reader receives either at once`() async throws {
        let queue = queue()
        let news = Task { try await queue.next() }
        queue.fail(SearchBusError(.epochChanged, "another log"))
        await #expect(throws: SearchBusError.self) { try await news.value }
        let events = Task { try await queue.next() }
        queue.put([try event(1, previous: 0)])
        #expect(try await events.value.count == 1)
    }

    @Test func `A full queue pauses its subscription until there is room`() async throws {
        let queue = queue()
        let one = try event(1, previous: 0)
        queue.put(Array(repeating: one, count: SubscriptionQueue.limit - 1))
        #expect(!queue.mustPause())
        queue.put([one])
        #expect(queue.mustPause())
        #expect(try await queue.next().count == SubscriptionQueue.limit)
        #expect(!queue.mustPause())
    }
}
