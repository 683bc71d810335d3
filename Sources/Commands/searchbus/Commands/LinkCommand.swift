// SPDX-License-Identifier: MIT

import AccessKeys
import ArgumentParser
import Runtime
import Wire

struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Create a link to the console of a running app, or to one session.",
        discussion: """
            The link to the console works once, within ten minutes, and gives one browser all permissions. With \
            --session it opens only that session, in any number of browsers, until it expires or its key is revoked: \
            `searchbus keys list`, `keys delete`.

            Creating links needs access to the data directory.

            Exit codes: 0 done; 64 incompatible options; 66 no such session; 69 no app runs; 77 the gateway refuses.
            """
    )

    @Option(help: "The id of the session that the link opens.") var session: String?
    @Option(help: "How long a link to a session is valid, such as 30m, 12h or 7d, or `never` (default: 7d).")
    var expires: String?
    @Flag(help: "Make the link to a session read-only.") var readOnly = false
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let wanted = try Self.request(session: session, expires: expires, isReadOnly: readOnly)
            let (link, answer) = try ConsoleLink.make(at: try options.location(), body: wanted)
            guard json else { return Terminal.output.print(link) }
            var members = answer.object ?? JSONObject()
            members["url"] = nil
            members["link"] = .string(link)
            Terminal.output.print(JSON.object(members).text)
        }
    }

    /// What the gateway is asked for.
    ///
    /// - Throws: `SearchBusError` for options that do not go together.
    static func request(session: String?, expires: String?, isReadOnly: Bool) throws -> JSON {
        guard let session else {
            guard expires == nil, !isReadOnly else {
                throw SearchBusError(
                    .invalidArgument,
                    "--expires and --read-only are for links to a session, which needs --session.",
                    remedy: "Add --session NAME."
                )
            }
            return .object(JSONObject())
        }
        var members = JSONObject([("session", .string(session)), ("readOnly", .bool(isReadOnly))])
        if let expires {
            let lifetime = try KeysCommand.lifetime(expires, of: "--expires")
            members["expiresIn"] = lifetime.seconds.map { JSON($0) } ?? .null
        }
        return .object(members)
    }
}
