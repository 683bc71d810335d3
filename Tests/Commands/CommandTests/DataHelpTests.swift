// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Testing

@testable import searchbus

/// The help of the commands for data and sessions, some of which have names that other commands have too.
///
/// `make record` writes the snapshots again.
@Suite struct DataHelpTests {
    private static let commands: [(name: String, type: any ParsableCommand.Type)] = [
        ("data-backup", BackupCommand.self), ("data-backup-make", BackupMakeCommand.self),
        ("data-backup-verify", BackupVerifyCommand.self), ("data-restore", RestoreCommand.self),
        ("session", SessionCommand.self), ("session-list", SessionListCommand.self),
        ("session-show", SessionShowCommand.self), ("session-export", SessionExportCommand.self),
        ("session-delete", SessionDeleteCommand.self),
    ]

    @Test(arguments: commands.indices)
    func `the help of each command equals its snapshot, and lists its exit codes`(index: Int) throws {
        let (name, command) = Self.commands[index]
        let help = SearchBusCommand.helpMessage(for: command, columns: 100) + "\n"
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots/\(name).txt")
        if ProcessInfo.processInfo.environment["SEARCHBUS_RECORD"] != nil { try Data(help.utf8).write(to: path) }
        #expect(try help == String(contentsOf: path, encoding: .utf8))
        let configuration = command.configuration
        guard configuration.subcommands.isEmpty else { return }
        #expect(configuration.discussion.contains("Exit codes:"))
    }
}
