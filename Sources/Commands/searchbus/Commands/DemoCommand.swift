// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import ArgumentParser
import Glibc
import Runtime
import Supervisor
import Wire

struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Run a demo app: import missing data, and start it.",
        discussion: """
            The same as `searchbus index import` for each missing index, and `searchbus up` with the app's file: \
            copy the file as a start for your own app. On a terminal it opens the console in the browser, where there \
            is one.

            Exit codes: those of `searchbus up`; 64 unknown demo.
            """
    )

    @Argument(help: "The demo: store, gallery, actors-films, categories-products or suggesting-store.")
    var name = "store"
    @Option(help: "The gateway's address: HOST:PORT or unix:/PATH.") var listen = "127.0.0.1:8080"
    @Option(
        name: .customLong("public-url"),
        help: "The address that users open, if a proxy is in front of the gateway."
    )
    var publicURL: String?
    @Option(help: "The directory of the log and the indexes (default: .searchbus/NAME in this folder).")
    var data: String?
    @Flag(help: "Print the login link even if the output is not a terminal.") var printLink = false
    @Flag(inversion: .prefixedNo, help: "Open the console in the browser (default: on a terminal).") var open: Bool?
    @Option(help: "The format of lines: text, or json, all on standard output.") var log: LogForm?

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
            // The format of lines is in the environment now, for `up` too.
            let options =
                (publicURL.map { ["--public-url", $0] } ?? []) + (printLink ? ["--print-link"] : [])
                + (open ?? Terminal.output.isInteractive ? ["--open"] : [])
            try UpCommand.parse([demo.file.path, "--data", data, "--listen", listen] + options).run()
        }
    }
}
