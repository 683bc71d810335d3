// SPDX-License-Identifier: MIT

import ArgumentParser
import Wire

/// Runs one of the processes that work on the log alone, of which an app may have many.
///
/// They are one executable, so that the pages of their code are in memory once. It has no library that is not needed by all of them: each
/// costs every process some memory of its own.
@main
struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searchbus-worker",
        abstract: "Runs the state store or widgets of a SearchBus app.",
        version: Release.version,
        subcommands: [StateCommand.self, InteractorCommand.self]
    )
}
