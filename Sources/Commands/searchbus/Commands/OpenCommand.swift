// SPDX-License-Identifier: MIT

import ArgumentParser
import Runtime
import Wire

struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the console of a running app in the browser.",
        discussion: """
            Creates a link like `searchbus link` and opens it in the browser. Without a screen, or with --print, it \
            prints the link.

            Exit codes: 0 done; 69 no app runs; 77 the gateway refuses.
            """
    )

    @Flag(name: .customLong("print"), help: "Print the link instead.") var printsLink = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let link = try ConsoleLink.make(at: try options.location())
            guard !printsLink, let browser = Browser.system else {
                Terminal.output.print(link)
                return
            }
            if browser.open(link) {
                Terminal.output.print("opened \(link.prefix { $0 != "?" })")
            } else {
                Terminal.error.print("no browser could be opened; the link is:")
                Terminal.output.print(link)
            }
        }
    }
}
