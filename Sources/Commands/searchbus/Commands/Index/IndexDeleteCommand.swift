// SPDX-License-Identifier: MIT

import ArgumentParser
import Runtime
import SearchIndex
import Wire

struct IndexDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an index, or records of it.",
        discussion: """
            Deletes the whole index, with --record only single records, or with --filter those that match: \
            'brand:Acme AND price < 10', in the syntax of Algolia's parameter `filters`. If the app runs, live \
            searches run again. As with import, the app must be found or named.

            Exit codes: 0 done, even if nothing was deleted; 64 an invalid filter; 66 no such index, or no app \
            found; 74 a disk failure; 75 another process changes the index.
            """
    )

    @Argument(help: "The index's name.", completion: .custom(Completions.indexes)) var name: String
    @Option(name: .customLong("record"), help: "The objectID of a record (repeatable).")
    var records: [String] = []
    @Option(help: "Which records: conditions with AND, OR, NOT and brackets.") var filter: String?
    @Flag(help: "Only print how many records would be deleted.") var dryRun = false
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func validate() throws {
        guard filter == nil || records.isEmpty else {
            throw ValidationError("Use either --record or --filter.")
        }
    }

    func run() {
        Executable.report {
            let location = try options.location(for: dryRun ? .looking : .changing)
            let directory = IndexDirectory(path: location.indexes)
            let before = try directory.summary(of: name)
            guard !dryRun else {
                let count = try IndexDeletion(directory, name).count(records: records, filter: filter)
                report("\(Self.words(count)) would be deleted", count, left: before.recordCount - count)
                return
            }
            guard records.isEmpty, filter == nil else {
                try IndexDeletion(directory, name).delete(records: records, filter: filter) { after in
                    if after.generation != before.generation { IndexAnnouncement(after).send(to: location) }
                    let count = before.recordCount - after.recordCount
                    report("\(Self.words(count)) deleted", count, left: after.recordCount)
                }
                return
            }
            try directory.delete(name)
            IndexAnnouncement(deleted: before).send(to: location)
            report("deleted", before.recordCount, left: 0)
        }
    }

    private static func words(_ count: Int) -> String { "\(Quantity.count(count)) record\(count == 1 ? "" : "s")" }

    private func report(_ text: String, _ count: Int, left: Int) {
        var object = JSONObject([("index", .string(name)), ("deleted", JSON(count)), ("records", JSON(left))])
        if dryRun { object["dryRun"] = true }
        Terminal.output.print(json ? JSON.object(object).text : "\(name): \(text)")
    }
}
