// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaKeys
import ArgumentParser
import Glibc
import Wire

/// The keys of Algolia's interface.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "List, make and delete the keys of Algolia's interface.",
        discussion: """
            The keys are in the data directory, in `algolia.keys`, which only its owner reads; a running gateway takes \
            changes at once.
            """,
        subcommands: [KeysListCommand.self, KeysCreateCommand.self, KeysDeleteCommand.self]
    )

    /// The time, in seconds since 1970 began.
    static var now: Int { time(nil) }

    /// As much of a key as tells it from others.
    static func masked(_ key: AlgoliaKey) -> String { "\(key.value.prefix(4))…" }
}

extension LocationOptions {
    /// The file of keys of the app's data directory.
    ///
    /// - Throws: `SearchBusError` where the app's place cannot be told.
    func keyFile() throws -> KeyFile { KeyFile(dataDirectory: try location().data) }
}
