// SPDX-License-Identifier: MIT

import ArgumentParser
import Runtime
import Wire

struct ClusterLeaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Turn this machine's copy of a shared log into a local log.",
        discussion: """
            The app must be stopped, here and on the other machines. The command is refused if the journal has more \
            entries than this machine, or an intent is pending. Sequence numbers and epoch stay.

            With --force, missing entries and pending intents are discarded, and their numbers printed. The log then \
            gets a new epoch: clients that saw discarded events are notified, and read the state again. The old log \
            is moved aside.

            The journal stays on its servers. Do not start the app with it again.

            Exit codes: 0 done; 64 the log is local already, or the journal has more entries; 66 no such app; 69 the \
            servers do not respond, or this build has no NATS; 74 a damaged log, or a disk failure; 75 the app runs.
            """
    )

    @Flag(help: "Discard entries of the journal that this machine lacks, and pending intents.") var force = false
    @OptionGroup var cluster: ClusterMoveArguments

    func run() {
        Executable.report {
            try cluster.run("leave", { _ in force ? ["--force"] : [] }) { data, outcome in
                let events = Quantity.count(outcome["log"]?["events"]?.int ?? 0, "event")
                let before = outcome["before"]?.string.map { "\nthe previous data are in \($0)" } ?? ""
                let left = outcome["intentsLeft"]?.int ?? 0
                let intents = Quantity.count(left, "intent")
                let behind = left > 0 ? "\ndiscarded: \(intents) that were pending" : ""
                return "\(data) is a local log: \(events), checked.\(behind)\(before)"
            }
        }
    }
}
