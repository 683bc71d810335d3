// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Bus
import Components
import Indexer
import Runtime
import SearchIndex
import Wire

@main
struct IndexerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searchbus-indexer",
        abstract: "Applies what is written by Algolia's interface to the indexes of a SearchBus app.",
        version: Release.version
    )

    @Option(help: "The directory of the broker's sockets.") var runtime: String
    @Option(help: "The directory that holds the indexes.") var data: String
    @Flag(help: "End when standard input ends.") var supervised = false

    func run() async {
        await Executable.report {
            let process = WorkerProcess(
                name: IndexerWork.component,
                role: "indexer",
                components: [IndexerWork.component],
                reads: IndexerWork.inputs.map(\.description),
                writes: ["index/"],
                runtimeDirectory: runtime
            )
            let directory = IndexDirectory(path: "\(data)/indexes")
            directory.removeAbandonedStaging()
            try await process.run(isSupervised: supervised) { log, meter, journalPath in
                try await IndexerWork(
                    log: log,
                    directory: directory,
                    isShared: Machine.name != nil,
                    meter: meter,
                    journalPath: journalPath
                ).run()
            }
        }
    }
}
