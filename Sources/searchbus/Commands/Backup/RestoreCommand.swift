// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Backup
import Broker
import Bus
import Runtime
import Supervisor
import Wire

/// Puts a backup in the place of the data of an app.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup in the place of the data of an app that does not run.",
        discussion: """
            Reads all of the backup first, then puts a copy of it in the place of the data in one step. What was there is \
            put aside in a folder of the data directory, which is named: delete it when you do not need it any more. Keys and \
            secrets stay as they are, unless the backup has them.

            The log gets a new epoch: whoever has seen events that came after the backup is told that its places mean nothing \
            any more, and reads the state anew.

            Exit codes: 0 done; 64 no backup; 66 not said for which app, or another user's data; 74 a damaged backup (nothing \
            is changed), or a failure of the disk; 75 the app runs.
            """
    )

    @Argument(help: "The folder that `searchbus backup` has made.", completion: .directory) var folder: String
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
                "\(location.data) is as it was at \(backup.manifest.made): \(Quantity.count(log.events, "event")) of "
                    + "\(Quantity.count(log.sessions, "session")), "
                    + Quantity.count(backup.manifest.indexes.count, "index", "indexes")
            )
            guard let aside = outcome.aside else { return }
            Terminal.output.print(
                "what was there before is in \(aside); when you do not need it any more: rm -r \(aside)"
            )
        }
    }
}
