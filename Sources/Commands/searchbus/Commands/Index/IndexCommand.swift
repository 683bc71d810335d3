// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser

struct IndexCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "index",
        abstract: "Manage the embedded indexes; report changes of others.",
        subcommands: [
            IndexImportCommand.self, IndexListCommand.self, IndexShowCommand.self, IndexSearchCommand.self,
            IndexSettingsCommand.self, IndexTuneCommand.self, IndexDeleteCommand.self, IndexVerifyCommand.self,
            IndexBackupCommand.self, IndexRestoreCommand.self, IndexChangedCommand.self,
        ]
    )
}
