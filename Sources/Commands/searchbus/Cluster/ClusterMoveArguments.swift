// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import ArgumentParser
import Foundation
import Runtime
import Supervisor
import Wire

/// Which app moves, and which journal it has to do with.
struct ClusterMoveArguments: ParsableArguments {
    @Argument(help: "The app file, or its folder.", completion: .file(extensions: ["yaml", "yml"]))
    var app: String?
    @Option(help: "The data directory (default: .searchbus/NAME in this folder).") var data: String?
    @Option(
        help: "A server of the log shared by several machines, instead of the app file's (repeatable)."
    )
    var journal: [String] = []
    @Option(help: "The number of servers that store that log (default: the app file's).") var journalReplicas: Int?
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws {
        guard journalReplicas.map(LogConfiguration.replicaRange.contains) ?? true else {
            throw ValidationError("--journal-replicas is 1 to 5.")
        }
    }

    /// Runs the executable that is linked with NATS, while the app cannot be started.
    ///
    /// - Parameters:
    ///   - step: `found` or `leave`.
    ///   - more: Further arguments of it, for the app.
    ///   - sentence: What is said to people, for the data directory and what came of it.
    /// - Throws: `SearchBusError` where the app runs, or the build has no NATS; what the step itself says has been said by it.
    func run(_ step: String, _ more: (App) -> [String], sentence: (_ data: String, _ outcome: JSON) -> String) throws {
        let file = try AppFilePath(app)
        let app: App
        do {
            app = try file.load()
        } catch let error as AppFileError {
            for problem in error.problems { Terminal.error.print(file.line(problem)) }
            throw file.summary(of: error)
        }
        let directory = RuntimeDirectory.absolute(data ?? file.dataDirectory(ofAppCalled: app.name))
        guard access(directory, F_OK) == 0 else {
            throw SearchBusError(
                .dataDirectoryUnusable,
                "The data directory \(directory) does not exist: the app was never started.",
                remedy: "Name the data directory with --data."
            )
        }
        let log = app.log.reached(at: journal, replicas: journalReplicas)
        guard log.isShared else {
            throw SearchBusError(
                .invalidArgument,
                "\(file.shown) does not define a shared log.",
                remedy: "Write `log: { type: jetstream, servers: […] }` into it, or name the servers with --journal."
            )
        }
        try SharedLog.check(log, isMachineGiven: false)
        let process = Process()
        process.executableURL = URL(filePath: "\(try ExecutableFolder.current())/searchbus-copies")
        process.arguments =
            [step, "--data", directory, "--journal-app", app.name, "--journal-replicas", "\(log.replicas)"]
            + ["--journal-shards", "\(log.shards)"] + log.servers.flatMap { ["--journal", $0] } + more(app)
        let output = Pipe()
        process.standardOutput = output
        let lock = try SupervisorLock(directory: directory, option: "data")
        let printed = try withExtendedLifetime(lock) {
            try process.run()
            let printed = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return printed
        }
        // It has said what went wrong.
        guard process.terminationStatus == 0 else { Foundation.exit(process.terminationStatus) }
        let outcome = (try? JSON(parsing: Array(printed))) ?? .null
        Terminal.output.print(json ? outcome.text : sentence(directory, outcome))
    }
}
