// SPDX-License-Identifier: MIT

import ArgumentParser
import Copies
import Runtime
import Wire

/// Makes this machine's copy of a shared log one of its own.
struct LeaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Make this machine's copy of a shared log a log of this machine alone; the app does not run."
    )

    @Option(help: "The directory of the log.") var data: String
    @Flag(help: "Leave behind what this machine has not, and intents that wait; places mean something else then.")
    var force = false
    @OptionGroup var journal: JournalArguments

    func run() {
        Executable.report {
            let move = ClusterMove(
                data: data,
                journal: journal.settings,
                machine: JournalArguments.machine
            )
            print(try move.leave(isForced: force).json.text)
        }
    }
}
