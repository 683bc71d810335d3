// SPDX-License-Identifier: MIT

import Bus
import Glibc
import ProcessTesting
import Runtime
import Testing
import Wire

@testable import Supervisor

/// The supervisor over real processes: idle shells.
@Suite(.timeLimit(.minutes(5))) struct SupervisorTests {
    /// Reports a status for every process that was started.
    private struct Listener: StatusListener {
        let started: AsyncStream<String>

        func listen(_ heard: @escaping @Sendable (HeardStatus) async -> Void) async {
            for await name in started { await heard(HeardStatus(name: name, pid: nil)) }
        }
    }

    private static func shell(_ name: String, _ role: ProcessDefinition.Role, _ script: String) -> ProcessDefinition {
        ProcessDefinition(
            name: name,
            role: role,
            executable: "/bin/sh",
            arguments: ["-c", script],
            readiness: .status
        )
    }

    private func makeSupervisor(
        _ definitions: [ProcessDefinition],
        in folder: String
    ) -> (Supervisor, AsyncStream<Supervisor.Message>) {
        let (messages, continuation) = AsyncStream.makeStream(of: Supervisor.Message.self)
        let (started, starts) = AsyncStream.makeStream(of: String.self)
        let supervisor = Supervisor(
            app: "test",
            definitions: definitions,
            dataDirectory: folder,
            keeper: RuntimeKeeper(directory: folder),
            launcher: SystemLauncher(),
            listener: Listener(started: started)
        ) { message in
            if case .report(.started(let name, _)) = message { starts.yield(name) }
            continuation.yield(message)
        }
        return (supervisor, messages)
    }

    @Test func `a process that is killed is started again, and everything stops in order`() async throws {
        let folder = try makeTemporaryDirectory()
        defer { removeDirectory(folder) }
        let (supervisor, messages) = makeSupervisor(
            [
                Self.shell("broker", .broker, "exec cat"), Self.shell("a", .worker, "exec cat"),
                Self.shell("gateway", .gateway, "echo ready http://x/; exec cat"),
            ],
            in: folder
        )
        let running = Task { try await supervisor.run() }
        var first: Int32?
        var stopped: [String] = []
        loop: for await message in messages {
            guard case .report(let report) = message else { continue }
            switch report {
            case .started("a", let pid):
                if let first {
                    #expect(pid != first)
                    let written = try #require(SupervisorState.read(from: folder))
                    #expect(written.data == folder)
                    #expect(written.processes.first { $0.name == "a" }?.restarts == 1)
                    await supervisor.stop()
                }
                first = pid
            case .ready(_, let link):
                #expect(link == "http://x/")
                kill(try #require(first), SIGKILL)
            case .restarting(let name, let status, _):
                #expect(name == "a")
                #expect(status == .signal(SIGKILL))
            case .stopped(let name, _):
                stopped.append(name)
                if stopped.count == 3 { break loop }
            default: break
            }
        }
        try await running.value
        #expect(stopped == ["gateway", "a", "broker"])
        #expect((try? Files.read("\(folder)/\(SupervisorState.fileName)")) == nil)
    }

    @Test func `a process's output is printed with its name`() async throws {
        let folder = try makeTemporaryDirectory()
        defer { removeDirectory(folder) }
        let (supervisor, messages) = makeSupervisor([Self.shell("a", .worker, "echo hello >&2; exec cat")], in: folder)
        let running = Task { try await supervisor.run() }
        for await message in messages {
            guard case .line(let name, let line) = message else { continue }
            #expect(name == "a")
            #expect(line == "hello")
            break
        }
        await supervisor.stop()
        try await running.value
    }

    @Test func `a process is added to a running app`() async throws {
        let folder = try makeTemporaryDirectory()
        defer { removeDirectory(folder) }
        let a = Self.shell("a", .worker, "exec cat")
        let b = Self.shell("b", .worker, "exec cat")
        let (supervisor, messages) = makeSupervisor([a], in: folder)
        let running = Task { try await supervisor.run() }
        var started: [String] = []
        for await message in messages {
            guard case .report(.started(let name, _)) = message else { continue }
            started.append(name)
            if name == "a" { await supervisor.change(to: [a, b]) } else { break }
        }
        #expect(started == ["a", "b"])
        await supervisor.stop()
        try await running.value
    }
}
