// SPDX-License-Identifier: MIT

import ArgumentParser
import Runtime
import Wire

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Print the key with which programs authenticate at the gateway.",
        discussion: """
            A program sends it as `Authorization: Bearer KEY` and has all permissions. It is stored in \
            gateway.secret of the data directory, printed only here, and the same after a restart.

            Exit codes: 0 done; 66 the app has no key, since it has not run yet.
            """
    )

    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let location = try options.location()
            guard let key = ConsoleLink.key(in: location) else {
                throw SearchBusError(
                    .dataDirectoryUnusable,
                    "\(location.data) has no key.",
                    remedy: "The gateway creates it when the app first runs: searchbus up."
                )
            }
            Terminal.output.print(json ? (["bearer": .string(key)] as JSON).text : key)
        }
    }
}
