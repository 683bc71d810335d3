// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Runtime
import SearchIndex
import Supervisor
import Wire

/// Makes an index of a backup.
struct IndexRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make an index of a backup.",
        discussion: """
            Reads all of the backup first, then puts a copy of it in the place of the index in one step: searches see the \
            old records or the new ones. Where the app runs, live searches run again. The name may be another than that of \
            the index that was backed up.

            Exit codes: 0 done; 64 no backup, or an index that is there already; 66 not said for which app; 74 a damaged \
            backup (nothing is changed), or a failure of the disk; 75 another process changes the index.
            """
    )

    @Argument(help: "The index's name.", completion: .custom(Completions.indexes)) var name: String
    @Argument(help: "The folder that `index backup` has made.", completion: .directory) var folder: String
    @Flag(help: "Replace the index of that name.") var replace = false
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let location = try options.location(for: .changing)
            try RuntimeDirectory.make(location.data)
            let directory = IndexDirectory(path: location.indexes)
            let writer = try IndexWriter(directory: directory, name: name, isWaiting: true, excludesImports: true)
            let stamp = location.appliedWrites
            var bar = ReadingBar(title: name, terminal: json ? nil : .error)
            let path = RuntimeDirectory.absolute(folder)
            let summary = try writer.restore(from: path, isReplacing: replace, stamp: stamp) { bar.show($0) }
            bar.clear()
            IndexAnnouncement(summary).send(to: location)
            let records = "\(Quantity.count(summary.recordCount)) records"
            let sentence = "\(name): \(records) (\(Quantity.bytes(summary.bytes))) were restored"
            Terminal.output.print(json ? summary.json.text : sentence)
        }
    }
}
