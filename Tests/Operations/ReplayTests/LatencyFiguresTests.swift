// SPDX-License-Identifier: MIT

import Replay
import Testing

@Suite struct LatencyFiguresTests {
    @Test func `percentiles are times that were measured`() throws {
        let figures = try #require(LatencyFigures((1...200).map(Double.init).shuffled()))
        #expect(figures.p50 == 100 && figures.p99 == 198)
        #expect(LatencyFigures([7])?.p99 == 7)
        #expect(LatencyFigures([]) == nil)
    }
}
