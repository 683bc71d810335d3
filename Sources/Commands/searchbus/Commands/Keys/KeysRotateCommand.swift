// SPDX-License-Identifier: MIT

import AccessKeys
import ArgumentParser
import Runtime
import Wire

struct KeysRotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace a key of the gateway by a new one with the same role.",
        discussion: """
            Prints the new key. The old one is valid for the --grace period, so that programs can switch without a \
            gap. `searchbus keys rotate owner` replaces the owner's key, which `searchbus key` prints.

            Exit codes: 0 done; 64 an invalid duration; 66 no such key, or one that has ended.
            """
    )

    @Argument(help: "The id of the key, as `searchbus keys list` shows it.") var id: String
    @Option(help: "How long the old key is valid, such as 30m, 12h or 7d; 0 ends it at once.") var grace = "24h"
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let seconds = grace == "0" ? 0 : try KeysCommand.lifetime(grace, of: "--grace").seconds
            guard let seconds else {
                throw SearchBusError(
                    .invalidArgument,
                    "--grace never: the old key must expire.",
                    remedy: "To keep two keys, create another one: searchbus keys create."
                )
            }
            let now = KeysCommand.now
            let text = try AccessFile(dataDirectory: try options.location(for: .changing).data).change { ring in
                guard let text = ring.rotate(id, at: now, grace: seconds) else { throw KeysDeleteCommand.unknown(id) }
                return text
            }
            let members: JSON = ["id": .string(id), "key": .string(text), "formerEndsAt": JSON(now + seconds)]
            Terminal.output.print(json ? members.text : text)
        }
    }
}
