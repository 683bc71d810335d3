// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Subprocess
import SystemPackage

/// Runs processes of the system, each in a process group of its own, so that Ctrl-C reaches the supervisor alone.
public struct SystemLauncher: ProcessLauncher {
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
                await onEvent(.started(pid: execution.processIdentifier.value))
                var lines = LineSplitter()
                var output = execution.standardOutput.makeAsyncIterator()
                // A pipe that breaks is no reason to lose sight of the process: its end is what counts.
                while let buffer = try? await output.next() {
                    for line in buffer.withUnsafeBytes({ lines.take($0) }) { await onEvent(.line(line)) }
                }
                if let rest = lines.finish() { await onEvent(.line(rest)) }
            }
            // What the process left behind in its group ends with it.
            kill(-result.processIdentifier.value, SIGKILL)
            return switch result.terminationStatus {
            case .exited(let code): .code(code)
            case .signaled(let signal): .signal(signal)
            }
        } catch {
            return .notStarted("\(error)")
        }
    }

    public func signal(pid: Int32, _ signal: SupervisorStateMachine.Signal) {
        kill(-pid, signal == .kill ? SIGKILL : SIGTERM)
    }

    private func configuration(_ definition: ProcessDefinition) -> Configuration {
        var options = PlatformOptions()
        options.processGroupID = 0
        let isPath = definition.executable.contains("/")
        return Configuration(
            executable: isPath ? .path(FilePath(definition.executable)) : .name(definition.executable),
            arguments: Arguments(definition.arguments),
            environment: .inherit.updating(
                Dictionary(
                    uniqueKeysWithValues: definition.environment.map { (Environment.Key(stringLiteral: $0), $1) }
                )
            ),
            workingDirectory: definition.workingDirectory.map { FilePath($0) },
            platformOptions: options
        )
    }
}
