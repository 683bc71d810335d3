// SPDX-License-Identifier: MIT

import Wire

/// The reports of a run as JUnit XML, which CI systems read.
public enum JUnitReport {
    public static func text(_ reports: [CaseReport]) -> String {
        let failures = reports.count { $0.verdict == .different }
        let errors = reports.count { $0.verdict == .failed }
        let counts =
            "tests=\"\(reports.count)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"\(seconds(reports.reduce(0) { $0 + $1.seconds }))\""
        let lines =
            [
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(counts)>",
                "<testsuite name=\"searchbus\" \(counts)>",
            ] + reports.map(testCase) + ["</testsuite>", "</testsuites>"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func testCase(_ report: CaseReport) -> String {
        let head =
            "<testcase classname=\"searchbus\" name=\"\(escaped(report.name))\" time=\"\(seconds(report.seconds))\""
        let body = report.lines.joined(separator: "\n")
        switch report.verdict {
        case .same: return "\(head)/>"
        case .different:
            let step = report.firstDifference
            let message = "differs at step \(step?.number ?? 0): \(step?.words ?? "")"
            return "\(head)><failure message=\"\(escaped(message))\">\(escaped(body))</failure></testcase>"
        case .failed:
            let message = escaped(report.error?.message ?? "")
            let code = report.error?.code.rawValue ?? ""
            return "\(head)><error type=\"\(code)\" message=\"\(message)\">\(escaped(body))</error></testcase>"
        }
    }

    /// A number with three decimals.
    private static func seconds(_ value: Double) -> String {
        let thousandths = Int(exactly: (value * 1_000).rounded()) ?? 0
        return "\(thousandths / 1_000).\(String(1_000 + thousandths % 1_000).dropFirst())"
    }

    /// A text without the characters that XML gives a meaning, or does not allow.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n": result += "&#10;"
            case "\u{9}", "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
                result.unicodeScalars.append(scalar)
            default: result += "\u{FFFD}"
            }
        }
        return result
    }
}
