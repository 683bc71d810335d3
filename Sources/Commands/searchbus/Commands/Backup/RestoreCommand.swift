// SPDX-License-Identifier: MIT

import ArgumentParser
import Backup
import Broker
import Bus
import Runtime
import Supervisor
import Wire

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore an app's data from a backup; the app must be stopped.",
        discussion: """
            Verifies the backup first, then replaces the data by a copy of it in one step. The old data are moved to \
            a folder in the data directory, which is printed: delete it when you no longer need it. Keys and secrets \
            stay, unless the backup has them.

            The log gets a new epoch: clients that saw later events are notified, and read the state again.

            Exit codes: 0 done; 64 not a backup; 66 no app found, or another user's data; 74 a damaged backup \
            (nothing is changed), or a disk failure; 75 the app runs.
            """
    )

    @Argument(help: "The folder of the backup.", completion: .directory) var folder: String
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let location = try options.location(for: .changing)
            let backup = try BackupFolder(path: RuntimeDirectory.absolute(folder))
            var bar = BackupBar(title: "restore", terminal: json ? nil : .error)
            let outcome = try Restoration(backup, data: location.data, now: Timestamp.now()).run { bar.show($0) }
            bar.clear()
            if json {
                let object: JSON = [
                    "data": .string(location.data), "epoch": .string(outcome.epoch),
                    "before": outcome.aside.map(JSON.string) ?? .null, "backup": backup.manifest.json,
                ]
                return Terminal.output.print(object.text)
            }
            let log = backup.manifest.log
            Terminal.output.print(
                "\(location.data) is restored to its state of \(backup.manifest.made): \(Quantity.count(log.events, "event")) of "
                    + "\(Quantity.count(log.sessions, "session")), "
                    + Quantity.count(backup.manifest.indexes.count, "index", "indexes")
            )
            guard let aside = outcome.aside else { return }
            Terminal.output.print(
                "the previous data are in \(aside); to delete them: rm -r \(aside)"
            )
        }
    }
}
