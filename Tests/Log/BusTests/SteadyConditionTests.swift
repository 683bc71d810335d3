// SPDX-License-Identifier: MIT

import Runtime
import Synchronization
import Testing

@Suite("A condition with a monotonic clock", .timeLimit(.minutes(5)))
struct SteadyConditionTests {
    @Test func `A wait ends at its time, and not before`() {
        let condition = SteadyCondition()
        condition.lock()
        defer { condition.unlock() }
        for milliseconds in [-5, 0, 1, 30] {
            let end = SuspendingClock.now + .milliseconds(milliseconds)
            while condition.wait(until: end) {}
            #expect(SuspendingClock.now >= end, "\(milliseconds)")
        }
    }

    @Test func `A wake-up ends all waits, while its caller holds the lock`() {
        let condition = SteadyCondition()
        let waiting = Mutex((count: 0, isOpen: false))
        let threads = (0..<3).map { number in
            SystemThread(blocksSignals: true) {
                condition.lock()
                waiting.withLock { $0.count += 1 }
                let end = SuspendingClock.now + .seconds(1000)
                while !waiting.withLock({ $0.isOpen }) {
                    if number == 0 { condition.wait() } else { _ = condition.wait(until: end) }
                }
                condition.unlock()
            }
        }
        while true {
            condition.lock()
            if waiting.withLock({ $0.count }) == threads.count { break }
            condition.unlock()
        }
        waiting.withLock { $0.isOpen = true }
        condition.broadcast()
        condition.unlock()
        for thread in threads { thread.join() }
    }
}
