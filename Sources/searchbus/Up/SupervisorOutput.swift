// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppFile
import AppModel
import Dispatch
import Supervisor

/// Shows what the supervisor does: its own lines on standard output, what the processes write on standard error.
///
/// Nobody waits for whoever reads them.
struct SupervisorOutput: Sendable {
    /// How long the last lines may take, when everything has ended.
    private static let patience = DispatchTimeInterval.milliseconds(500)
    /// How wide the names of processes are set; longer ones stand out.
    private static let nameWidth = 18

    private let output = OutputQueue("standard") { Terminal.output.write($0) }
    private let errors = OutputQueue("errors") { Terminal.error.write($0) }
    /// Whether the link that lets people in is shown: whatever else reads the output may keep it.
    private let showsLink: Bool

    /// - Parameter showsLink: Whether the link that lets people in is shown also where nobody reads along.
    init(showsLink: Bool) {
        self.showsLink = showsLink || Terminal.output.isInteractive
    }

    func show(_ message: Supervisor.Message) {
        switch message {
        case .report(let report):
            let shown = showsLink ? report : report.withoutToken
            output.print(Terminal.output.styled("\(shown)", style(report.tone)))
        case .line(let process, let line):
            let padding = String(repeating: " ", count: max(0, Self.nameWidth - process.count))
            errors.print("\(Terminal.error.styled(process, .cyan))\(padding) │ \(line)")
        case .problem(let error): warn("\(error)")
        }
    }

    /// Shows what is wrong with an app file.
    func show(_ error: AppFileError, of file: AppFilePath) {
        for problem in error.problems { warn(file.line(problem)) }
    }

    /// Shows a line that is worth reading and asks for nothing.
    func tell(_ text: String) {
        output.print(text)
    }

    /// Shows something that people should look at.
    func warn(_ text: String) {
        errors.print(Terminal.error.styled(text, .yellow))
    }

    /// Waits a moment for what has not been written yet.
    func flush() {
        output.flush(within: Self.patience)
        errors.flush(within: Self.patience)
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
