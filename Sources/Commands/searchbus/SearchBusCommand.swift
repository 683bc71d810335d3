// SPDX-License-Identifier: MIT

import ArgumentParser
import Runtime
import Wire

@main
struct SearchBusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searchbus",
        abstract: "Search screens as processes on a bus.",
        discussion: """
            Exit codes are the same for every command: 0 success; 1 differences, of `replay` and `test`; 64 an invalid argument or a refused request; 65 \
            unreadable data; 66 no such index, session or addressee; 69 a required process or service does not run; \
            70 an internal failure; 74 a disk failure; 75 in use, try again later; 77 not permitted; 78 an invalid \
            app file or setting.

            Colour is used only on terminals, and never if NO_COLOR is set.
            """,
        version: Release.version,
        subcommands: [
            InitCommand.self, UpCommand.self, DemoCommand.self, CheckCommand.self, IndexCommand.self, WatchCommand.self,
            SendCommand.self, StatusCommand.self, RestartCommand.self, OpenCommand.self, LinkCommand.self,
            KeyCommand.self, KeysCommand.self, WidgetsCommand.self, ReplayCommand.self, TestCommand.self,
            InsightsCommand.self, SessionCommand.self, SinkCommand.self, BackupCommand.self, RestoreCommand.self,
            ClusterCommand.self,
            CompletionCommand.self,
        ]
    )

    static func main() {
        Executable.silenceThreadPool()
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let problem = CommandSpelling.problem(in: arguments, of: Self.self) { Executable.fail(problem) }
        main(nil)
    }
}

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
