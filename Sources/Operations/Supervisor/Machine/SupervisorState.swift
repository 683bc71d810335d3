// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

/// What the supervisor tells others about itself, in the file `supervisor.json` of the runtime directory.
public struct SupervisorState: Sendable, Hashable {
    /// How a process is.
    public enum ProcessState: String, Sendable, Hashable, CaseIterable {
        case starting, running, backoff, failed, stopped
    }

    /// One process.
    public struct Process: Sendable, Hashable {
        /// What it is called.
        public let name: String
        /// Its id while it lives.
        public let pid: Int?
        /// How often it was started again.
        public let restarts: Int
        /// How it is.
        public let state: ProcessState
        /// Why it does not run, or keeps ending; `nil` where it does neither.
        public let problem: ProcessProblem?

        public init(
            name: String,
            pid: Int?,
            restarts: Int,
            state: ProcessState,
            problem: ProcessProblem? = nil
        ) {
            self.problem = problem
            self.name = name
            self.pid = pid
            self.restarts = restarts
            self.state = state
        }
    }

    /// The name of the file.
    public static let fileName = "supervisor.json"

    /// The supervisor's own process id.
    public let pid: Int
    /// The app's name.
    public let app: String
    /// The data directory.
    public let data: String?
    /// What the machine is called among those that share a log.
    public let machine: String?
    /// When the supervisor began, in RFC 3339.
    public let startedAt: String
    /// The console's address, once there is one.
    public let link: String?
    /// The processes in the order in which they start.
    public let processes: [Process]

    public init(
        pid: Int,
        app: String,
        data: String? = nil,
        machine: String? = nil,
        startedAt: String,
        link: String?,
        processes: [Process]
    ) {
        self.machine = machine
        self.pid = pid
        self.app = app
        self.data = data
        self.startedAt = startedAt
        self.link = link
        self.processes = processes
    }
}

extension SupervisorState: JSONConvertible {
    public init(json: JSON) throws {
        self.init(
            pid: try json.requiredInt("pid"),
            app: try json.requiredString("app"),
            data: json["data"]?.string,
            machine: json["machine"]?.string,
            startedAt: try json.requiredString("startedAt"),
            link: json["link"]?.string,
            processes: try json.list("processes").map { process in
                let state = try process.requiredString("state")
                guard let known = ProcessState(rawValue: state) else { throw JSONError("`\(state)` is not a state") }
                return Process(
                    name: try process.requiredString("name"),
                    pid: process["pid"]?.int,
                    restarts: try process.requiredInt("restarts"),
                    state: known,
                    problem: process["problem"].flatMap { try? ProcessProblem(json: $0) }
                )
            }
        )
    }

    public var json: JSON {
        var object = JSONObject([("pid", JSON(pid)), ("app", .string(app))])
        if let data { object["data"] = .string(data) }
        if let machine { object["machine"] = .string(machine) }
        object["startedAt"] = .string(startedAt)
        if let link { object["link"] = .string(link) }
        object["processes"] = .array(
            processes.map { process in
                var members = JSONObject([
                    ("name", .string(process.name)), ("pid", JSON(process.pid)), ("restarts", JSON(process.restarts)),
                    ("state", .string(process.state.rawValue)),
                ])
                if let problem = process.problem { members["problem"] = problem.json }
                return .object(members)
            }
        )
        return .object(object)
    }
}
