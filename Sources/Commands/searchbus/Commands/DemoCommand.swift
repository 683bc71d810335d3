// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppFile
import AppModel
import ArgumentParser
import Glibc
import Runtime
import Supervisor
import Wire

/// Runs one of the demo apps that come with SearchBus.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Run a demo app: import its data where they are missing, and start it.",
        discussion: """
            The same as `searchbus index import` for each missing index, and `searchbus up` with the app's file: \
            copy the file as a start for your own app.

            Exit codes: those of `searchbus up`; 64 unknown demo.
            """
    )

    @Argument(help: "The demo: store, gallery, actors-films, categories-products or suggesting-store.")
    var name = "store"
    @Option(help: "Where the gateway listens.") var listen = "127.0.0.1:8080"
    @Option(
        name: .customLong("public-url"),
        help: "The address that users open, if a proxy is in front of the gateway."
    )
    var publicURL: String?
    @Option(help: "Where the log and the indexes live (default: .searchbus/NAME in this folder).")
    var data: String?
    @Flag(help: "Print the login link even if the output is not a terminal.") var printLink = false
    @Option(help: "What lines are: text for people, or json, all on standard output, for programs.") var log: LogForm?

    func run() {
        let lines = LogForm.takeEffect(log) == .json ? SupervisorLines() : nil
        Executable.report {
            let demo = try DemoApp(name, folder: SharedFolder.demo.find(near: ExecutableFolder.current()))
            let name = try demo.file.load().name
            let data = data ?? ".searchbus/\(AppLocation.folderName(for: name))"
            for index in try demo.missingIndexes(in: RuntimeDirectory.absolute(data)) {
                let location = try AppLocation(.init(data: data), for: .changing)
                let command = try IndexImportCommand.parse(demo.importArguments(index) + ["--data", data])
                let sentence = try IndexImport(command, location: location).run().sentence
                Terminal.output.print(lines?.line(sentence, level: .info) ?? sentence)
            }
            // What lines are stands in the environment now, for `up` too.
            let options = (publicURL.map { ["--public-url", $0] } ?? []) + (printLink ? ["--print-link"] : [])
            try UpCommand.parse([demo.file.path, "--data", data, "--listen", listen] + options).run()
        }
    }
}
