// SPDX-License-Identifier: MIT

import Testing

@testable import JetStream

@Suite("Whether a thread makes progress")
struct ProgressCheckTests {
    private let start = SuspendingClock.now

    /// Checks every second from a moment on; returns the seconds until it is found stuck.
    private func stuckAfter(_ check: inout ProgressCheck, number: UInt64?, from: Int, for count: Int) -> Int? {
        (from..<from + count).first { check.isStuck(at: number, now: start + .seconds($0)) }.map { $0 - from }
    }

    @Test func `A thread whose number does not change for 20 s is stuck`() {
        var check = ProgressCheck(at: start)
        #expect(stuckAfter(&check, number: 1, from: 0, for: 60) == 21)
        #expect(stuckAfter(&check, number: 2, from: 60, for: 15) == nil)
        #expect(stuckAfter(&check, number: 3, from: 75, for: 20) == nil)
    }

    @Test func `After a pause of the checking thread, the time starts again`() {
        var check = ProgressCheck(at: start)
        #expect(stuckAfter(&check, number: 1, from: 0, for: 10) == nil)
        #expect(stuckAfter(&check, number: 1, from: 100, for: 60) == 21)
    }

    @Test func `A thread that waits for nothing is not stuck`() {
        var check = ProgressCheck(at: start)
        #expect(stuckAfter(&check, number: 1, from: 0, for: 15) == nil)
        #expect(stuckAfter(&check, number: nil, from: 15, for: 60) == nil)
        #expect(stuckAfter(&check, number: 1, from: 75, for: 60) == 21)
    }
}
