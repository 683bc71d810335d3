// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import ArgumentParser
import Components
import Interactors
import Runtime
import Wire

@main
struct InteractorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searchbus-interactor",
        abstract: "Runs one widget of a SearchBus app."
    )

    @Option(help: "The app, as JSON.") var app: String
    @Option(help: "The widget's name.") var widget: String
    @Option(help: "The directory of the broker's sockets.") var runtime: String
    @Flag(help: "End when standard input ends.") var supervised = false

    func run() async {
        await Executable.report {
            let app = try WorkerProcess.app(at: app)
            guard let configuration = app.widget(widget)?.configuration,
                let type = InteractorRegistry.type(named: configuration.type)
            else {
                throw SearchBusError(.unknownAddressee, "The app has no widget `\(widget)` of a built-in type.")
            }
            try await run(type, configuration)
        }
    }

    private func run<Logic: Interactor>(_ type: Logic.Type, _ configuration: WidgetConfiguration) async throws {
        try await WidgetWorker.run(
            type,
            widget: configuration,
            runtimeDirectory: runtime,
            isSupervised: supervised,
            role: "interactor"
        )
    }
}
