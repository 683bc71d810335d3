// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Runtime
import Wire

/// Makes a machine's copy of a shared log a log of this machine alone.
struct ClusterLeaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Make this machine's copy of a shared log a log of this machine alone.",
        discussion: """
            The app must not run, here or on the other machines. It is refused where the journal has more than this machine, and \
            where an intent has not been carried out yet. Events keep their places, and the log its epoch.

            With --force, what the journal has and this machine has not is left behind, and so are intents that have not been \
            carried out; it is said how many. The log then gets a new epoch: whoever has seen what is left behind is told that its \
            places mean nothing any more. What was there before is put aside.

            The journal stays on its servers. Do not start the app with it again.

            Exit codes: 0 done; 64 the log is of this machine alone already, or there is more than this machine has; 66 no such app; \
            69 the servers do not answer, or this build has no NATS; 74 a damaged log, or a failure of the disk; 75 the app runs.
            """
    )

    @Flag(help: "Leave behind what the journal has and this machine has not, and intents that wait.") var force = false
    @OptionGroup var cluster: ClusterMoveArguments

    func run() {
        Executable.report {
            try cluster.run("leave", { _ in force ? ["--force"] : [] }) { data, outcome in
                let events = Quantity.count(outcome["log"]?["events"]?.int ?? 0, "event")
                let before = outcome["before"]?.string.map { "\nwhat was there before is in \($0)" } ?? ""
                let left = outcome["intentsLeft"]?.int ?? 0
                let intents = Quantity.count(left, "intent")
                let behind = left > 0 ? "\nleft behind: \(intents) that nobody has carried out" : ""
                return "\(data) is a log of this machine alone: \(events), checked.\(behind)\(before)"
            }
        }
    }
}
