// SPDX-License-Identifier: MIT

import Cases
import Foundation
import Testing
import Wire

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct CaseReportTests {
    private func step(
        _ number: Int,
        _ differences: [ScreenDifference] = [],
        before: Double? = nil,
        now: Double? = nil
    ) -> CaseReport.Step {
        var step = CaseReport.Step(number: number, words: "box set-query {\"query\":\"<a&b>\"}")
        (step.isCompared, step.differences, step.tookBefore, step.took) = (true, differences, before, now)
        return step
    }

    private let lost = ScreenDifference(.lost, widget: "hits", path: "hits[p7]", before: ["objectID": "p7"])
    private let moved = ScreenDifference(.moved, widget: "hits", path: "hits[p8]", before: 2, after: 1)

    private var reports: [CaseReport] {
        var same = CaseReport(name: "a.case")
        same.steps = [step(1), step(2, before: 20, now: 500)]
        var different = CaseReport(name: "b \"quoted\".case")
        different.steps = [step(1), step(2, [lost, moved]), step(3, [moved])]
        var failed = CaseReport(name: "c.case")
        failed.error = SearchBusError(.backendFailed, "The engine is \u{1}down.", remedy: "Start it.")
        return [same, different, failed]
    }

    @Test func `a report names the first difference`() {
        #expect(reports.map(\.verdict) == [.same, .different, .failed])
        #expect(reports[0].lines == ["a.case: same (2 steps, 2 screens; slower: step 2)"])
        #expect(
            reports[1].lines == [
                "b \"quoted\".case: different (3 steps, 3 screens: 1 lost, 1 moved)",
                "  first at step 2: box set-query {\"query\":\"<a&b>\"}",
                "  hits: hits[p7] lost: {\"objectID\":\"p7\"}", "  hits: hits[p8] moved: 2 → 1",
            ]
        )
        #expect(reports[2].lines.first == "c.case: failed: The engine is \u{1}down.")
    }

    @Test(arguments: [(20.0, 500.0, true), (20, 61, false), (300, 800, false), (300, 1_000, true), (5, 104, false)])
    func `a step is slower beyond a factor and a floor`(before: Double, now: Double, isSlower: Bool) {
        #expect(step(1, before: before, now: now).isSlower == isSlower)
    }

    @Test func `the JUnit report is well-formed`() throws {
        let document = try XMLDocument(xmlString: JUnitReport.text(reports))
        func attributes(_ path: String) throws -> [String?] {
            try document.nodes(forXPath: path).map(\.stringValue)
        }
        #expect(try attributes("//testcase/@name") == ["a.case", "b \"quoted\".case", "c.case"])
        #expect(try attributes("/testsuites/@failures") + attributes("/testsuites/@errors") == ["1", "1"])
        #expect(try attributes("//failure/@message").first??.hasPrefix("differs at step 2: box set-query") == true)
        #expect(try attributes("//error/@type") == ["backend-failed"])
    }
}
