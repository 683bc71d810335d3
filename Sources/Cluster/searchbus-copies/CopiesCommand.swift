// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Wire

@main
struct CopiesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searchbus-copies",
        abstract: "Keeps copies of a shared log for machines that come new, and indexes the same on all machines.",
        version: Release.version,
        subcommands: [KeepCommand.self, FoundCommand.self, LeaveCommand.self],
        defaultSubcommand: KeepCommand.self
    )
}
