// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Testing

@testable import searchbus

/// Users rely on the help: a change of it shows in a snapshot.
///
/// `make record` writes them again.
@Suite struct HelpTests {
    private static let commands: [any ParsableCommand.Type] = [
        SearchBusCommand.self, InitCommand.self, UpCommand.self, DemoCommand.self, CheckCommand.self, IndexCommand.self,
        IndexImportCommand.self,
        IndexListCommand.self, IndexShowCommand.self, IndexSearchCommand.self, IndexSettingsCommand.self,
        IndexTuneCommand.self, IndexDeleteCommand.self, IndexVerifyCommand.self, IndexBackupCommand.self,
        IndexRestoreCommand.self,
        IndexChangedCommand.self,
        WatchCommand.self, SendCommand.self, StatusCommand.self, LinkCommand.self, KeyCommand.self, OpenCommand.self,
        KeysCommand.self, KeysCreateCommand.self, KeysRestrictCommand.self, KeysRotateCommand.self,
        RestartCommand.self, ReplayCommand.self, TestCommand.self, InsightsCommand.self,
        WidgetsCommand.self, CompletionCommand.self,
        ClusterCommand.self, ClusterFoundCommand.self, ClusterLeaveCommand.self,
    ]

    @Test(arguments: commands.indices)
    func `the help of each command equals its snapshot`(index: Int) throws {
        let command = Self.commands[index]
        let help = SearchBusCommand.helpMessage(for: command, columns: 100) + "\n"
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Snapshots/\(command._commandName).txt")
        if ProcessInfo.processInfo.environment["SEARCHBUS_RECORD"] != nil {
            try Data(help.utf8).write(to: path)
        }
        let snapshot = try String(contentsOf: path, encoding: .utf8)
        #expect(help == snapshot)
    }

    @Test(arguments: commands.indices)
    func `each command that does something lists its exit codes`(index: Int) {
        let configuration = Self.commands[index].configuration
        guard configuration.subcommands.isEmpty else { return }
        #expect(configuration.discussion.contains("Exit codes:"))
    }
}
