// SPDX-License-Identifier: MIT

import AppModel
import ArgumentParser
import Backends
import Components
import Runtime
import SearchIndex
import SearchModel
import Searchers
import Wire

struct SearcherCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searcher",
        abstract: "Runs one searcher of a SearchBus app on embedded indexes."
    )

    @Option(help: "The app, as JSON.") var app: String
    @Option(help: "The searcher's name.") var searcher: String
    @Option(help: "The directory of the broker's sockets.") var runtime: String
    @Option(help: "The directory that holds the indexes.") var data: String
    @Flag(help: "End when standard input ends.") var supervised = false

    func run() async {
        await Executable.report {
            let app = try WorkerProcess.app(at: app)
            let embedded = EmbeddedBackend(
                directory: IndexDirectory(path: "\(data)/indexes"),
                journal: try ReadJournal(path: "\(runtime)/searcher-\(searcher).reads")
            )
            try await SearcherWorker.run(
                searcher,
                of: app,
                runtimeDirectory: runtime,
                isSupervised: supervised
            ) { backend in
                guard backend.type == BackendType.embedded.name else {
                    throw SearchBusError(
                        .invalidAppFile,
                        "The backend `\(backend.name)` is not embedded.",
                        remedy: "Run \(WorkerKind.remoteWorker) instead, as `searchbus up` does."
                    )
                }
                return embedded
            }
        }
    }
}
