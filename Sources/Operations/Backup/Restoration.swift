// SPDX-License-Identifier: MIT

import Broker
import Bus
import Foundation
import Runtime
import SearchIndex
import Supervisor
import Wire

/// Replaces the data of an app, which must not run, by a backup.
public struct Restoration {
    public struct Outcome: Sendable, Hashable {
        /// The identity of the log from now on.
        public let epoch: String
        /// The folder of what was there before; `nil` where nothing was.
        public let aside: String?
    }

    let backup: BackupFolder
    let data: String
    let now: Timestamp

    public init(_ backup: BackupFolder, data: String, now: Timestamp) {
        (self.backup, self.data, self.now) = (backup, data, now)
    }

    /// Checks the backup, copies it, and puts the copy into place in one step.
    ///
    /// - Throws: `SearchBusError` with `data-directory-in-use` where the app runs, as `BackupFolder.verify` for a backup that is
    ///   damaged, `storage-full`, `storage-failed`; then the data are unchanged.
    public func run(onProgress: (BackupMaker.Progress) -> Void = { _ in }) throws -> Outcome {
        try RuntimeDirectory.make((data as NSString).deletingLastPathComponent)
        if access(data, F_OK) != 0 { try RuntimeDirectory.make(data) }
        try PlainFile.checkOwner(of: data, doing: "restore")
        let locks = try hold()
        return try withExtendedLifetime(locks) {
            try backup.verify(onProgress: onProgress)
            let stage = "\(data)/\(RestoreJournal.stage)"
            // Nothing was decided for what an interrupted restore has left there.
            try PlainFile.removeFolder(stage)
            do {
                try PlainFile.makeFolder(stage)
                let epoch = try fill(stage, onProgress)
                return try putIntoPlace(stage, epoch: epoch)
            } catch {
                if access("\(data)/restore.journal", F_OK) != 0 { try? PlainFile.removeFolder(stage) }
                throw error
            }
        }
    }

    /// Keeps everybody else away who would use the data.
    private func hold() throws -> [AnyObject] {
        do {
            let supervisor = try SupervisorLock(directory: data, option: "data")
            return [supervisor, try DataDirectory(path: data)]
        } catch let error as SearchBusError where error.code == .dataDirectoryInUse {
            let holder = ["supervisor.lock", "broker.lock"].lazy.compactMap { name in
                FileLock.holder(of: "\(data)/\(name)")
            }.first { $0 != getpid() }
            throw SearchBusError(
                .dataDirectoryInUse,
                "The app of \(data) runs\(holder.map { ": process \($0)" } ?? "").",
                remedy: "Stop it first: Ctrl-C where `searchbus up` runs, or `systemctl stop`. Elsewhere: --data DIR."
            )
        }
    }

    /// Copies the backup; answers the new epoch.
    private func fill(_ stage: String, _ onProgress: (BackupMaker.Progress) -> Void) throws -> String {
        let manifest = backup.manifest
        let log = "\(stage)/\(BackupPlan.log)"
        let total = manifest.files.first { $0.path == BackupPlan.log }?.bytes ?? 0
        var copied = 0
        try PlainFile.copy("\(backup.path)/\(BackupPlan.log)", to: log) {
            copied += $0
            onProgress(.log(bytes: copied, of: total))
        }
        let epoch = Identifier.make(length: 16)
        let before = try LogRenewal.renew(
            path: log,
            cursors: [BackupMaker.indexer: manifest.indexesReach],
            epoch: epoch
        ) { onProgress(.checking(events: $0, of: manifest.log.events)) }
        try Files.synchronize(log)
        let indexes = "\(stage)/\(BackupPlan.indexes)"
        try PlainFile.makeFolder(indexes)
        try IndexDirectory(path: "\(backup.path)/\(BackupPlan.indexes)").copyAll(to: indexes, renaming: (before, epoch))
        try Files.synchronize(indexes)
        for file in manifest.files where file.path.contains("/") {
            let name = (file.path as NSString).lastPathComponent
            try PlainFile.copy("\(backup.path)/\(file.path)", to: "\(stage)/\(name)")
        }
        try Files.synchronize(stage)
        return epoch
    }

    private func putIntoPlace(_ stage: String, epoch: String) throws -> Outcome {
        let incoming = try PlainFile.entries(of: stage).map(\.name).sorted()
        let present = try PlainFile.entries(of: data)
        let writers = try IndexDirectory(path: "\(data)/\(BackupPlan.indexes)").list().map { index in
            try IndexWriter(directory: IndexDirectory(path: "\(data)/\(BackupPlan.indexes)"), name: index.name)
        }
        let aside = RestoreJournal.asidePrefix + freeName(among: Set(present.map(\.name)))
        let outgoing = BackupPlan(present, withSecrets: true).outgoing.filter { !incoming.contains($0) }
        let isReplacing = present.contains { incoming.contains($0.name) }
        try withExtendedLifetime(writers) {
            try RestoreJournal(incoming: incoming, outgoing: outgoing, aside: aside).carryOut(in: data)
        }
        // A folder in which nothing is says nothing.
        let isEmpty = rmdir("\(data)/\(aside)") == 0
        return Outcome(epoch: epoch, aside: isReplacing && !isEmpty ? "\(data)/\(aside)" : nil)
    }

    /// The time, in a form for file names.
    private func freeName(among names: Set<String>) -> String {
        let moment = String(now.description.prefix(19).filter { $0.isNumber || $0 == "T" })
        var (name, number) = (moment, 1)
        while names.contains(RestoreJournal.asidePrefix + name) {
            number += 1
            name = "\(moment)-\(number)"
        }
        return name
    }
}
