// SPDX-License-Identifier: MIT

import Testing

@testable import Copies

@Suite("Indexes that still change")
struct ChangingIndexesTests {
    @Test func `An index is put among the files once it is still, or has changed for long`() {
        var changing = ChangingIndexes()
        let start = ContinuousClock.now
        func second(_ number: Int) -> ContinuousClock.Instant { start + .seconds(number) }
        #expect(!changing.isDue("i", "a", now: start))
        changing.note("i", "a", now: start)
        #expect(changing.isDue("i", "a", now: second(1)))
        changing.note("i", "a", now: second(1))
        // From now on it is another one at each call.
        for number in 2...32 {
            #expect(!changing.isDue("i", "v\(number)", now: second(number)), "\(number)")
            changing.note("i", "v\(number)", now: second(number))
        }
        #expect(changing.isDue("i", "v33", now: second(33)))
        changing.notePut("i")
        changing.note("i", "v33", now: second(33))
        // And again after the same time.
        for number in 34...63 {
            #expect(!changing.isDue("i", "v\(number)", now: second(number)), "\(number)")
            changing.note("i", "v\(number)", now: second(number))
        }
        #expect(changing.isDue("i", "v64", now: second(64)))
        changing.note("i", nil, now: second(64))
        #expect(!changing.isDue("i", "v64", now: second(65)))
    }
}
