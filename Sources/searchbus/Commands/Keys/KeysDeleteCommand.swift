// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaKeys
import ArgumentParser
import Runtime
import Wire

/// Deletes a key.
struct KeysDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a key: nobody can use it any more.",
        discussion: "Exit codes: 0 done; 66 no such key."
    )

    @Argument(help: "The key, or its first four letters or more.") var key: String
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let name = key.hasSuffix("…") ? String(key.dropLast()) : key
            try options.keyFile().change(at: KeysCommand.now) { ring in
                let found = ring.keys.filter { $0.value == name || (name.count >= 4 && $0.value.hasPrefix(name)) }
                guard found.count == 1, let key = found.first else {
                    throw SearchBusError(
                        found.isEmpty ? .unknownIndex : .invalidArgument,
                        found.isEmpty ? "There is no such key." : "Several keys begin like that.",
                        remedy: "See `searchbus keys list`."
                    )
                }
                guard !key.rights.contains(.admin) else {
                    throw SearchBusError(
                        .notPermitted,
                        "The admin key cannot be deleted.",
                        remedy: "Delete the file of keys, and start again: all keys are made anew."
                    )
                }
                _ = ring.remove(key.value)
            }
        }
    }
}
