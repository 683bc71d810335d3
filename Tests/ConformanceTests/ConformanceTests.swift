// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite struct ConformanceTests {
    /// The name of the environment variable that names another file of cases.
    private static let variable = "SEARCHBUS_CONFORMANCE_CASES"

    /// The project's copy of the cases, and its own.
    private static let files = ["cases.json", "own-cases.json"].map {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: $0)
    }

    @Test func `a component behaves as the cases say, or departs from them on purpose`() throws {
        let other = ProcessInfo.processInfo.environment[Self.variable].map { URL(filePath: $0) }
        let report = ConformanceDriver(try (other.map { [$0] } ?? Self.files).flatMap(ConformanceCase.read))
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

    @Test func `a case has an identifier of its own`() throws {
        let cases = try Self.files.flatMap(ConformanceCase.read)
        #expect(Set(cases.map(\.id)).count == cases.count)
    }

    @Test func `a case is waived once`() {
        #expect(Set(Waiver.all.map(\.id)).count == Waiver.all.count)
    }
}
