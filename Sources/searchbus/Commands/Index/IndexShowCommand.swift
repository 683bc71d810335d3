// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Runtime
import SearchIndex
import Wire

/// Tells what there is to know about an index.
struct IndexShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an index's size and settings.",
        discussion: "Exit codes: 0 done; 66 no such index; 74 an index that cannot be read."
    )

    @Argument(help: "The index's name.") var name: String
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let summary = try IndexDirectory(path: options.location().indexes).summary(of: name)
            guard summary.isReadable else {
                throw SearchBusError(.indexCorrupt, "The index `\(name)` cannot be read.")
            }
            guard !json else {
                Terminal.output.print(summary.json.text)
                return
            }
            Terminal.output.print(Terminal.output.styled(summary.name, .bold))
            Terminal.output.print("  records      \(Quantity.count(summary.recordCount))")
            Terminal.output.print("  size         \(Quantity.bytes(summary.bytes))")
            Terminal.output.print("  generation   \(Quantity.count(summary.generation))")
            for line in Self.settings(summary.settings) { Terminal.output.print("  \(line)") }
        }
    }

    /// The settings, a line each.
    static func settings(_ settings: IndexSettings) -> [String] {
        (settings.json.object?.members ?? []).map { member in
            let words = member.value.array?.compactMap(\.string) ?? []
            return "\(member.key): \(words.isEmpty ? "none" : words.joined(separator: ", "))"
        }
    }
}
