// SPDX-License-Identifier: MIT

import ArgumentParser
import Wire

/// Runs one of the processes that work for an app.
///
/// They are one executable, so that the pages of their code are in memory once, and most of the files of an installation are not
/// copies of each other. What speaks to other engines is not in it: few apps need these libraries.
@main
struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searchbus-worker",
        abstract: "Runs one of the processes that work for a SearchBus app.",
        version: Release.version,
        subcommands: [
            StateCommand.self, SearcherCommand.self, InteractorCommand.self, IndexerCommand.self,
            InsightsProcessCommand.self,
        ]
    )
}
