// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import Dispatch
import Runtime
import Supervisor

/// Shows what the supervisor does: its own lines on standard output, what the processes write on standard error; lines of JSON
/// all on standard output.
///
/// The supervisor does not wait for their reader.
struct SupervisorOutput: Sendable {
    /// How long the last lines may take, when everything has ended.
    private static let patience = DispatchTimeInterval.milliseconds(500)
    /// How wide the names of processes are set; longer ones stand out.
    private static let nameWidth = 18

    private let output: OutputQueue
    private let errors = OutputQueue("errors") { Terminal.error.write($0) }
    /// Whether the login link is printed: other readers of the output may store it.
    private let showsLink: Bool
    /// What makes lines of JSON; `nil` where lines are for people.
    private let lines: SupervisorLines?

    /// - Parameters:
    ///   - showsLink: Whether the login link is printed also if the output is not a terminal.
    ///   - form: What lines are.
    init(showsLink: Bool, form: LogForm) {
        // What is for programs is kept.
        self.showsLink = form == .text && (showsLink || Terminal.output.isInteractive)
        guard form == .json else {
            lines = nil
            output = OutputQueue("standard") { Terminal.output.write($0) }
            return
        }
        let lines = SupervisorLines()
        self.lines = lines
        output = OutputQueue("standard", notice: { lines.notice(leftOut: $0) }) { Terminal.output.write($0) }
    }

    func show(_ message: Supervisor.Message) {
        switch message {
        case .report(let report):
            let shown = showsLink ? report : report.withoutToken
            output.print(lines?.line(shown) ?? Terminal.output.styled("\(shown)", style(report.tone)))
        case .line(let process, let line):
            if let lines { return output.print(lines.line(line, of: process)) }
            let padding = String(repeating: " ", count: max(0, Self.nameWidth - process.count))
            errors.print(
                "\(Terminal.error.styled(process, .cyan))\(padding) │ \(LogRecord(line: line)?.sentence ?? line)"
            )
        case .problem(let error):
            if let lines { return output.print(lines.line(error)) }
            warn("\(error)")
        }
    }

    func show(_ error: AppFileError, of file: AppFilePath) {
        for problem in error.problems { warn(file.line(problem)) }
    }

    /// Shows a line that is worth reading and asks for nothing.
    func tell(_ text: String) {
        output.print(lines?.line(text, level: .info) ?? text)
    }

    /// Shows something that people should look at.
    func warn(_ text: String) {
        if let lines { return output.print(lines.line(text, level: .warning)) }
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
