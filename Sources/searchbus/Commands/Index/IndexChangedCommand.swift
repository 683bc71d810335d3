// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Bus
import Runtime
import Wire

/// Tells the running app that an index has changed.
struct IndexChangedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "changed",
        abstract: "Tell the running app that an index has changed.",
        discussion: """
            Live searches of the index run again, and what is on screens is fresh. For indexes of engines elsewhere, which \
            cannot say so themselves: run it when an import into such an engine has ended. `index import` and `index delete` \
            say it by themselves.

            Exit codes: 0 done; 64 no name of an index; 66 not said of which app; 69 no app runs there.
            """
    )

    @Argument(help: "The index's name, as the app file's searchers have it.") var name: String
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        AsyncWork.run {
            await Executable.report {
                let draft = try IndexChange(of: name).draft(id: Identifier.make(), source: "/searchbus")
                let client = try options.location(for: .changing).connect()
                defer { client.close() }
                let receipt = try await client.append([draft])
                let object: JSON = ["index": .string(name), "sequence": .string(receipt.last.description)]
                Terminal.output.print(json ? object.text : "\(name): live searches run again")
            }
        }
    }
}
