// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppFile
import AppModel
import Supervisor

/// Shows what the supervisor does: its own lines on standard output, what the processes write on standard error.
struct SupervisorOutput: Sendable {
    /// How wide the names of processes are set; longer ones stand out.
    private static let nameWidth = 18

    func show(_ message: Supervisor.Message) {
        switch message {
        case .report(let report): Terminal.output.print(Terminal.output.styled("\(report)", style(report.tone)))
        case .line(let process, let line):
            let padding = String(repeating: " ", count: max(0, Self.nameWidth - process.count))
            Terminal.error.print("\(Terminal.error.styled(process, .cyan))\(padding) │ \(line)")
        case .problem(let error): warn("\(error)")
        }
    }

    /// Shows what is wrong with an app file.
    func show(_ error: AppFileError, of file: AppFilePath) {
        for problem in error.problems { warn(file.line(problem)) }
    }

    /// Shows something that people should look at.
    func warn(_ text: String) {
        Terminal.error.print(Terminal.error.styled(text, .yellow))
    }

    private func style(_ tone: SupervisorReport.Tone) -> Terminal.Style? {
        switch tone {
        case .plain: nil
        case .good: .green
        case .warning: .yellow
        case .bad: .red
        }
    }
}
