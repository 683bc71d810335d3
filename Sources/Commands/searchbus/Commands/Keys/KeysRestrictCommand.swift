// SPDX-License-Identifier: MIT

import AccessKeys
import ArgumentParser
import Runtime
import Wire

struct KeysRestrictCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restrict",
        abstract: "Make a key from another one, for fewer records, one session or a shorter time.",
        discussion: """
            Nothing is stored, and the gateway is not asked: a server can make one for each of its users, also with the \
            clients for Python and JavaScript. Such a key ends with the one that it was made from.

            Example: searchbus keys restrict sbk_… --filters 'tenant:acme' --expires 12h

            Exit codes: 0 done; 64 a text that is not a key, or invalid restrictions.
            """
    )

    @Argument(help: "A key of the role session or read.") var key: String
    @Option(help: "Filters that apply to everything that is searched with the key, such as tenant:acme.")
    var filters: String?
    @Option(help: "The only session that it opens.") var session: String?
    @Option(help: "How long the key is valid, such as 30m, 12h or 7d.") var expires: String?

    func run() {
        Executable.report {
            let lifetime = try expires.map { try KeysCommand.lifetime($0, of: "--expires") }
            let restriction = Restriction(
                filters: try KeysCreateCommand.read(filters: filters),
                session: try KeysCreateCommand.checked(session: session),
                endsAt: lifetime?.end(from: KeysCommand.now)
            )
            guard restriction != Restriction() else {
                throw SearchBusError(.invalidArgument, "Add --filters, --session or --expires.")
            }
            guard let text = restriction.key(from: key) else {
                throw SearchBusError(
                    .invalidArgument,
                    "The text is not a key that can be restricted.",
                    remedy: "Use a whole key, which begins with sbk_: searchbus keys create --role session prints one."
                )
            }
            Terminal.output.print(text)
        }
    }
}
