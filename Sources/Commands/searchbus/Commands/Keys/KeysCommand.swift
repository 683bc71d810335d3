// SPDX-License-Identifier: MIT

import AccessKeys
import AlgoliaKeys
import ArgumentParser
import Glibc
import Wire

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "List, create, replace and revoke the keys of the gateway and of Algolia's interface.",
        discussion: """
            A key of the gateway has a role: `read` reads everything and changes nothing, `session` creates and uses \
            sessions, `admin` has all permissions; `read` and `session` also for one session, or for the records of \
            filters. Its digest is stored in `gateway.secret` of the data directory. Keys of Algolia's interface allow what they list, and \
            are in `algolia.keys`. Only their owner can read these files; a running gateway applies changes at once.
            """,
        subcommands: [
            KeysListCommand.self, KeysCreateCommand.self, KeysRestrictCommand.self, KeysRotateCommand.self,
            KeysDeleteCommand.self,
        ]
    )

    /// The time, in seconds since 1970 began.
    static var now: Int { time(nil) }

    /// As much of a key of Algolia's interface as tells it from others.
    static func masked(_ key: AlgoliaKey) -> String { "\(key.value.prefix(4))…" }

    /// Reads a time in which something is good.
    ///
    /// - Throws: `SearchBusError` that names the option.
    static func lifetime(_ text: String, of option: String) throws -> Lifetime {
        guard let lifetime = Lifetime(text) else {
            throw SearchBusError(
                .invalidArgument,
                "Invalid duration `\(text)` for \(option).",
                remedy: "Write a number and a unit, such as 30m, 12h or 7d (at most ten years), or `never`."
            )
        }
        return lifetime
    }
}

extension LocationOptions {
    /// The file of keys of Algolia's interface, in the app's data directory, for a change.
    ///
    /// - Throws: `SearchBusError` if the app's location is unknown.
    func keyFile() throws -> KeyFile { KeyFile(dataDirectory: try location(for: .changing).data) }
}
