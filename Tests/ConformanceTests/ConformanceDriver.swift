// SPDX-License-Identifier: MIT

import Wire

/// Plays cases and reports their results.
struct ConformanceDriver {
    /// An output that is not what a case expects.
    struct Mismatch {
        /// The output.
        let subject: String
        let expected: JSON
        let actual: JSON
        /// Whether the case has no counterpart here.
        let isMissing: Bool
    }

    /// A case that failed.
    struct Failure {
        let id: String
        let mismatches: [Mismatch]

        /// The failure in one line.
        var line: String {
            let expected = JSONObject(mismatches.map { ($0.subject, $0.expected) })
            let actual = JSONObject(mismatches.map { ($0.subject, $0.actual) })
            return "\(id): expected \(JSON.object(expected).text), got \(JSON.object(actual).text)"
        }
    }

    /// The cases that behave as expected.
    private(set) var passed: [String] = []
    /// The cases that do not, though they should.
    private(set) var failures: [Failure] = []
    /// The cases that do not, on purpose.
    private(set) var waived: [String] = []
    /// The cases for features that do not exist yet.
    private(set) var missing: [String] = []

    init(_ cases: [ConformanceCase]) {
        for testCase in cases {
            let mismatches = Self.mismatches(of: testCase)
            if mismatches.isEmpty {
                passed.append(testCase.id)
            } else if players[testCase.component] != nil, Waiver.all.contains(where: { $0.id == testCase.id }) {
                waived.append(testCase.id)
            } else if mismatches.allSatisfy(\.isMissing) {
                missing.append(testCase.id)
            } else {
                failures.append(Failure(id: testCase.id, mismatches: mismatches))
            }
        }
    }

    /// The line that everything ends with.
    var summary: String {
        "conformance: \(passed.count) passed, \(failures.count) failed, \(waived.count) waived, \(missing.count) missing"
    }

    private static func mismatches(of testCase: ConformanceCase) -> [Mismatch] {
        do {
            guard let type = players[testCase.component] else { throw Missing("component \(testCase.component)") }
            var player: any CasePlayer = try type.init(given: testCase.given)
            for command in testCase.commands { try player.play(command.requiredString("command"), command) }
            return testCase.expected.compactMap { mismatch(of: player, Expectation($0, of: testCase)) }
        } catch {
            return [mismatch(error, expected: .object(JSONObject(testCase.expected.map { ($0.key, $0.value) })))]
        }
    }

    private static func mismatch(of player: any CasePlayer, _ expectation: Expectation) -> Mismatch? {
        do {
            let actual = try player.output(expectation.output, expected: expectation.value)
            guard !expectation.isMet(by: actual) else { return nil }
            return Mismatch(
                subject: expectation.output,
                expected: expectation.value,
                actual: actual,
                isMissing: false
            )
        } catch {
            return mismatch(error, expected: expectation.value)
        }
    }

    private static func mismatch(_ error: any Error, expected: JSON) -> Mismatch {
        let feature = (error as? Missing)?.feature
        let actual = JSON.string("\(error)")
        return Mismatch(subject: feature ?? "error", expected: expected, actual: actual, isMissing: feature != nil)
    }
}
