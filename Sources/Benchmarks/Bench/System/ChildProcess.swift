// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// A process that was started to be measured; it ends when this value goes, at the latest.
///
/// Its standard input is a pipe that this process holds: our executables end when that does, so none of them outlives a
/// measurement that is interrupted.
final class ChildProcess {
    let pid: pid_t
    private let input: Int32
    private var hasEnded = false

    /// Starts an executable.
    ///
    /// - Throws: `SearchBusError` where it cannot be started.
    init(_ executable: String, _ arguments: [String], log: String) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw SearchBusError(.internalError, "The process may open no more files.")
        }
        // The child gets its end as standard input and must not have the other.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        var words = ([executable] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var child = pid_t()
        let code = posix_spawn(&child, executable, &actions, nil, &words, environ)
        close(ends[0])
        guard code == 0 else {
            close(ends[1])
            throw SearchBusError(
                .libraryMissing,
                "\(executable) cannot be started: \(String(cString: strerror(code))).",
                remedy: "Build or install all of SearchBus; its executables belong in one folder."
            )
        }
        pid = child
        input = ends[1]
    }

    deinit { stop() }

    var isRunning: Bool {
        guard !hasEnded else { return false }
        hasEnded = waitpid(pid, nil, WNOHANG) == pid
        return !hasEnded
    }

    /// Asks it to end and waits for that; after ten seconds it is made to.
    func stop() {
        guard isRunning else { return }
        close(input)
        kill(pid, SIGTERM)
        let deadline = Stopwatch.now() + 10_000_000_000
        while isRunning {
            if Stopwatch.now() > deadline { kill(pid, SIGKILL) }
            Stopwatch.sleep(milliseconds: 5)
        }
    }
}
