// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Synchronization

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
