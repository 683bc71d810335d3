// SPDX-License-Identifier: MIT

import Glibc
import ProcessTesting
import Synchronization
import Testing

@testable import Supervisor

@Suite(.timeLimit(.minutes(5))) struct SystemLauncherTests {
    private let launcher = SystemLauncher()

    private func shell(
        _ script: String,
        environment: [String: String] = [:],
        folder: String? = nil
    ) -> ProcessDefinition {
        ProcessDefinition(
            name: "test",
            role: .worker,
            executable: "/bin/sh",
            arguments: ["-c", script],
            environment: environment,
            workingDirectory: folder
        )
    }

    /// Runs a process and collects what it wrote; `onLine` may act on a line of the process with the id given.
    private func run(
        _ definition: ProcessDefinition,
        onLine: @escaping @Sendable (Int32, String) -> Void = { _, _ in }
    ) async -> (status: ProcessExit, lines: [String]) {
        let lines = Mutex<[String]>([])
        let process = Mutex<Int32>(0)
        let status = await launcher.run(definition) { event in
            switch event {
            case .started(let pid): process.withLock { $0 = pid }
            case .line(let line):
                lines.withLock { $0.append(line) }
                onLine(process.withLock { $0 }, line)
            }
        }
        return (status, lines.withLock { $0 })
    }

    @Test func `the lines of both outputs and the exit code come back`() async {
        let (status, lines) = await run(shell("echo out; echo err >&2; printf rest; exit 3"))
        #expect(status == .code(3))
        #expect(lines == ["out", "err", "rest"])
    }

    @Test func `a process that is killed says by what`() async {
        let (status, _) = await run(shell("echo up; cat")) { pid, _ in kill(pid, SIGKILL) }
        #expect(status == .signal(SIGKILL))
    }

    @Test func `an executable that is not there is no failure of the supervisor`() async {
        let (status, lines) = await run(ProcessDefinition(name: "x", role: .worker, executable: "/no/such/thing"))
        guard case .notStarted = status else {
            Issue.record("the status is \(status)")
            return
        }
        #expect(lines.isEmpty)
    }

    @Test func `the environment and the folder are handed over`() async {
        let (_, lines) = await run(
            shell("echo $SEARCHBUS_WIDGET; pwd", environment: ["SEARCHBUS_WIDGET": "sum"], folder: "/")
        )
        #expect(lines == ["sum", "/"])
    }

    @Test func `a process has only what it is to inherit`() async {
        setenv("ENGINE_KEY_OF_A_TEST", "secret", 1)
        defer { unsetenv("ENGINE_KEY_OF_A_TEST") }
        let definition = ProcessDefinition(
            name: "test",
            role: .worker,
            executable: "/bin/sh",
            arguments: ["-c", "echo \"$ENGINE_KEY_OF_A_TEST.$HOME\""],
            inheritance: .usual(and: [])
        )
        let (_, lines) = await run(definition)
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("./") == true, "\(lines)")
    }

    @Test func `nothing is sent to a process that has ended, whose id may be another's`() async {
        let own = getpid()
        let living = LivingProcesses()
        // It has not been listed, so this test continues.
        living.signal(own, SIGKILL)
        let (status, _) = await run(shell("exec >&- 2>&-; sleep 0.2; exit 5"))
        #expect(status == .code(5))
    }

    @Test func `standard input stays open, and each process leads a group of its own`() async {
        let (status, lines) = await run(shell("echo $$; read -r line; exit 9")) { pid, _ in
            // Reaches it only where it leads a group. The end of its input would have ended it by itself.
            kill(-pid, SIGTERM)
        }
        #expect(status == .signal(SIGTERM))
        #expect(lines.count == 1)
    }

    @Test func `what a process leaves behind ends with it`() async throws {
        let fifo = try Fifo()
        let (status, _) = await run(shell("exec 3>\(fifo.path); sleep 1000 & exit 4"))
        #expect(status == .code(4))
        // Returns when no process holds the other end any longer.
        #expect(await fifo.readToEnd() == "")
    }

    @Test func `a custom program and all that it started end when their supervisor's pipe closes`() async throws {
        let fifo = try Fifo()
        let script = "exec 3>\(fifo.path); echo running >&3; sleep 1000 & wait"
        let (executable, arguments) = CustomCommand.guarded(["/bin/sh", "-c", script])
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let held = ends[1]
        _ = fcntl(held, F_SETFD, FD_CLOEXEC)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        // The threads of tests take no signals, and a child would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        var pid: pid_t = 0
        let words = ([executable] + arguments).map { strdup($0) } + [nil]
        #expect(posix_spawn(&pid, executable, &actions, &attributes, words, environ) == 0)
        words.forEach { free($0) }
        close(ends[0])
        let reader = Task { await fifo.readToEnd { close(held) } }
        let written = await reader.value
        kill(-pid, SIGKILL)
        #expect(written == "running\n")
        var status: Int32 = 0
        #expect(waitpid(pid, &status, 0) == pid)
        #expect(status & 0x7f == SIGTERM)
    }

    @Test func `a custom program's exit code is its own`() async {
        let (executable, arguments) = CustomCommand.guarded(["/bin/sh", "-c", "exit 7"])
        let (status, _) = await run(
            ProcessDefinition(name: "c", role: .worker, executable: executable, arguments: arguments)
        )
        #expect(status == .code(7))
    }

    @Test func `a custom program ends at the first request`() async {
        let (executable, arguments) = CustomCommand.guarded(["/bin/sh", "-c", "echo up; sleep 1000"])
        let launcher = launcher
        let (status, _) = await run(
            ProcessDefinition(name: "c", role: .worker, executable: executable, arguments: arguments)
        ) { pid, _ in launcher.signal(pid: pid, .terminate) }
        #expect(status == .signal(SIGTERM))
    }
}
