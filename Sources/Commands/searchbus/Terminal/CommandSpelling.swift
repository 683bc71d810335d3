// SPDX-License-Identifier: MIT

import AppFile
import ArgumentParser
import Wire

/// Finds a command that does not exist in what was typed, and the one that was meant.
enum CommandSpelling {
    /// The error of the first unknown subcommand; `nil` if every command exists.
    static func problem(in arguments: [String], of root: any ParsableCommand.Type) -> SearchBusError? {
        var command: any ParsableCommand.Type = root
        var path = [name(of: root)]
        for word in arguments {
            let subcommands = command.configuration.subcommands
            guard !subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            guard let next = subcommands.first(where: { name(of: $0) == word }) else {
                guard command.configuration.defaultSubcommand == nil else { return nil }
                return SearchBusError(
                    .invalidArgument,
                    "`\(path.joined(separator: " "))` has no command `\(word.prefix(80))`.",
                    remedy: remedy(for: word, in: command, path: path, root: root)
                )
            }
            command = next
            path.append(word)
        }
        return nil
    }

    private static func remedy(
        for word: String,
        in command: any ParsableCommand.Type,
        path: [String],
        root: any ParsableCommand.Type
    ) -> String {
        let known = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { name(of: $0) }
        if let meant = Spelling.closest(to: word, among: known) {
            return "Did you mean `\((path + [meant]).joined(separator: " "))`?"
        }
        let nested = nested(in: root, path: [name(of: root)])
        if let meant = Spelling.closest(to: word, among: nested.compactMap { $0.last }),
            let whole = nested.first(where: { $0.last == meant })
        {
            return "Did you mean `\(whole.joined(separator: " "))`?"
        }
        return "There are: \(known.joined(separator: ", ")). See `\(path.joined(separator: " ")) --help`."
    }

    /// The paths of all commands.
    private static func nested(in command: any ParsableCommand.Type, path: [String]) -> [[String]] {
        command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.flatMap {
            subcommand -> [[String]] in
            let own = path + [name(of: subcommand)]
            return [own] + nested(in: subcommand, path: own)
        }
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? ""
    }
}
