// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Testing

@Suite struct ConformanceTests {
    /// The name of the environment variable that names another file of cases.
    private static let variable = "SEARCHBUS_CONFORMANCE_CASES"

    /// The project's own copy of the cases.
    private static let ownCopy = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "cases.json")

    @Test func `a component behaves as the cases say, or departs from them on purpose`() throws {
        let other = ProcessInfo.processInfo.environment[Self.variable].map { URL(filePath: $0) }
        let report = ConformanceDriver(try ConformanceCase.read(other ?? Self.ownCopy))
        for failure in report.failures {
            print(failure.line)
            Issue.record("\(failure.line)")
        }
        if other == nil {
            #expect(!report.passed.isEmpty)
            let needless = Set(Waiver.all.map(\.id)).subtracting(report.waived)
            #expect(needless.isEmpty, "these need no waiver")
        }
        for id in report.missing { print("missing: \(id)") }
        print(report.summary)
    }

    @Test func `a case is waived once`() {
        #expect(Set(Waiver.all.map(\.id)).count == Waiver.all.count)
    }
}
