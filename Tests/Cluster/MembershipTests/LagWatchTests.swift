// SPDX-License-Identifier: MIT

import Testing

@testable import Membership

@Suite("Whether a node lags too far")
struct LagWatchTests {
    /// Whether it does, after each second, for given positions of the node and the log's end.
    private func verdicts(_ seconds: [(place: Int, last: Int)]) -> [Bool] {
        var watch = LagWatch()
        return seconds.enumerated().map { second, at in
            watch.note(place: at.place, last: at.last, now: .seconds(second))
            return watch.isBehind
        }
    }

    @Test func `One that keeps up is not, however much there is to do`() {
        #expect(verdicts((0..<9).map { (1000 * $0, 1000 * $0) }) == Array(repeating: false, count: 9))
        #expect(verdicts((0..<9).map { (1000 * $0, 1000 * $0 + 900) }) == Array(repeating: false, count: 9))
    }

    @Test func `One that catches up is, until it is near the end`() {
        let places = [0, 900, 1800, 2700, 3600, 4500, 5400, 6300]
        #expect(verdicts(places.map { ($0, 6400) }) == [false, false, false, true, true, true, false, false])
    }

    @Test func `A node without progress before the end does, until it progresses`() {
        let places = [7, 7, 7, 7, 7, 7, 8, 9]
        #expect(verdicts(places.map { ($0, 9) }) == [false, false, false, false, true, true, false, false])
    }

    @Test func `One that may hand nothing in is at once, for as long as that is so`() {
        var watch = LagWatch()
        for (second, last) in [9, 12].enumerated() {
            watch.note(place: 9, last: last, isHeldBack: true, now: .seconds(second))
            #expect(watch.isBehind)
        }
        watch.note(place: 12, last: 12, now: .seconds(2))
        #expect(!watch.isBehind)
    }

    @Test func `A moment is nothing, nor is what cannot be`() {
        #expect(verdicts([(0, 5000), (1, 5000), (2, 5000), (5000, 5000), (5000, 9000)]).allSatisfy { !$0 })
        #expect(verdicts(Array(repeating: (Int.min, Int.max), count: 9)).allSatisfy { !$0 })
    }
}
