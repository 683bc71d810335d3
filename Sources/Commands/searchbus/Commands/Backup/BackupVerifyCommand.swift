// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Backup
import Runtime
import Supervisor
import Wire

struct BackupVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Read every byte of a backup, and check its integrity.",
        discussion: """
            Compares every file with its checksum, and checks the consistency of the log and each index. Nothing is \
            changed; no app is needed.

            Exit codes: 0 intact; 64 not a backup, or an interrupted one; 74 damaged, or of a newer version.
            """
    )

    @Argument(help: "The folder of the backup.", completion: .directory) var folder: String
    @Flag(help: "Print one JSON object.") var json = false

    func run() {
        Executable.report {
            let backup = try BackupFolder(path: RuntimeDirectory.absolute(folder))
            var bar = BackupBar(title: "verify", terminal: json ? nil : .error)
            try backup.verify { bar.show($0) }
            bar.clear()
            guard !json else { return Terminal.output.print(backup.manifest.json.text) }
            Terminal.output.print("\(Terminal.safe(folder)) is intact: made \(backup.manifest.made)")
            for line in BackupMakeCommand.lines(backup.manifest, folder: folder) { Terminal.output.print(line) }
        }
    }
}
