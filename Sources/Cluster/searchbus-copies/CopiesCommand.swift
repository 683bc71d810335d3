// SPDX-License-Identifier: MIT

import ArgumentParser
import Wire

@main
struct CopiesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searchbus-copies",
        abstract: "Keeps snapshots of a replicated log for new nodes, and indexes the same on all nodes.",
        version: Release.version,
        subcommands: [KeepCommand.self, FoundCommand.self, LeaveCommand.self],
        defaultSubcommand: KeepCommand.self
    )
}
