// SPDX-License-Identifier: MIT

import ArgumentParser
import Copies
import Runtime
import Wire

/// Makes the log of this machine the beginning of a shared one.
struct FoundCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "found",
        abstract: "Create a log shared by several machines from the log of a stopped app."
    )

    @Option(help: "The directory of the log.") var data: String
    @Option(help: "A component that is not divided into shards (repeatable).") var undivided: [String] = []
    @OptionGroup var journal: JournalArguments

    func run() {
        Executable.report {
            let move = ClusterMove(
                data: data,
                journal: journal.settings,
                machine: JournalArguments.machine
            )
            print(try move.found(undivided: Set(undivided)).json.text)
        }
    }
}
