// SPDX-License-Identifier: MIT

import ArgumentParser
import Runtime
import SearchIndex
import Supervisor
import Wire

struct IndexRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore an index from a backup.",
        discussion: """
            Verifies the backup first, then replaces the index by a copy of it in one step: searches see the old \
            records or the new ones. If the app runs, live searches run again. The name may differ from that of the \
            original index.

            Exit codes: 0 done; 64 not a backup, or the index exists already; 66 no app found; 74 a damaged backup \
            (nothing is changed), or a disk failure; 75 another process changes the index.
            """
    )

    @Argument(help: "The index's name.", completion: .custom(Completions.indexes)) var name: String
    @Argument(help: "The folder of the backup.", completion: .directory) var folder: String
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
