// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Runtime
import SearchIndex
import Wire

/// Deletes an index.
struct IndexDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an index.",
        discussion: """
            Deletes the whole index, or with --record only the records named. Where the app runs, live searches run again. As with import, it must be said which app's index it is.

            Exit codes: 0 done; 66 no such index, or not said of which app; 74 a failure of the disk; 75 another process changes the index.
            """
    )

    @Argument(help: "The index's name.") var name: String
    @Option(name: .customLong("record"), help: "The objectID of a record; may be given more than once.")
    var records: [String] = []
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let location = try options.location(for: .changing)
            let directory = IndexDirectory(path: location.indexes)
            let before = try directory.summary(of: name)
            guard records.isEmpty else {
                let writer = try IndexWriter(directory: directory, name: name)
                let after = try writer.delete(objectIDs: records)
                IndexAnnouncement(after).send(to: location)
                let count = before.recordCount - after.recordCount
                let text = "\(Quantity.count(count)) record\(count == 1 ? "" : "s") deleted"
                report(text, count, left: after.recordCount)
                // What is not merged by then is merged by the next change.
                try? writer.finishMerging()
                return
            }
            try directory.delete(name)
            IndexAnnouncement(deleted: before).send(to: location)
            report("deleted", before.recordCount, left: 0)
        }
    }

    private func report(_ text: String, _ count: Int, left: Int) {
        let object: JSON = ["index": .string(name), "deleted": JSON(count), "records": JSON(left)]
        Terminal.output.print(json ? object.text : "\(name): \(text)")
    }
}
