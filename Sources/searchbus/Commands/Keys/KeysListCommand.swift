// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaKeys
import ArgumentParser
import Runtime
import Wire

/// Lists the keys.
struct KeysListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the keys and what they allow.")

    @Flag(help: "Show the keys themselves: whoever sees them can use them.") var show = false
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let ring = try options.keyFile().load(at: KeysCommand.now)
            guard !json else {
                let keys = ring.keys.map { key -> JSON in
                    var members = key.json.object ?? JSONObject()
                    if !show { members["value"] = .string(KeysCommand.masked(key)) }
                    return .object(members)
                }
                let whole: JSON = ["applicationID": .string(ring.applicationID), "keys": .array(keys)]
                Terminal.output.print(whole.text)
                return
            }
            Terminal.output.print("application id: \(ring.applicationID)")
            var table = Table([("key", .left), ("allows", .left), ("indexes", .left), ("description", .left)])
            for key in ring.keys {
                let names = key.rights.map(\.rawValue).sorted().joined(separator: " ")
                let rights = key.rights.contains(.admin) ? "everything" : names
                table.add([
                    show ? key.value : KeysCommand.masked(key), rights,
                    key.indexes.isEmpty ? "all" : key.indexes.joined(separator: " "), key.description,
                ])
            }
            for line in table.lines { Terminal.output.print(line) }
        }
    }
}
