// SPDX-License-Identifier: MIT

import Bus
import Runtime
import Wire

/// What keeps processes from their work: what they report themselves, and how they end.
extension SupervisorStateMachine {
    public mutating func wrote(_ name: String, _ line: String) {
        guard let index = index(of: name) else { return }
        let limit = CrashReport.lineLimit
        let kept = LogText.cut(LogText.cleaned(line), to: limit.bytes)
        processes[index].lines = (processes[index].lines + [kept]).suffix(limit.count)
    }

    /// Compares what a process reports with what it reported before.
    mutating func note(_ problems: [ProcessProblem], of index: Int) -> [Action] {
        let process = processes[index]
        let now = Dictionary(problems.map { ($0.subject, $0.error.code) }, uniquingKeysWith: { first, _ in first })
        guard now != process.problems else { return [] }
        processes[index].problems = now
        let appeared = problems.filter { process.problems[$0.subject] != $0.error.code }
        let resolved = process.problems.keys.filter { now[$0] == nil }.sorted()
        return appeared.map { .report(.problem(name: process.name, subject: $0.subject, $0.error)) }
            + resolved.map { .report(.resolved(name: process.name, subject: $0)) }
    }

    mutating func noteEnd(_ index: Int, _ status: ProcessExit, now: Duration) {
        let process = processes[index]
        processes[index].crash = CrashReport(
            exit: status,
            count: process.history.count,
            error: process.lastError,
            lines: process.lines,
            since: process.crash?.since ?? now,
            retry: RestartHistory.Limits(process.definition.role).retry
        )
    }

    /// How the processes are, for the state file of a supervisor that began at a time.
    public func states(began: Timestamp) -> [SupervisorState.Process] {
        processes.map { process in
            SupervisorState.Process(
                name: process.name,
                pid: process.pid.map(Int.init),
                restarts: process.history.total,
                state: process.stateName,
                problem: process.crash?.problem(in: process.phase, began: began)
            )
        }
    }
}
