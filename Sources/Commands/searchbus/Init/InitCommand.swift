// SPDX-License-Identifier: MIT

import ArgumentParser
import Runtime
import Wire

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create an app from your data: settings, app file and index.",
        discussion: """
            Analyses the files (CSV, JSON, NDJSON); proposes settings and a search screen with suitable widgets, \
            with reasons; imports; checks. It reads every record once, and analyses a sample of up to 20,000. Files \
            with the same attributes become one index, others one each; --index makes all of them one.

            Writes the app file, with its decisions as comments, and INDEX.settings.json beside it; the index is in \
            .searchbus/NAME there. Existing files are replaced only with --force. After a failure nothing is left.

            Exit codes: 0 done; 64 an invalid argument, or a file exists already; 65 an invalid record; 66 an \
            unusable folder; 74 a disk failure; 75 another process changes the index.
            """
    )

    @Argument(help: "Files of records.", completion: .file(extensions: ["csv", "tsv", "json", "ndjson", "jsonl"]))
    var files: [String]
    @Option(help: "The app's name (default: that of its index, or of the folder).") var name: String?
    @Option(help: "The name of one index for all files (default: one by the names of the files).") var index: String?
    @Option(help: "The app file to write.", completion: .file(extensions: ["yaml", "yml"])) var output =
        "searchbus.yaml"
    @Option(name: .customLong("id"), help: "The attribute that identifies records (default: objectID, or one found).")
    var identifier: String?
    @OptionGroup var fileOptions: RecordFileOptions
    @Flag(help: "Skip invalid records instead of failing.") var skipInvalid = false
    @Flag(help: "Replace an existing app file, settings and indexes.") var force = false
    @Flag(help: "Write nothing: only print what would be created.") var dryRun = false
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws {
        guard files.count <= 100 else { throw ValidationError("Name at most 100 files.") }
        guard Set(files).count == files.count else { throw ValidationError("A file is named twice.") }
        guard index.map({ Name.isValid($0) }) ?? true else {
            throw ValidationError("--index is 1 to 64 letters of a to z, digits, _ or -.")
        }
        guard !(name?.isEmpty ?? false) else { throw ValidationError("--name is empty.") }
        guard !files.contains("-") else {
            throw ValidationError("Standard input cannot be read twice: save it as a file first.")
        }
    }

    func run() {
        Executable.report { try AppInit(self).run() }
    }
}
