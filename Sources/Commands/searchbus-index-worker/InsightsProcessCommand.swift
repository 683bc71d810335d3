// SPDX-License-Identifier: MIT

import AppModel
import ArgumentParser
import Bus
import Components
import Insights
import Runtime
import Wire

struct InsightsProcessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "insights",
        abstract: "Counts what people search for in a SearchBus app, and what comes of it."
    )

    @Option(help: "The app, as JSON.") var app: String
    @Option(help: "The directory of the broker's sockets.") var runtime: String
    @Option(help: "The directory for the counts.") var data: String
    @Flag(help: "End when standard input ends.") var supervised = false

    func run() async {
        await Executable.report {
            let rules = InsightsRules(try WorkerProcess.app(at: app))
            let process = WorkerProcess(
                name: InsightsWork.component,
                role: "insights",
                components: [InsightsWork.component],
                reads: InsightsFold.inputs.map(\.description),
                writes: [],
                runtimeDirectory: runtime
            )
            let path = "\(data)/\(InsightsStore.fileName)"
            try await process.run(isSupervised: supervised) { log, meter, _ in
                let store = try InsightsStore(path: path)
                try await InsightsWork(log: log, store: store, rules: rules, meter: meter).run()
            }
        }
    }
}
