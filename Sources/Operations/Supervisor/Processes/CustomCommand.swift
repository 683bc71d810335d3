// SPDX-License-Identifier: MIT

/// Starts a third-party program so that it does not outlive the supervisor.
///
/// Our own processes end when their standard input does. A custom widget need not know about that, so a shell becomes the
/// program and leaves a small watcher beside it in the same process group: when the input ends, the watcher ends the
/// group. That also reaches what the program has started, which a parent-death signal would not.
package enum CustomCommand {
    private static let script = """
        exec 3<&0
        (trap '' TERM; read -r line <&3; kill -TERM 0; sleep \(patience); kill -KILL 0) >/dev/null 2>&1 &
        exec "$@" 3<&-
        """

    /// Seconds that the program may take to end.
    private static let patience = 3

    /// The executable and arguments that run a command under watch.
    package static func guarded(_ command: [String]) -> (executable: String, arguments: [String]) {
        ("/bin/sh", ["-c", script, "searchbus"] + command)
    }
}
