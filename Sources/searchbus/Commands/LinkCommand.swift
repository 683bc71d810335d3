// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Runtime
import Wire

/// Makes a link that opens the console.
struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Make a new link that opens the console of a running app.",
        discussion: """
            Only somebody who may read the data directory can make links.

            Exit codes: 0 done; 69 no app runs; 77 the gateway refuses.
            """
    )

    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let link = try ConsoleLink.make(at: try options.location())
            Terminal.output.print(json ? (["link": .string(link)] as JSON).text : link)
        }
    }
}
