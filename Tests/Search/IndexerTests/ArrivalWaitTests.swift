// SPDX-License-Identifier: MIT

import Testing

@testable import Indexer

@Suite("Waiting for the indexes of other nodes")
struct ArrivalWaitTests {
    private let wait = ArrivalWait(patience: .seconds(60))

    private func step(
        _ awaited: [String],
        hasLooked: Bool = true,
        here: [String] = [],
        after seconds: Int
    )
        -> ArrivalWait.Step
    {
        wait.step(hasLooked: hasLooked, awaited: awaited, isHere: here.contains, waited: .seconds(seconds))
    }

    @Test func `The wait for others' indexes has a timeout`() {
        #expect(step([], after: 0) == .goOn && step([], after: 100) == .goOn)
        #expect(step(["i"], after: 0) == .wait && step(["i"], here: ["i"], after: 59) == .wait)
        #expect(step(["i"], here: ["i"], after: 60) == .goOnWithout(["i"]))
    }

    @Test func `An index of which there is nothing is not gone on with`() {
        #expect(step(["i", "j"], here: ["j"], after: 60) == .giveUp(["i"]))
    }

    @Test func `Until it is known what others have nothing is begun, for as long`() {
        #expect(step([], hasLooked: false, after: 59) == .wait)
        #expect(step([], hasLooked: false, after: 60) == .goOnWithout([]))
    }
}
