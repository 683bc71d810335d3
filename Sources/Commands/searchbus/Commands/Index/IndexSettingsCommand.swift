// SPDX-License-Identifier: MIT

import ArgumentParser
import Runtime
import SearchIndex
import Wire

struct IndexSettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show the settings of an index, or change them.",
        discussion: """
            Without changes the current settings are shown. A change is a NAME=JSON, such as \
            customRanking='["desc(sales)"]' or distinct=1, or comes with --set from a file of a JSON object; other \
            settings are kept, and null resets one to its default. The index is searched meanwhile, and records are \
            read again only if the settings require it.

            Exit codes: 0 done; 64 an invalid setting (nothing is changed); 65 an unreadable file; 66 no such index, \
            or no app found; 74 a disk failure; 75 another process changes the index.
            """
    )

    @Argument(help: "The index's name.", completion: .custom(Completions.indexes)) var name: String
    @Argument(help: ArgumentHelp("A setting and its new value.", valueName: "name=json")) var changes: [String] = []
    @Option(help: "A JSON file of settings.", completion: .file()) var set: String?
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            guard set != nil || !changes.isEmpty else { return try show() }
            let clock = ContinuousClock()
            let began = clock.now
            let location = try options.location(for: .changing)
            let edit = try SettingsEdit(file: set, changes: changes)
            let result = try edit.apply(to: name, in: IndexDirectory(path: location.indexes))
            if result.change.isChanged { IndexAnnouncement(result.change.summary).send(to: location) }
            let seconds = (clock.now - began) / .seconds(1)
            for warning in result.warnings { Terminal.error.print(Terminal.error.styled(warning, .yellow)) }
            Terminal.output.print(
                json ? Self.json(result, seconds: seconds).text : Self.sentence(result.change, seconds: seconds)
            )
        }
    }

    private func show() throws {
        let reader = try IndexReader(directory: IndexDirectory(path: options.location().indexes), name: name)
        let (settings, given) = (try reader.settings, try reader.givenSettings)
        guard !json else {
            let object: JSON = ["name": .string(name), "settings": settings.json, "given": given.json]
            return Terminal.output.print(object.text)
        }
        let named = Set(given.json.object?.keys.map(\.self) ?? [])
        for line in IndexShowCommand.settings(settings) {
            let isGiven = named.contains(String(line.prefix { $0 != ":" }))
            Terminal.output.print(isGiven ? line : "\(line) \(Terminal.output.styled("(not given)", .faint))")
        }
    }

    static func sentence(_ change: SettingsChange, seconds: Double) -> String {
        guard change.isChanged else { return "\(change.summary.name): the settings are the same already" }
        let time = seconds < 0.1 ? "\(Int((seconds * 1_000).rounded(.up))) ms" : "\(Quantity.decimal(seconds)) s"
        let parts = change.rebuilt.map(\.rawValue)
        guard !parts.isEmpty else { return "\(change.summary.name): changed in \(time); nothing had to be rebuilt" }
        let records = "\(Quantity.count(change.summary.recordCount)) records"
        return "\(change.summary.name): changed in \(time); rebuilt: \(parts.joined(separator: ", ")) of \(records)"
    }

    private static func json(_ result: SettingsEdit.Result, seconds: Double) -> JSON {
        result.change.summary.json.adding([
            "changed": .bool(result.change.isChanged), "rebuilt": JSON(result.change.rebuilt.map(\.rawValue)),
            "warnings": JSON(result.warnings), "seconds": .number(seconds),
        ])
    }
}
