// SPDX-License-Identifier: MIT

import AppProposal
import ArgumentParser
import Runtime
import SearchIndex
import Wire

struct IndexImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Fill an index from files.",
        discussion: """
            Replaces the index in one step: searches see the old records or the new ones. If the app runs, live \
            searches run again. The index belongs to the app of the app file in this folder, or the one of --app or \
            --data; other data in this folder are never used.

            Kinds of --convert: number (1,299.00 or $5), number:, (1.299,00 €), date (2024-05-01, with or without a \
            time, to seconds since 1970), date:dmy, date:mdy, truth (yes, no), list:S (parts between S), levels:S (a \
            path; its levels become ATTRIBUTE_levels.lvl0 and so on), and LATITUDE,LONGITUDE=place. Values that do \
            not fit stay text and are reported.

            Exit codes: 0 done; 64 an invalid argument; 65 an invalid record or settings file (nothing is changed); \
            66 no app found; 74 a disk failure; 75 another process changes the index.
            """
    )

    @Argument(help: "The index's name.", completion: .custom(Completions.indexes)) var name: String
    @Argument(help: "Files of records; - is standard input.", completion: .file()) var files: [String]
    @Option(help: "The format of the files: json, ndjson or csv (default: by their names).")
    var format: RecordFormat?
    @OptionGroup var fileOptions: RecordFileOptions
    @Option(help: "A JSON file of settings: attributes to search, count, compare, rank.", completion: .file())
    var settings: String?
    @Option(
        name: .customLong("text"),
        help: ArgumentHelp("A CSV column that stays text (repeatable).", valueName: "column")
    )
    var textColumns: [String] = []
    @Option(name: .customLong("id"), help: "The attribute whose value becomes each record's objectID.")
    var identifier: String?
    @Option(
        name: .customLong("convert"),
        help: ArgumentHelp(
            "An attribute whose texts are converted, such as price=number, added=date or tags=list:; (repeatable).",
            valueName: "attribute=kind"
        )
    )
    var conversions: [String] = []
    @Flag(help: "Skip invalid records instead of failing.") var skipInvalid = false
    @Flag(name: .customLong("generate-ids"), help: "Give records without objectID a number.") var generatesIDs = false
    @Flag(help: "Add to the index; records with the same objectID are replaced.") var append = false
    @Flag(help: "Replace the index even if the files have no records.") var allowEmpty = false
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func validate() throws {
        guard !(append && settings != nil) else {
            throw ValidationError("--settings cannot be combined with --append.")
        }
        guard files.count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("Standard input can be read only once.")
        }
    }

    /// What the command asks for.
    ///
    /// - Throws: `SearchBusError` for settings that cannot be read, and for an invalid conversion.
    func request() throws -> ImportRequest {
        ImportRequest(
            name: name,
            files: files,
            format: format,
            fileForm: fileOptions.form,
            settings: try settings.map(ImportRequest.readSettings),
            textColumns: Set(textColumns),
            conversion: try RecordConversion(identifier: identifier, texts: conversions),
            skipInvalid: skipInvalid,
            generatesIDs: generatesIDs,
            append: append,
            allowsEmpty: allowEmpty,
            showsProgress: !json
        )
    }

    func run() {
        Executable.report {
            let location = try options.location(for: .changing)
            let result = try IndexImport(self, location: location).run()
            IndexAnnouncement(result.summary).send(to: location)
            Terminal.output.print(json ? result.json.text : result.sentence)
            for line in result.misfits where !json { Terminal.error.print("warning: \(Terminal.safe(line))") }
        }
    }
}

extension RecordFormat: ExpressibleByArgument {}
