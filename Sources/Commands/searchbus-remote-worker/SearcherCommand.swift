// SPDX-License-Identifier: MIT

import AppModel
import ArgumentParser
import Backends
import Components
import Engines
import Foundation
import Runtime
import SearchIndex
import Searchers
import Wire

struct SearcherCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searcher",
        abstract: "Runs one searcher of a SearchBus app with engines in other programs."
    )

    @Option(help: "The app, as JSON.") var app: String
    @Option(help: "The searcher's name.") var searcher = ""
    @Option(help: "The directory of the broker's sockets.") var runtime = ""
    @Option(help: "The directory that holds the indexes.") var data = ""
    @Flag(help: "Print the engines' descriptions of their indexes as JSON, and exit.") var describe = false
    @Flag(help: "End when standard input ends.") var supervised = false

    func run() async {
        await Executable.report {
            let app = try WorkerProcess.app(at: app)
            let environment = ProcessInfo.processInfo.environment
            guard !describe else { return print(await EngineDescriptions.json(of: app, environment: environment).text) }
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
                guard backend.type != BackendType.embedded.name else { return embedded }
                return try EngineRegistry.service(for: backend, environment: environment)
            }
        }
    }
}
