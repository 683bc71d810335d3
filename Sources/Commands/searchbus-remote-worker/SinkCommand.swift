// SPDX-License-Identifier: MIT

import AppModel
import ArgumentParser
import Components
import CurlClient
import Foundation
import Runtime
import SearchModel
import Sinks
import Wire

struct SinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sink",
        abstract: "Delivers events of a SearchBus app to a receiver over HTTP."
    )

    @Option(help: "The app, as JSON.") var app: String
    @Option(help: "The sink's name.") var sink: String
    @Option(help: "The directory of the broker's sockets.") var runtime: String
    @Flag(help: "End when standard input ends.") var supervised = false

    func run() async {
        await Executable.report {
            guard let declared = try WorkerProcess.app(at: app).sinks.first(where: { $0.name == sink }) else {
                throw SearchBusError(.invalidArgument, "The app has no sink `\(sink)`.")
            }
            let resolved = try declared.resolved(in: ProcessInfo.processInfo.environment)
            let process = WorkerProcess(
                name: WorkerKind.sink.process(sink),
                role: WorkerKind.sink.name,
                components: [sink],
                reads: declared.topics,
                writes: ["sink/\(sink)/"],
                runtimeDirectory: runtime
            )
            let client = CurlClient(.init(responseLimit: SinkWork.responseLimit))
            try await process.run(isSupervised: supervised) { log, meter, _ in
                try await SinkWork(resolved, log: log, meter: meter) { request in
                    do throws(HTTPFailure) {
                        return .success(try await client.send(request, timeout: SinkWork.timeout))
                    } catch {
                        return .failure(error)
                    }
                }.run()
            }
        }
    }
}
