// SPDX-License-Identifier: MIT

import ArgumentParser
import Wire

/// Runs one of the processes that speak to other servers.
@main
struct RemoteWorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searchbus-remote-worker",
        abstract: "Runs a searcher with engines in other programs, or a sink, of a SearchBus app.",
        version: Release.version,
        subcommands: [SearcherCommand.self, SinkCommand.self]
    )
}
