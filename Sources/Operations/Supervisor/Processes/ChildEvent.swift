// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Something that a running child did.
public enum ChildEvent: Sendable, Hashable {
    case started(pid: Int32)
    case line(String)
}

/// Runs processes; the supervisor's only way to touch the system's.
public protocol ProcessLauncher: Sendable {
    /// Runs a process until it ends, with its standard input held open.
    ///
    /// - Parameters:
    ///   - definition: What is started.
    ///   - onEvent: Called in order, never twice at once.
    /// - Returns: How it ended.
    func run(
        _ definition: ProcessDefinition,
        onEvent: @escaping @Sendable (ChildEvent) async -> Void
    ) async -> ProcessExit

    /// Asks a process and its descendants to end.
    func signal(pid: Int32, _ signal: SupervisorStateMachine.Signal)
}
