// SPDX-License-Identifier: MIT

import ArgumentParser
import Bus
import Runtime
import SearchIndex
import Wire

struct IndexListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the indexes.",
        discussion: "Exit codes: 0 done; 66 no data directory; 74 a disk failure."
    )

    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let directory = IndexDirectory(path: try options.location().indexes)
            let (indexes, outdated) = (try directory.list(), try directory.outdated())
            guard !json else {
                var object = JSONObject([("indexes", .array(indexes.map(\.json)))])
                if !outdated.isEmpty { object["outdated"] = JSON(outdated) }
                Terminal.output.print(JSON.object(object).text)
                return
            }
            for name in outdated { Terminal.error.print(Self.note(outdated: name)) }
            guard !indexes.isEmpty || !outdated.isEmpty else {
                Terminal.error.print("No index exists yet. Create one: searchbus index import NAME FILE.")
                return
            }
            guard !indexes.isEmpty else { return }
            var table = Table([("INDEX", .left), ("RECORDS", .right), ("SIZE", .right), ("CHANGED", .left)])
            for index in indexes { table.add(Self.row(index)) }
            for line in table.lines { Terminal.output.print(line) }
        }
    }

    /// The note on an index that only older builds can read.
    static func note(outdated name: String) -> String {
        "\(name): it has the format of an older build (\(name).sqlite), which is not supported: import it again with `searchbus index import"
            + " \(name) FILE`, then delete the old file."
    }

    private static func row(_ index: IndexSummary) -> [String] {
        let changed = Timestamp(microseconds: index.updated.components.seconds * 1_000_000).description.prefix(19)
        return [
            index.name, index.isReadable ? Quantity.count(index.recordCount) : "unreadable",
            Quantity.bytes(index.bytes), "\(changed)Z",
        ]
    }
}
