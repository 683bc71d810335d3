// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Runtime
import SearchIndex
import Wire

/// Fills an index from files.
struct IndexImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Fill an index from files.",
        discussion: """
            Replaces what the index holds, in one step: searches see the old records or the new ones. Where the app \
            runs, live searches run again. The index is made for the app file in this folder, or the one that --app or \
            --data names: never for an app that only happens to have data here.

            Exit codes: 0 done; 64 a wrong argument; 65 a record or settings file that cannot be read (nothing is \
            changed); 66 not said for which app; 74 a failure of the disk; 75 another process changes the index.
            """
    )

    @Argument(help: "The index's name.") var name: String
    @Argument(help: "Files of records; - is standard input.", completion: .file()) var files: [String]
    @Option(help: "How the files are written: json, ndjson or csv (default: as their names say).")
    var format: RecordFormat?
    @Option(help: "A JSON file of settings: what is searched, counted, compared, ranked.", completion: .file())
    var settings: String?
    @Option(
        name: .customLong("text"),
        help: ArgumentHelp("A CSV column that stays text, whatever is in it; may be given again.", valueName: "column")
    )
    var textColumns: [String] = []
    @Flag(help: "Leave records out that cannot be read, instead of giving up.") var skipInvalid = false
    @Flag(name: .customLong("generate-ids"), help: "Number records that have no objectID.") var generatesIDs = false
    @Flag(help: "Add to the index; records with the same objectID are replaced.") var append = false
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func validate() throws {
        guard !(append && settings != nil) else {
            throw ValidationError("--settings needs a whole import: leave --append out.")
        }
        guard files.count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("Standard input can be read only once.")
        }
    }

    func run() {
        Executable.report {
            let location = try options.location(for: .changing)
            let result = try IndexImport(self, location: location).run()
            IndexAnnouncement(result.summary).send(to: location)
            Terminal.output.print(json ? result.json.text : result.sentence)
        }
    }
}

extension RecordFormat: ExpressibleByArgument {}
