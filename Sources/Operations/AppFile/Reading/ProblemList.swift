// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Collects the problems of a file while it is read, so that all are reported at once.
final class ProblemList {
    private(set) var problems: [AppFileProblem] = []

    func report(_ message: String, at position: SourceNode.Position, remedy: String) {
        problems.append(
            AppFileProblem(line: position.line, column: position.column, message: message, remedy: remedy)
        )
    }

    /// Reports an unknown word.
    func reportUnknown(_ message: String, _ word: String, at position: SourceNode.Position, known: [String]) {
        report(message, at: position, remedy: Spelling.remedy(for: word, among: known))
    }

    /// The problems in the order of the lines.
    var sorted: [AppFileProblem] {
        problems.sorted { ($0.line, $0.column ?? 0, $0.message) < ($1.line, $1.column ?? 0, $1.message) }
    }
}
