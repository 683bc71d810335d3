// SPDX-License-Identifier: MIT

import ArgumentParser
import Wire

/// Runs one of the processes that work on files of the data directory: indexes and counts.
///
/// What asks other engines is not in it: few apps need these libraries.
@main
struct IndexWorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searchbus-index-worker",
        abstract: "Runs a searcher, the indexer or the insights of a SearchBus app.",
        version: Release.version,
        subcommands: [SearcherCommand.self, IndexerCommand.self, InsightsProcessCommand.self]
    )
}
