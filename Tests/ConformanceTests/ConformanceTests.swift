// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Testing

@Suite struct ConformanceTests {
    /// The name of the environment variable that names another file of cases.
    private static let variable = "SEARCHBUS_CONFORMANCE_CASES"

    /// The project's own copy of the cases.
    private static let ownCopy = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "cases.json")

    /// How many of those cases are waived; a waiver for more than one case must not come to cover another.
    private static let waivedCount = 55

    @Test func `a component behaves as the cases say, or departs from them on purpose`() throws {
        let other = ProcessInfo.processInfo.environment[Self.variable].map { URL(filePath: $0) }
        let report = ConformanceDriver(try ConformanceCase.read(other ?? Self.ownCopy))
        for failure in report.failures {
            print(failure.line)
            if let fault = KnownFault.all.first(where: { $0.id == failure.id }) {
                withKnownIssue("\(fault.reason)") { Issue.record("\(failure.line)") }
            } else {
                Issue.record("\(failure.line)")
            }
        }
        if other == nil {
            #expect(!report.passed.isEmpty)
            #expect(report.waived.count == Self.waivedCount)
            for id in report.passed {
                #expect(!Waiver.all.contains { $0.scope == .testCase(id) }, "\(id) passes: it needs no waiver")
                #expect(!KnownFault.all.contains { $0.id == id }, "\(id) passes: the fault is gone")
            }
        }
        print(report.summary)
    }
}
