// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the data of an app into a folder, also while it runs.",
        discussion:
            "`searchbus backup FOLDER` makes a backup; `searchbus restore FOLDER` restores it.",
        subcommands: [BackupMakeCommand.self, BackupVerifyCommand.self],
        defaultSubcommand: BackupMakeCommand.self
    )
}
