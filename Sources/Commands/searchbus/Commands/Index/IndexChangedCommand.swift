// SPDX-License-Identifier: MIT

import ArgumentParser
import Bus
import Runtime
import Wire

struct IndexChangedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "changed",
        abstract: "Notify the running app that an index has changed.",
        discussion: """
            Live searches of the index run again. Use it for indexes of external engines, which cannot report \
            changes themselves, after an import into such an engine. `index import` and `index delete` report \
            changes themselves.

            Exit codes: 0 done; 64 an invalid index name; 66 no app found; 69 no app runs there.
            """
    )

    @Argument(help: "The index's name, as in the app file.") var name: String
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        AsyncWork.report {
            let draft = try IndexChange(of: name).draft(id: Identifier.make(), source: "/searchbus")
            let client = try options.location(for: .changing).connect()
            defer { client.close() }
            let receipt = try await client.append([draft])
            let object: JSON = ["index": .string(name), "sequence": .string(receipt.last.description)]
            Terminal.output.print(json ? object.text : "\(name): live searches run again")
        }
    }
}
