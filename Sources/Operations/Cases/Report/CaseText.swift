// SPDX-License-Identifier: MIT

import Wire

extension CaseReport {
    private static let shownDifferences = 10
    private static let valueWidth = 40

    /// The report for people: a line, and the differences of the first step that has any.
    public var lines: [String] {
        [summary] + notes.map { "  note: \($0)" } + details
    }

    private var summary: String {
        let compared = steps.filter(\.isCompared).count
        let slower = steps.filter(\.isSlower).map(\.number)
        let slowerWords =
            slower.isEmpty
            ? "" : "; slower: step\(slower.count == 1 ? "" : "s") \(slower.map(String.init).joined(separator: ", "))"
        let counts = "\(steps.count) step\(steps.count == 1 ? "" : "s"), \(compared) screen\(compared == 1 ? "" : "s")"
        switch verdict {
        case .same: return "\(name): same (\(counts)\(slowerWords))"
        case .different:
            let different = steps.filter { !$0.differences.isEmpty }
            let kinds = Set(different.compactMap(\.kind)).sorted().map { kind in
                "\(different.count { $0.kind == kind }) \(kind.rawValue)"
            }
            return "\(name): different (\(counts): \(kinds.joined(separator: ", "))\(slowerWords))"
        case .failed:
            return "\(name): failed: \(error?.message ?? "")"
        }
    }

    private var details: [String] {
        if let error { return ["  \(error.remedy)"] }
        guard let step = firstDifference else { return [] }
        var lines = ["  first at step \(step.number): \(step.words)"]
        lines += step.differences.prefix(Self.shownDifferences).map { "  \(Self.line($0))" }
        let rest = step.differences.count - Self.shownDifferences
        return lines + (rest > 0 ? ["  … and \(rest) more"] : [])
    }

    /// A difference on one line: widget and path, what happened, before and after.
    static func line(_ difference: ScreenDifference) -> String {
        let place = difference.path.isEmpty ? difference.widget : "\(difference.widget): \(difference.path)"
        let (before, after) = (difference.before.map(shown), difference.after.map(shown))
        return switch difference.kind {
        case .moved: "\(place) moved: \(before ?? "") → \(after ?? "")"
        case .changed: "\(place) changed: \(before ?? "") → \(after ?? "")"
        case .lost: "\(place) lost: \(before ?? "")"
        case .new: "\(place) new: \(after ?? "")"
        }
    }

    private static func shown(_ value: JSON) -> String {
        let text = value.text
        return text.count > valueWidth ? "\(text.prefix(valueWidth))…" : text
    }
}
