// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Testing

@testable import JetStream

@Suite("Whether a thread still gets on")
struct ProgressCheckTests {
    private let start = SuspendingClock.now

    /// Asks each second from a moment on; answers after how many it was found to be stuck.
    private func stuckAfter(_ check: inout ProgressCheck, number: UInt64?, from: Int, for count: Int) -> Int? {
        (from..<from + count).first { check.isStuck(at: number, now: start + .seconds($0)) }.map { $0 - from }
    }

    @Test func `One whose number stays as it is for 20 s does not`() {
        var check = ProgressCheck(at: start)
        #expect(stuckAfter(&check, number: 1, from: 0, for: 60) == 21)
        #expect(stuckAfter(&check, number: 2, from: 60, for: 15) == nil)
        #expect(stuckAfter(&check, number: 3, from: 75, for: 20) == nil)
    }

    @Test func `Whoever stood still itself gives it the time anew`() {
        var check = ProgressCheck(at: start)
        #expect(stuckAfter(&check, number: 1, from: 0, for: 10) == nil)
        #expect(stuckAfter(&check, number: 1, from: 100, for: 60) == 21)
    }

    @Test func `One that waits for nothing may take as long as it likes`() {
        var check = ProgressCheck(at: start)
        #expect(stuckAfter(&check, number: 1, from: 0, for: 15) == nil)
        #expect(stuckAfter(&check, number: nil, from: 15, for: 60) == nil)
        #expect(stuckAfter(&check, number: 1, from: 75, for: 60) == 21)
    }
}
