// SPDX-License-Identifier: MIT

import AppModel
import ArgumentParser
import Components
import Runtime
import Wire

struct InteractorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interactor",
        abstract: "Runs widgets of a SearchBus app."
    )

    @Option(help: "The app, as JSON.") var app: String
    @Option(help: "A widget's name; once for each widget.") var widget: [String]
    @Option(help: "The process's name in status events; by default the widget's.") var name: String?
    @Option(help: "The directory of the broker's sockets.") var runtime: String
    @Flag(help: "End when standard input ends.") var supervised = false

    func run() async {
        await Executable.report {
            let app = try WorkerProcess.app(at: app)
            let widgets = try widget.map { name in
                guard let widget = app.widget(name) else {
                    throw SearchBusError(.unknownAddressee, "The app has no widget `\(name)`.")
                }
                return widget.configuration
            }
            try await WidgetWorker.run(
                widgets,
                name: name,
                runtimeDirectory: runtime,
                isSupervised: supervised
            )
        }
    }
}
