// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import ArgumentParser
import Components
import Runtime

@main
struct FiltersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searchbus-filters",
        abstract: "Keeps the filter states of a SearchBus app."
    )

    @Option(help: "The app, as JSON.") var app: String
    @Option(help: "The directory of the broker's sockets.") var runtime: String
    @Flag(help: "End when standard input ends.") var supervised = false

    func run() async {
        await Executable.report {
            let app = try WorkerProcess.app(at: app)
            try await FilterStatesWorker.run(app, runtimeDirectory: runtime, isSupervised: supervised)
        }
    }
}
