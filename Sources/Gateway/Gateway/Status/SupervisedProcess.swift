// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import FoundationEssentials
import Wire

/// What the supervisor notes of a process that it runs, in `supervisor.json` of the runtime directory.
struct SupervisedProcess: Sendable, Hashable {
    /// What a process is doing, as the supervisor sees it.
    enum State: String, Sendable {
        case starting, running, backoff, failed, stopped
    }

    let name: String
    let pid: Int?
    let restarts: Int
    let state: State
    /// Why it does not run, or keeps ending; `nil` where it does neither.
    let problem: ProcessProblem?

    /// Reads the supervisor's notes; empty where there are none.
    static func read(runtimeDirectory: String) -> [SupervisedProcess] {
        guard let data = FileManager.default.contents(atPath: "\(runtimeDirectory)/supervisor.json"),
            let json = try? JSON(parsing: data), let processes = try? json.list("processes")
        else { return [] }
        return processes.compactMap(SupervisedProcess.init)
    }

    init?(_ json: JSON) {
        guard let name = json["name"]?.string else { return nil }
        self.name = name
        pid = json["pid"]?.int
        restarts = json["restarts"]?.int ?? 0
        state = State(rawValue: json["state"]?.string ?? "") ?? .running
        problem = json["problem"].flatMap { try? ProcessProblem(json: $0) }
    }
}
