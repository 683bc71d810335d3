// SPDX-License-Identifier: MIT

import Synchronization
import Testing
import Wire

@testable import Bus

@Suite struct SubscriptionWaitTests {
    private let clock = ContinuousClock()

    private func queue(onWait: @escaping @Sendable () -> Void = {}) -> SubscriptionQueue {
        SubscriptionQueue(id: 1, onResume: { _ in }, onWait: onWait, onCancel: { _ in })
    }

    @Test func `A deadline that has passed returns at once what is there, and nothing where nothing is`() async throws {
        let queue = queue()
        #expect(try await queue.next(until: .now) == [])
        let one = try event(1, previous: 0)
        queue.put([one])
        #expect(try await queue.next(until: .now) == [one])
        #expect(try await queue.next(until: .now) == [])
    }

    @Test func `A reader gives its deadline to the socket thread, which resumes it when it expires`() async throws {
        let (waits, wait) = AsyncStream.makeStream(of: Void.self)
        let queue = queue { wait.yield() }
        let deadline = clock.now.advanced(by: .seconds(60))
        let reader = Task { try await queue.next(until: deadline) }
        for await _ in waits { break }
        #expect(queue.deadline == deadline)
        queue.expire(at: deadline.advanced(by: .milliseconds(-1)))
        #expect(queue.deadline == deadline, "not before it has come")
        queue.expire(at: deadline)
        #expect(try await reader.value == [])
        #expect(queue.deadline == nil)
    }

    @Test func `An event that comes before the deadline takes the deadline away`() async throws {
        let (waits, wait) = AsyncStream.makeStream(of: Void.self)
        let queue = queue { wait.yield() }
        let deadline = clock.now.advanced(by: .seconds(60))
        let reader = Task { try await queue.next(until: deadline) }
        for await _ in waits { break }
        let one = try event(1, previous: 0)
        queue.put([one])
        #expect(try await reader.value == [one])
        #expect(queue.deadline == nil)
    }

    @Test func `A reader is woken whether it waits already or waits next, once for each time`() async throws {
        let (waits, wait) = AsyncStream.makeStream(of: Void.self)
        let queue = queue { wait.yield() }
        queue.wake()
        queue.wake()
        #expect(try await queue.next(until: nil) == [], "woken before it waited")
        #expect(try await queue.next(until: .now) == [], "and not twice")
        let reader = Task { try await queue.next(until: clock.now.advanced(by: .seconds(60))) }
        for await _ in waits { break }
        queue.wake()
        #expect(try await reader.value == [])
    }

    @Test func `A reader that is woken with events there gets the events`() async throws {
        let queue = queue()
        let one = try event(1, previous: 0)
        queue.put([one])
        queue.wake()
        #expect(try await queue.next(until: nil) == [one])
    }

    @Test func `A reader whose task is cancelled ends at once, and so does everyone who reads after`() async throws {
        let (waits, wait) = AsyncStream.makeStream(of: Void.self)
        let (cancels, cancelled) = AsyncStream.makeStream(of: Int.self)
        let queue = SubscriptionQueue(
            id: 7,
            onResume: { _ in },
            onWait: { wait.yield() },
            onCancel: { cancelled.yield($0) }
        )
        let reader = Task { try await queue.next(until: clock.now.advanced(by: .seconds(60))) }
        for await _ in waits { break }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        await #expect(throws: CancellationError.self) { try await queue.next(until: nil) }
        for await id in cancels {
            #expect(id == 7)
            break
        }
        #expect(queue.deadline == nil, "the socket thread has no deadline")
    }
}
