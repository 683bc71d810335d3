// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser

struct SessionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session",
        abstract: "List, show, export and delete sessions.",
        discussion: "The app may run or be stopped.",
        subcommands: [
            SessionListCommand.self, SessionShowCommand.self, SessionExportCommand.self, SessionDeleteCommand.self,
        ]
    )
}
