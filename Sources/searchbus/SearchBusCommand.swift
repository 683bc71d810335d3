// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Runtime
import Wire

/// The command that people use.
@main
struct SearchBusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searchbus",
        abstract: "Search screens as processes on a bus.",
        discussion: """
            Exit codes are the same for every command: 0 done; 64 a wrong argument or a refused request; 65 data that \
            cannot be read; 66 no such index, session or addressee; 69 what is needed does not run; 70 a failure of our \
            own; 74 a failure of the disk; 75 in use, try again later; 77 not permitted; 78 a wrong app file or setting.

            Colour is used on terminals only, and never where NO_COLOR is set.
            """,
        version: Release.version,
        subcommands: [
            InitCommand.self, UpCommand.self, DemoCommand.self, CheckCommand.self, IndexCommand.self, WatchCommand.self,
            SendCommand.self, StatusCommand.self, RestartCommand.self, OpenCommand.self, LinkCommand.self,
            KeyCommand.self, KeysCommand.self, WidgetsCommand.self, ReplayCommand.self, InsightsCommand.self,
            SessionCommand.self, BackupCommand.self, RestoreCommand.self, ClusterCommand.self,
            CompletionCommand.self,
            BenchCommand.self, BenchRelayCommand.self,
        ]
    )

    static func main() {
        Executable.silenceThreadPool()
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let problem = CommandSpelling.problem(in: arguments, of: Self.self) { Executable.fail(problem) }
        main(nil)
    }
}
