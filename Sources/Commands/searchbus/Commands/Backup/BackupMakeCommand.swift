// SPDX-License-Identifier: MIT

import ArgumentParser
import Backup
import Broker
import Bus
import Foundation
import Runtime
import Supervisor
import Wire

struct BackupMakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make",
        abstract: "Copy the data of an app into a folder, also while it runs.",
        discussion: """
            Copies the log, the indexes and the databases of components, consistent with each other, and verifies \
            the copy. The folder is created in one step; until then it is FOLDER.partial. Ctrl-C removes that; if \
            the command was killed, the next backup removes or reports it. The app keeps running: while it is used, \
            the copy is made in small pieces, with pauses. On the same disk indexes share their immutable files: \
            copy the folder to another disk to survive the loss of this one.

            Keys and secrets are included only with --with-secrets.

            Exit codes: 0 done; 64 the folder exists already; 66 no such app, never started, or another user's data; \
            74 damaged data, or a disk failure; 75 another backup is in progress; 130 interrupted.
            """
    )

    /// The exit code of a command that was ended with Ctrl-C.
    static let interrupted: Int32 = 130

    @Argument(help: "The folder, which does not exist yet or is empty.", completion: .directory) var folder: String
    @Flag(help: "Also copy the files of keys and secrets, with mode 0600.") var withSecrets = false
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let location = try options.location()
            let path = RuntimeDirectory.absolute(folder)
            Politeness.giveWay()
            let stop = BackupStop()
            Executable.onTermination {
                guard stop.giveUp() else { return }
                let line = isatty(STDERR_FILENO) == 0 ? "" : "\n"
                Executable.write("\(line)interrupted: there is no backup", patience: 1000)
                _exit(Self.interrupted)
            }
            let maker = BackupMaker(
                data: location.data,
                destination: path,
                withSecrets: withSecrets,
                pace: Politeness.pace(besideLogOf: location.data),
                now: Timestamp.now(),
                stop: stop
            )
            var bar = BackupBar(title: "backup", terminal: json ? nil : .error)
            let manifest = try maker.make { bar.show($0) }
            bar.clear()
            for name in maker.leftovers() {
                Executable.warn("\(Terminal.safe(name)) beside it is the rest of an interrupted backup; delete it.")
            }
            let lines = Self.lines(manifest, folder: folder)
            Terminal.show(manifest.json.adding(["folder": .string(path)]), asJSON: json, else: lines)
        }
    }

    static func lines(_ manifest: BackupManifest, folder: String) -> [String] {
        let log = manifest.log
        let counts =
            "\(Quantity.count(log.events, "event")) of \(Quantity.count(log.sessions, "session")) and "
            + "\(Quantity.count(manifest.indexes.count, "index", "indexes")) (\(Quantity.bytes(manifest.bytes)))"
        let secrets = manifest.hasSecrets ? "with keys and secrets: keep it private" : "without keys and secrets"
        let leftOut = manifest.leftOut.filter { !$0.hasSuffix(".secret") && !$0.hasSuffix(".keys") }
        return ["\(counts) are in \(Terminal.safe(folder)), \(secrets)"]
            + (leftOut.isEmpty ? [] : ["not in it: \(Terminal.safe(leftOut.joined(separator: ", ")))"])
    }
}

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

/// A line on a terminal that tells how far a backup has got; nothing where there is no terminal.
struct BackupBar {
    private static let interval: Duration = .milliseconds(100)

    private let clock = ContinuousClock()
    private var drawnAt: ContinuousClock.Instant?
    private var bar: ProgressBar

    init(title: String, terminal: Terminal?) {
        bar = ProgressBar(title: title, total: nil, terminal: terminal, began: clock.now)
    }

    mutating func show(_ progress: BackupMaker.Progress) {
        if let drawnAt, clock.now - drawnAt < Self.interval { return }
        drawnAt = clock.now
        bar.showWork(Self.words(progress))
    }

    mutating func clear() { bar.clear() }

    static func words(_ progress: BackupMaker.Progress) -> String {
        switch progress {
        case .log(let bytes, let total): "log: \(Quantity.bytes(bytes)) of \(Quantity.bytes(total))"
        case .index(let name): "index \(name)"
        case .checking(let events, let total): "events: \(Quantity.count(events)) of \(Quantity.count(total))"
        }
    }
}
