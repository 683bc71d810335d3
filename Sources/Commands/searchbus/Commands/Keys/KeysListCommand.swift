// SPDX-License-Identifier: MIT

import AccessKeys
import AlgoliaKeys
import ArgumentParser
import Runtime
import Wire

struct KeysListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the keys and what they allow.",
        discussion: "Exit codes: 0 done; 77 a file of keys can be read by others."
    )

    @Flag(help: "Also show the keys of Algolia's interface, which are secrets.") var show = false
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let location = try options.location()
            let access = try AccessFile(dataDirectory: location.data).read()
            let algolia = try KeyFile(dataDirectory: location.data).read()
            guard access != nil || algolia != nil else {
                throw SearchBusError(
                    .dataDirectoryUnusable,
                    "There are no keys in \(location.data).",
                    remedy: "They are created when the app first runs: searchbus up."
                )
            }
            let now = KeysCommand.now
            guard !json else { return Terminal.output.print(whole(access, algolia).text) }
            if let access { for line in Self.table(of: access, at: now).lines { Terminal.output.print(line) } }
            guard let algolia else { return }
            if access != nil { Terminal.output.print("") }
            Terminal.output.print("Algolia's interface, application id: \(algolia.applicationID)")
            for line in table(of: algolia).lines { Terminal.output.print(line) }
        }
    }

    private func whole(_ access: AccessRing?, _ algolia: KeyRing?) -> JSON {
        var members = JSONObject()
        if let algolia {
            members["applicationID"] = .string(algolia.applicationID)
            members["keys"] = .array(
                algolia.keys.map { show ? $0.json : $0.json.adding(["value": .string(KeysCommand.masked($0))]) }
            )
        }
        if let access { members["access"] = .array(access.keys.map { .object($0.shown) }) }
        return .object(members)
    }

    static func table(of ring: AccessRing, at now: Int) -> Table {
        var table = Table([("id", .left), ("role", .left), ("opens", .left), ("good", .left), ("description", .left)])
        for key in ring.keys {
            let parts = [key.scope.session.map { "session \($0)" }, key.scope.filters.map(\.text)].compactMap(\.self)
            let opens = parts.isEmpty ? "everything" : parts.joined(separator: ", ")
            table.add([key.id, key.scope.role.rawValue, opens, state(of: key, at: now), key.description])
        }
        return table
    }

    /// How long a key is good, or since when it is not.
    static func state(of key: AccessKey, at now: Int) -> String {
        if let revokedAt = key.revokedAt { return "revoked \(Quantity.time(seconds: now - revokedAt)) ago" }
        let former = key.former.map(\.endsAt).filter { $0 > now }.max()
        let also = former.map { ", the previous key for \(Quantity.time(seconds: $0 - now))" } ?? ""
        guard let endsAt = key.endsAt else { return "without a limit\(also)" }
        guard endsAt > now else { return "expired \(Quantity.time(seconds: now - endsAt)) ago" }
        return "for \(Quantity.time(seconds: endsAt - now))\(also)"
    }

    private func table(of ring: KeyRing) -> Table {
        var table = Table([("key", .left), ("allows", .left), ("indexes", .left), ("description", .left)])
        for key in ring.keys {
            let names = key.rights.map(\.rawValue).sorted().joined(separator: " ")
            let rights = key.rights.contains(.admin) ? "everything" : names
            table.add([
                show ? key.value : KeysCommand.masked(key), rights,
                key.indexes.isEmpty ? "all" : key.indexes.joined(separator: " "), key.description,
            ])
        }
        return table
    }
}
