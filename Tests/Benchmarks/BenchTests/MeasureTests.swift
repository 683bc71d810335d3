// SPDX-License-Identifier: MIT

import Testing

@testable import Bench

@Suite("Measures")
struct MeasureTests {
    @Test func `A percentile is a time that was measured: the nearest rank`() {
        let times = Percentiles((1...100).map { Int64($0) * 1000 }.shuffled())
        #expect(times.count == 100)
        #expect(times.nanoseconds(at: 0.5) == 50_000)
        #expect(times.nanoseconds(at: 0.99) == 99_000)
        #expect(times.nanoseconds(at: 0.999) == 100_000)
        #expect(times.nanoseconds(at: 1) == 100_000)
        #expect(times.microseconds(at: 0.5) == 50)
        #expect(times.milliseconds(at: 0.5) == 0.05)
    }

    @Test func `Percentiles of one time are that time, of none zero`() {
        #expect(Percentiles([7]).nanoseconds(at: 0.01) == 7)
        #expect(Percentiles([7]).nanoseconds(at: 0.999) == 7)
        #expect(Percentiles([]).nanoseconds(at: 0.5) == 0)
        #expect(Percentiles([]).milliseconds(at: 0.5).isNaN)
    }

    @Test(arguments: [([], 0), ([3], 3), ([9, 1, 5], 5), ([4, 1, 2, 9], 3)] as [([Double], Double)])
    func `The median is the middle value in any order`(values: [Double], expected: Double) {
        #expect(values.median == expected)
    }

    @Test func `Keys come at fixed times, the sessions shifted against each other`() {
        let arrivals = Arrivals(sessions: 4, rate: 5, seconds: 2).all
        #expect(arrivals.count == 40)
        #expect(arrivals.map(\.time) == arrivals.map(\.time).sorted(), "in order of time")
        #expect(Set(zip(arrivals, arrivals.dropFirst()).map { $1.time - $0.time }) == [50_000_000], "evenly spread")
        for session in 0..<4 {
            let own = arrivals.filter { $0.session == session }
            #expect(own.map(\.number) == Array(0..<10))
            #expect(Set(zip(own, own.dropFirst()).map { $1.time - $0.time }) == [200_000_000], "five a second each")
        }
    }

    @Test func `A plan knows the last key of each session`() {
        #expect(Arrivals(sessions: 3, rate: 5, seconds: 2).lastNumber == 9)
        #expect(Arrivals(sessions: 3, rate: 5, seconds: 0).lastNumber == nil)
    }

    @Test func `A typist writes letter by letter, then starts another word`() {
        var typist = Typist(["sam", "", "of"], session: 0)
        let texts = (0..<5).map { _ in typist.next() }
        #expect(Set(texts) == ["s", "sa", "sam", "o", "of"])
        #expect(zip(texts, texts.dropFirst()).allSatisfy { $0 != $1 }, "each key changes the text")
    }

    @Test func `A typist without words still types`() {
        var typist = Typist([], session: 3)
        #expect(typist.next() != typist.next())
    }
}
