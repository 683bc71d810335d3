// SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
import Runtime
import Supervisor
import Wire

/// What `up` writes, as lines of JSON: what it does itself, and what the processes write, whatever that is.
struct SupervisorLines: Sendable {
    /// What the supervisor is called where a process stands.
    private static let ownName = "supervisor"
    private static let errorMark = "error: "
    private static let warningMark = "warning: "

    let now: @Sendable () -> String

    init(now: @escaping @Sendable () -> String = LogRecord.now) {
        self.now = now
    }

    func line(_ report: SupervisorReport) -> String {
        let level: LogRecord.Level =
            switch report.tone {
            case .plain, .good: .info
            case .warning: .warning
            case .bad: .error
            }
        let fields = [("event", report.word)] + (report.process.map { [("about", $0)] } ?? [])
        return own(level, report.description, fields)
    }

    /// Something that the supervisor tells beside that.
    func line(_ text: String, level: LogRecord.Level) -> String { own(level, text, []) }

    func line(_ error: SearchBusError) -> String {
        own(.error, error.message, [("code", error.code.rawValue), ("remedy", error.remedy)])
    }

    func notice(leftOut count: Int) -> String {
        own(.warning, "\(count) lines before this were dropped: they were not read", [("leftOut", "\(count)")])
    }

    /// A line that a process wrote: a record of its own as it is, anything else as a message.
    func line(_ line: String, of process: String) -> String {
        var record = LogRecord(line: line, time: now()) ?? wrapped(line)
        record.process = process
        record.component = record.component ?? process
        return record.text
    }

    private func wrapped(_ line: String) -> LogRecord {
        if line.hasPrefix(Self.errorMark) {
            return LogRecord(.error, String(line.dropFirst(Self.errorMark.count)), time: now())
        }
        if line.hasPrefix(Self.warningMark) {
            return LogRecord(.warning, String(line.dropFirst(Self.warningMark.count)), time: now())
        }
        return LogRecord(.info, line, time: now())
    }

    private func own(_ level: LogRecord.Level, _ message: String, _ fields: [(String, String)]) -> String {
        var record = LogRecord(
            level,
            message,
            component: Self.ownName,
            fields: fields.map { (name: $0.0, value: $0.1) },
            time: now()
        )
        record.process = Self.ownName
        return record.text
    }
}

enum LogForm: String, ExpressibleByArgument, CaseIterable {
    case text
    case json

    /// The requested format, by default that of the environment; passed on to later processes.
    ///
    /// To be called before there are threads.
    static func takeEffect(_ asked: LogForm?) -> LogForm {
        let variable = Executable.logVariable
        switch asked {
        case nil: break
        case .text?: unsetenv(variable.name)
        case .json?: setenv(variable.name, variable.json, 1)
        }
        return Executable.logsJSON ? .json : .text
    }
}
