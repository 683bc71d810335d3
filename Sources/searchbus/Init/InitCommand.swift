// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Runtime
import Wire

/// Makes an app from data.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make an app from your data: settings, app file and index.",
        discussion: """
            Looks at the files (CSV, JSON, NDJSON) and proposes what is searched, counted and compared, and a search screen \
            with fitting widgets; says why; imports; checks. Every record is read once for that, and up to 20,000 from all \
            over are looked at. Files with the same attributes become one index, others one each; --index makes all of them \
            one.

            Writes the app file, with what was decided as comments, and INDEX.settings.json beside it; the index lies in \
            .searchbus/NAME there. What is there already is never replaced without --force. Where something fails, nothing \
            is left of it.

            Exit codes: 0 done; 64 a wrong argument, or something is there already; 65 a record that cannot be read; 66 a \
            folder that cannot be used; 74 a failure of the disk; 75 another process changes the index.
            """
    )

    @Argument(help: "Files of records.", completion: .file(extensions: ["csv", "tsv", "json", "ndjson", "jsonl"]))
    var files: [String]
    @Option(help: "What the app is called (default: as its index, or as the folder).") var name: String?
    @Option(help: "One index for all files, of this name (default: as the files are called).") var index: String?
    @Option(help: "The app file to write.", completion: .file(extensions: ["yaml", "yml"])) var output =
        "searchbus.yaml"
    @Option(name: .customLong("id"), help: "The attribute that tells records apart (default: objectID, or one found).")
    var identifier: String?
    @OptionGroup var fileOptions: RecordFileOptions
    @Flag(help: "Leave records out that cannot be read, instead of giving up.") var skipInvalid = false
    @Flag(help: "Replace an app file, settings and indexes that are there.") var force = false
    @Flag(help: "Write nothing: only tell what would be made.") var dryRun = false
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws {
        guard files.count <= 100 else { throw ValidationError("100 files are the most.") }
        guard Set(files).count == files.count else { throw ValidationError("A file is named twice.") }
        guard index.map(Self.isName) ?? true else {
            throw ValidationError("--index is 1 to 64 letters of a to z, digits, _ or -.")
        }
        guard !(name?.isEmpty ?? false) else { throw ValidationError("--name is empty.") }
        guard !files.contains("-") else {
            throw ValidationError("Standard input cannot be read twice: save it as a file first.")
        }
    }

    /// Whether an index may be called so.
    private static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    }

    func run() {
        Executable.report { try AppInit(self).run() }
    }
}
