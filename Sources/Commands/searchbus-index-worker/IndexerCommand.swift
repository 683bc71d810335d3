// SPDX-License-Identifier: MIT

import ArgumentParser
import Bus
import Components
import Foundation
import Indexer
import Runtime
import SearchIndex
import Wire

struct IndexerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "indexer",
        abstract: "Applies what is written by Algolia's interface to the indexes of a SearchBus app."
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
            try await process.run(isSupervised: supervised) { log, meter, predecessor in
                Self.report(on: directory, to: meter.problems)
                Self.upgrade(directory, meter.problems)
                try await IndexerWork(
                    log: log,
                    directory: directory,
                    isShared: Machine.name != nil,
                    meter: meter,
                    predecessor: predecessor
                ).run()
            }
        }
    }

    /// Reports merges that fail as problems of the process.
    private static func report(on directory: IndexDirectory, to problems: ProblemBoard) {
        directory.observeMerges { index, failure in
            let subject = "merging index \(index)"
            guard let failure else { return problems.resolve(subject: subject) }
            problems.report(failure.error, subject: subject)
        }
    }

    /// Rebuilds indexes of an older format, on a thread of its own: writes to one of them wait meanwhile, and others do not.
    private static func upgrade(_ directory: IndexDirectory, _ problems: ProblemBoard) {
        Thread.detachNewThread {
            var names = (try? directory.upgradable()) ?? []
            var delay: TimeInterval = 1
            while !names.isEmpty {
                names.removeAll { name in
                    let subject = "rebuilding index \(name)"
                    do {
                        try IndexWriter(directory: directory, name: name).upgrade()
                        problems.resolve(subject: subject)
                        return true
                    } catch {
                        let error =
                            error as? SearchBusError ?? SearchBusError(.storageFailed, "Index `\(name)`: \(error).")
                        problems.report(error, subject: subject)
                        // What was deleted meanwhile needs nothing.
                        return !directory.exists(name)
                    }
                }
                if !names.isEmpty { Thread.sleep(forTimeInterval: delay) }
                delay = min(2 * delay, 300)
            }
        }
    }
}
