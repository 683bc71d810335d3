// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Glibc
import Subprocess
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
