// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Bus
import Runtime
import SearchIndex
import Wire

/// Lists the indexes.
struct IndexListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the indexes.",
        discussion: "Exit codes: 0 done; 66 no data directory; 74 a failure of the disk."
    )

    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let indexes = try IndexDirectory(path: options.location().indexes).list()
            guard !json else {
                Terminal.output.print((["indexes": .array(indexes.map(\.json))] as JSON).text)
                return
            }
            guard !indexes.isEmpty else {
                Terminal.error.print("There is no index yet. Make one: searchbus index import NAME FILE.")
                return
            }
            var table = Table([("INDEX", .left), ("RECORDS", .right), ("SIZE", .right), ("CHANGED", .left)])
            for index in indexes { table.add(Self.row(index)) }
            for line in table.lines { Terminal.output.print(line) }
        }
    }

    private static func row(_ index: IndexSummary) -> [String] {
        let changed = Timestamp(microseconds: index.updated.components.seconds * 1_000_000).description.prefix(19)
        return [
            index.name, index.isReadable ? Quantity.count(index.recordCount) : "unreadable",
            Quantity.bytes(index.bytes), "\(changed)Z",
        ]
    }
}
