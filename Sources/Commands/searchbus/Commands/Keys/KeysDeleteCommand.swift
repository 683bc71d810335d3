// SPDX-License-Identifier: MIT

import AccessKeys
import AlgoliaKeys
import ArgumentParser
import Runtime
import Wire

struct KeysDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Revoke a key.",
        discussion: """
            A running gateway refuses it from the next request on, and ends the streams that are open with it within a \
            second. The same goes for a link to a session, by the id of its key.

            Exit codes: 0 done; 66 no such key.
            """
    )

    @Argument(help: "The id of a key of the gateway; of one of Algolia's interface, its first four letters or more.")
    var key: String
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let location = try options.location(for: .changing)
            let file = AccessFile(dataDirectory: location.data)
            guard key != AccessRing.ownerID else {
                throw SearchBusError(
                    .notPermitted,
                    "The owner's key cannot be revoked: commands on this machine need it.",
                    remedy: "Replace it: searchbus keys rotate owner --grace 0."
                )
            }
            if try file.read()?.keys.contains(where: { $0.id == key }) ?? false {
                _ = try file.change { $0.revoke(key, at: KeysCommand.now) }
            } else {
                try deleteAlgoliaKey(in: KeyFile(dataDirectory: location.data))
            }
        }
    }

    /// Said of a key that there is not.
    static func unknown(_ id: String) -> SearchBusError {
        SearchBusError(.unknownKey, "Unknown or revoked key \(id).")
    }

    private func deleteAlgoliaKey(in file: KeyFile) throws {
        let name = key.hasSuffix("…") ? String(key.dropLast()) : key
        guard file.version != nil else { throw Self.unknown(name) }
        try file.change(at: KeysCommand.now) { ring in
            let found = ring.keys.filter { $0.value == name || (name.count >= 4 && $0.value.hasPrefix(name)) }
            guard found.count == 1, let key = found.first else {
                guard !found.isEmpty else { throw Self.unknown(name) }
                throw SearchBusError(
                    .invalidArgument,
                    "Several keys begin with these letters.",
                    remedy: "See `searchbus keys list`."
                )
            }
            guard !key.rights.contains(.admin) else {
                throw SearchBusError(
                    .notPermitted,
                    "The admin key cannot be deleted.",
                    remedy: "Delete the file of keys, and restart: all keys are created again."
                )
            }
            _ = ring.remove(key.value)
        }
    }
}
