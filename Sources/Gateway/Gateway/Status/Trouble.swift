// SPDX-License-Identifier: MIT

import Bus
import Wire

/// A problem of an app: a process, or a component, and the reason.
struct Trouble: Sendable, Hashable {
    /// The code of the reason, for programs.
    enum Reason: String, Sendable, CaseIterable {
        case starting, silent, backoff, failed, stopped, behind, unheard, problem, idle
    }

    let name: String
    let reason: Reason
    /// The reason as a sentence.
    let detail: String
    /// The problem that the process reports, or the supervisor of it; `nil` without a report.
    let problem: ProcessProblem?

    private init(name: String, reason: Reason, detail: String, problem: ProcessProblem? = nil) {
        (self.name, self.reason, self.detail, self.problem) = (name, reason, detail, problem)
    }

    /// A process that works and reports a problem.
    init(_ process: String, _ problem: ProcessProblem) {
        self.init(
            name: process,
            reason: .problem,
            detail: "\(problem.subject): \(problem.error.message) \(problem.error.remedy)",
            problem: problem
        )
    }

    /// A process that does not work, with what the supervisor knows of the cause.
    init(
        _ process: String,
        _ health: ProcessReport.Health,
        silence: Duration?,
        problem: ProcessProblem? = nil
    ) {
        let time = silence.map { "\(Int($0.inSeconds.rounded())) s" }
        let detail =
            switch health {
            case .starting: "It was started, and has not reported yet."
            case .silent:
                time.map { "It has reported nothing for \($0)." } ?? "It has reported nothing since its start."
            case .backoff: "It ended, and is about to be restarted."
            case .failed where problem == nil: "It keeps failing; the output of `searchbus up` has the cause."
            case .failed: "It keeps failing."
            case .stopped: "It was stopped."
            case .running: "It is at work."
            }
        let cause = problem.map { " \($0.error.message) \($0.error.remedy)" } ?? ""
        self.init(
            name: process,
            reason: Reason(rawValue: health.rawValue) ?? .problem,
            detail: detail + cause,
            problem: problem
        )
    }

    /// A process that works, and lags behind.
    init(_ process: String, behindBy count: Int) {
        self.init(name: process, reason: .behind, detail: "\(count) events are pending.")
    }

    /// A component that no process hosts.
    init(unheard component: String) {
        self.init(name: component, reason: .unheard, detail: "No live process hosts it.")
    }

    /// Shards without an owner; `nil` if there are none.
    init?(idle shards: [Int]) {
        guard let last = shards.last else { return nil }
        let seconds = ShardWatch.patience.components.seconds
        let others = shards.dropLast().map(String.init).joined(separator: ", ")
        let words = shards.count == 1 ? "shard \(last)" : "shards \(others) and \(last)"
        self.init(
            name: "shards",
            reason: .idle,
            detail:
                "No machine has owned \(words) for \(seconds) s: start one with workers, or check why they do not work."
        )
    }

    /// The broker, without reports.
    static let broker = Trouble(name: "broker", reason: .unheard, detail: "It does not respond.")

    /// The form of `json`.
    static let shape = Shape.object([
        "name": .text, "reason": .words(Reason.allCases.map(\.rawValue)), "detail": .text, "subject?": .text,
        "code?": .text, "message?": .text, "remedy?": .text, "since?": .text,
    ])

    /// The trouble for programs; that of a problem has its subject, code, message, remedy and start too.
    var json: JSON {
        .object(
            JSONObject(
                [("name", .string(name)), ("reason", .string(reason.rawValue)), ("detail", .string(detail))]
                    + (problem?.json.object?.members.map { ($0.key, $0.value) } ?? [])
            )
        )
    }
}
