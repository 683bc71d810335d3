// SPDX-License-Identifier: MIT

import Bus
import Runtime
import Wire

/// Why a process does not run, or keeps ending: how it ended, how often, what it wrote last, and when it is started again.
struct CrashReport: Sendable, Hashable {
    /// The subject of the problem that the supervisor reports of a process.
    static let subject = "process"
    /// How many lines are kept of what a process writes, and how many bytes of each.
    static let lineLimit = (count: 5, bytes: 300)
    /// How many ends in a row are reported as a problem; a single one may have been bad luck.
    private static let minCount = 2

    let exit: ProcessExit
    /// How often it ended by itself within the last minute.
    let count: Int
    let error: SearchBusError?
    let lines: [String]
    /// When it ended first, since the supervisor began.
    let since: Duration
    /// How long the circuit breaker waits at most between two starts.
    let retry: Duration

    /// The problem to show; `nil` where the process ended once and was started again.
    func problem(in phase: SupervisedProcess.Phase, began: Timestamp) -> ProcessProblem? {
        var isFailed = false
        if case .failed = phase { isFailed = true }
        guard isFailed || count >= Self.minCount else { return nil }
        let times = count > 1 ? ", \(count) times within a minute" : ""
        let said = error.map { " \($0.message)" } ?? ""
        let last = lines.isEmpty ? "" : " Last lines: \(lines.map { "“\($0)”" }.joined(separator: " "))"
        return ProcessProblem(
            subject: Self.subject,
            error: SearchBusError(
                error?.code ?? .componentFailed,
                "The process \(exit)\(times)\(breaker(phase)).\(said)\(last)",
                remedy: error?.remedy ?? exit.remedy
            ),
            since: Timestamp(microseconds: began.microseconds + since.components.seconds * 1_000_000).description
        )
    }

    /// What the circuit breaker does, in words.
    private func breaker(_ phase: SupervisedProcess.Phase) -> String {
        switch phase {
        case .failed(until: nil):
            "; circuit breaker open: it is started again when the app file changes, or by `searchbus restart`"
        case .failed: "; circuit breaker open: it is started again within \(SupervisorReport.seconds(retry))"
        default: ""
        }
    }
}

extension ProcessExit {
    /// What to do about a process that ends like this and does not say why.
    var remedy: String {
        switch self {
        case .signal(7):
            "A file mapped by the process was truncated, or its disk fails: check the disk, run `searchbus index verify`, and restore damaged indexes."
        case .signal(4), .signal(5), .signal(6), .signal(8), .signal(11): ErrorCode.internalError.remedy
        case .signal(25): "Raise the system's limit on the size of files (ulimit -f)."
        case .notStarted: "Check that the program exists and that this user may run it."
        default: ErrorCode.componentFailed.remedy
        }
    }

    /// The name of a signal; `nil` for one that has no common name.
    static func name(ofSignal number: Int32) -> String? {
        [
            1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE",
            9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM", 24: "SIGXCPU", 25: "SIGXFSZ",
            31: "SIGSYS",
        ][number]
    }
}
