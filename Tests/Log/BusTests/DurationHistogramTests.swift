// SPDX-License-Identifier: MIT

import RandomTesting
import Testing
import Wire

@testable import Bus

@Suite struct DurationHistogramTests {
    @Test func `what is said on the bus is what was counted`() throws {
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<200 {
            var histogram = DurationHistogram()
            for _ in 0..<Int.random(in: 0...50, using: &generator) {
                histogram.observe(.microseconds(Int.random(in: 0...20_000_000, using: &generator)))
            }
            let read = try DurationHistogram(json: JSON(parsing: histogram.json.bytes))
            #expect(read.counts == histogram.counts && read.count == histogram.count, "seed \(testSeed)")
            #expect(abs(read.sum - histogram.sum) < 1e-5, "seed \(testSeed)")
            #expect(read.cumulative == read.cumulative.sorted())
            #expect(histogram.json.bytes.count < 120)
        }
    }

    @Test(arguments: [
        #"{}"#, #"{"count":-1,"counts":[]}"#, #"{"count":1,"counts":[2]}"#, #"{"count":1,"counts":[1,1]}"#,
        #"{"count":9223372036854775807,"counts":[9223372036854775807,9223372036854775807]}"#,
        #"{"count":5,"counts":[-1,2]}"#, #"{"count":5,"sum":-1,"counts":[]}"#,
        #"{"count":5,"counts":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}"#,
    ])
    func `impossible numbers are refused`(text: String) throws {
        let json = try JSON(parsing: text)
        #expect(throws: JSONError.self) { try DurationHistogram(json: json) }
    }
}
