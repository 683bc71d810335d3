// SPDX-License-Identifier: MIT

import AppModel
import ArgumentParser
import Components
import Runtime
import Wire

struct StateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Stores the state of a SearchBus app's sessions."
    )

    @Option(help: "The app, as JSON.") var app: String
    @Option(help: "The directory of the broker's sockets.") var runtime: String
    @Flag(help: "End when standard input ends.") var supervised = false

    func run() async {
        await Executable.report {
            let app = try WorkerProcess.app(at: app)
            try await StateStoreWorker.run(app, runtimeDirectory: runtime, isSupervised: supervised)
        }
    }
}
