// SPDX-License-Identifier: MIT

import Wire

/// A process that is to run: what is started, and what it was configured from.
///
/// Two definitions are equal when the process need not be restarted to go from one to the other.
public struct ProcessDefinition: Sendable, Hashable {
    /// When a process starts and stops, relative to the others.
    public enum Role: String, Sendable, Hashable {
        /// The log: first to start, last to stop.
        case broker
        /// Everything that folds the log.
        case worker
        /// The face to browsers: first to stop.
        case gateway
    }

    /// How the supervisor learns that a process does its work.
    public enum Readiness: Sendable, Hashable {
        /// It reports on the bus.
        case status
        /// It reports on the bus, or has run this long: a third-party program need not report its status.
        case statusOrAge(Duration)
    }

    /// What the process is called in messages, on the bus and in the state file.
    public let name: String
    public let role: Role
    /// The executable: a path, or a name that is looked for in `PATH`.
    public let executable: String
    public let arguments: [String]
    /// Variables that its environment has beside what it inherits.
    public private(set) var environment: [String: String]
    /// What it gets of the supervisor's own environment.
    public let inheritance: Inheritance
    /// Where it runs; `nil` for the supervisor's own directory.
    public let workingDirectory: String?
    public let readiness: Readiness
    /// How long it may take to end before it is killed.
    public let patience: Duration
    /// Whether it is a third-party program.
    public var isForeign: Bool { readiness != .status }
    /// The part of the app that it reads; where that changes, it is restarted.
    public let configuration: JSON

    public init(
        name: String,
        role: Role,
        executable: String,
        arguments: [String] = [],
        environment: [String: String] = [:],
        inheritance: Inheritance = .all,
        workingDirectory: String? = nil,
        readiness: Readiness = .status,
        patience: Duration = SupervisorStateMachine.patience,
        configuration: JSON = .null
    ) {
        self.name = name
        self.role = role
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.inheritance = inheritance
        self.workingDirectory = workingDirectory
        self.readiness = readiness
        self.patience = patience
        self.configuration = configuration
    }

    /// The same with one more variable.
    func with(_ name: String, _ value: String) -> Self {
        var other = self
        other.environment[name] = value
        return other
    }
}
