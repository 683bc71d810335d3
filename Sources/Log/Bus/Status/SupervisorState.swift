// SPDX-License-Identifier: MIT

import Runtime
import Wire

/// What the supervisor tells others about itself, in the file `supervisor.json` of the runtime directory.
public struct SupervisorState: JSONRecord {
    public enum ProcessState: String, RecordValue, CaseIterable {
        case starting, running, backoff, failed, stopped
    }

    public struct Process: JSONRecord {
        public var name = ""
        /// Its id while it lives.
        public var pid: Int?
        public var restarts = 0
        public var state = ProcessState.running
        /// Why it does not run, or keeps ending; `nil` where it does neither.
        public var problem: ProcessProblem?

        public init() {}

        public init(name: String, pid: Int?, restarts: Int, state: ProcessState, problem: ProcessProblem? = nil) {
            (self.name, self.pid, self.restarts, self.state, self.problem) = (name, pid, restarts, state, problem)
        }

        public static let fields: [RecordField<Process>] = [
            RecordField("name", \.name, "What it is called."),
            RecordField("pid", \.pid, writesNull: true, "Its id while it lives."),
            RecordField("restarts", \.restarts, "How often it was restarted."),
            RecordField("state", \.state, "How it is."),
            RecordField("problem", \.problem, "Why it does not run, or keeps ending."),
        ]
    }

    public static let fileName = "supervisor.json"

    public var pid = 0
    public var app = ""
    public var data: String?
    /// What the machine is called among those that share a log.
    public var machine: String?
    /// When the supervisor began, in RFC 3339.
    public var startedAt = ""
    /// The console's address, once there is one.
    public var link: String?
    public var processes: [Process] = []

    public init() {}

    public init(
        pid: Int,
        app: String,
        data: String? = nil,
        machine: String? = nil,
        startedAt: String,
        link: String?,
        processes: [Process]
    ) {
        (self.pid, self.app, self.data, self.machine) = (pid, app, data, machine)
        (self.startedAt, self.link, self.processes) = (startedAt, link, processes)
    }

    public static let fields: [RecordField<SupervisorState>] = [
        RecordField("pid", \.pid, "The supervisor's process id."), RecordField("app", \.app, "The app's name."),
        RecordField("data", \.data, "The data directory."), RecordField("machine", \.machine, "The name of the node."),
        RecordField("startedAt", \.startedAt, "When the supervisor started, in RFC 3339."),
        RecordField("link", \.link, "The console's address."), RecordField("processes", \.processes, "The processes."),
    ]

    /// Reads the file in a runtime directory, whose supervisor may have been killed; `nil` if the file is missing.
    public static func read(from runtimeDirectory: String) -> SupervisorState? {
        guard let bytes = try? HandedFile.read("\(runtimeDirectory)/\(fileName)"), let json = try? JSON(parsing: bytes)
        else { return nil }
        return SupervisorState(record: json)
    }
}
