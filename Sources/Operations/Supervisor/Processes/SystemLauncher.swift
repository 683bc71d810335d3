// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Subprocess
import Synchronization
import SystemPackage

/// Runs processes of the system, each in a process group of its own, so that Ctrl-C reaches the supervisor alone.
public struct SystemLauncher: ProcessLauncher {
    /// How often a process is looked at that lives on without an output.
    private static let interval: Duration = .milliseconds(100)

    private let living = LivingProcesses()

    public init() {}

    public func run(
        _ definition: ProcessDefinition,
        onEvent: @escaping @Sendable (ChildEvent) async -> Void
    ) async -> ProcessExit {
        do {
            let result = try await Subprocess.run(
                configuration(definition),
                input: .inputWriter,
                output: .sequence,
                error: .combinedWithOutput
            ) { execution in
                let pid = execution.processIdentifier.value
                living.add(pid)
                await onEvent(.started(pid: pid))
                var lines = LineSplitter()
                var output = execution.standardOutput.makeAsyncIterator()
                // A broken pipe does not end the process: its exit is what counts.
                while let buffer = try? await output.next() {
                    for line in buffer.withUnsafeBytes({ lines.take($0) }) { await onEvent(.line(line)) }
                }
                if let rest = lines.finish() { await onEvent(.line(rest)) }
                // What the process left behind in its group ends with it, while its id is still its own.
                while !living.remove(pid) { try? await Task.sleep(for: Self.interval) }
            }
            return switch result.terminationStatus {
            case .exited(let code): .code(code)
            case .signaled(let signal): .signal(signal)
            }
        } catch {
            return .notStarted("\(error)")
        }
    }

    public func signal(pid: Int32, _ signal: SupervisorStateMachine.Signal) {
        living.signal(pid, signal == .kill ? SIGKILL : SIGTERM)
    }

    private func configuration(_ definition: ProcessDefinition) -> Configuration {
        var options = PlatformOptions()
        options.processGroupID = 0
        let isPath = definition.executable.contains("/")
        let inherited = definition.inheritance.part(of: ProcessInfo.processInfo.environment)
        let variables = inherited.merging(definition.environment) { $1 }
        return Configuration(
            executable: isPath ? .path(FilePath(definition.executable)) : .name(definition.executable),
            arguments: Arguments(definition.arguments),
            environment: .custom(
                Dictionary(uniqueKeysWithValues: variables.map { (Environment.Key(stringLiteral: $0), $1) })
            ),
            workingDirectory: definition.workingDirectory.map { FilePath($0) },
            platformOptions: options
        )
    }
}

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

/// The processes that were started and have not ended.
///
/// A process id is another's soon after its process has ended and its status was taken. So nothing is sent to an id that
/// is not listed here, and it is taken off the list before the status is. May be used from any thread.
final class LivingProcesses: Sendable {
    private let pids = Mutex<Set<Int32>>([])

    /// Lists a process whose status has not been collected.
    func add(_ pid: Int32) {
        pids.withLock { _ = $0.insert(pid) }
    }

    /// Sends a signal to a process and all of its group, if it has not ended.
    func signal(_ pid: Int32, _ number: Int32) {
        pids.withLock { pids in
            if pids.contains(pid) { kill(-pid, number) }
        }
    }

    /// Takes a process off the list where it has ended, and ends what it left behind in its group.
    ///
    /// - Returns: Whether it has ended.
    func remove(_ pid: Int32) -> Bool {
        pids.withLock { pids in
            var status = siginfo_t()
            // Does not reap it: the id stays the process's until its status is collected.
            let code = waitid(P_PID, id_t(pid), &status, WEXITED | WNOHANG | WNOWAIT)
            guard code == 0 else { return errno == ECHILD && pids.remove(pid) != nil }
            guard status.si_signo != 0 else { return false }
            pids.remove(pid)
            kill(-pid, SIGKILL)
            return true
        }
    }
}
