// SPDX-License-Identifier: MIT

import Broker
import Bus
import Foundation
import Runtime
import SearchIndex
import SearchModel
import Wire

/// Copies the data directory of an app, which may run, into a folder.
///
/// Indexes and databases of components come first, and the log last: so none of them has what the log does not have. What the log
/// has more, they make up for from it: an index by the writes after the place that it reaches, for which the cursor is set back.
public struct BackupMaker {
    /// The component that applies writes of the log to indexes.
    static let indexer = WorkerKind.indexer.component
    /// A file in a folder that is not a backup yet.
    static let markerName = "backup.partial"
    /// How often it is tried to take the indexes before writes that they lack have left the log.
    private static let mostAttempts = 5
    /// How much room a disk must have beside the copy of the log, in bytes.
    private static let spareRoom = 1 << 20

    /// How far it has got.
    public enum Progress: Sendable, Hashable {
        case log(bytes: Int, of: Int)
        case index(String)
        case checking(events: Int, of: Int)
    }

    let data: String
    let destination: String
    let withSecrets: Bool
    let pace: CopyPace
    let now: Timestamp
    let stop: BackupStop

    public init(
        data: String,
        destination: String,
        withSecrets: Bool,
        pace: CopyPace,
        now: Timestamp,
        stop: BackupStop = BackupStop()
    ) {
        (self.data, self.destination, self.withSecrets) = (data, destination, withSecrets)
        (self.pace, self.now, self.stop) = (pace, now, stop)
    }

    /// Where the backup grows until it is whole.
    public var partial: String { "\(destination).partial" }

    /// Makes the backup, and reads it once.
    ///
    /// - Throws: `SearchBusError`; nothing of it is left then.
    public func make(onProgress: (Progress) -> Void = { _ in }) throws -> BackupManifest {
        try PlainFile.checkOwner(of: data, doing: "backup")
        guard access("\(data)/\(BackupPlan.log)", F_OK) == 0 else {
            throw SearchBusError(
                .dataDirectoryUnusable,
                "There is no log in \(data): its app was never started.",
                remedy: "`searchbus index backup` copies an index alone."
            )
        }
        try checkDestination()
        let marker = try stop.begin(partial, begin)
        defer { withExtendedLifetime(marker) {} }
        do {
            let manifest = try withExtendedLifetime(try BackupLock(dataDirectory: data)) { try fill(onProgress) }
            try Files.replace("\(partial)/\(BackupManifest.fileName)", with: manifest.fileBytes)
            for folder in [BackupPlan.databases, BackupPlan.indexes, BackupPlan.secrets].map({ "\(partial)/\($0)" }) {
                if access(folder, F_OK) == 0 { try Files.synchronize(folder) }
            }
            try Files.synchronize(partial)
            try stop.end {
                guard rename(partial, destination) == 0 else {
                    throw Files.failure("\(destination) cannot be put into place")
                }
                unlink("\(destination)/\(Self.markerName)")
                try Files.synchronize((destination as NSString).deletingLastPathComponent)
            }
            return manifest
        } catch {
            try stop.end { try? PlainFile.removeFolder(partial) }
            throw error
        }
    }

    /// The names of folders beside this backup that others have left which were interrupted and never made again.
    public func leftovers() -> [String] {
        let parent = (destination as NSString).deletingLastPathComponent
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        return names.sorted().filter { name in
            guard name.hasSuffix(".partial") else { return false }
            // A running backup has the lock.
            let marker = "\(parent)/\(name)/\(Self.markerName)"
            return access(marker, R_OK) == 0 && !FileLock.isHeld(marker)
        }
    }

    private func checkDestination() throws {
        var status = stat()
        guard stat(destination, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR, try PlainFile.entries(of: destination).isEmpty else {
            throw SearchBusError(
                .invalidArgument,
                "\(destination) is there already, and not an empty folder.",
                remedy: "Name a folder that does not exist yet; a backup never replaces another."
            )
        }
    }

    /// Makes the folder in which the backup grows; one that an interrupted backup has left is removed.
    private func begin() throws -> FileLock {
        let marker = "\(partial)/\(Self.markerName)"
        let busy = SearchBusError(.busy, "Another backup to \(destination) is being made.")
        if access(partial, F_OK) == 0 {
            guard access(marker, W_OK) == 0 else {
                throw SearchBusError(
                    .invalidArgument,
                    "\(partial) is there already, and no leftover of a backup.",
                    remedy: "Move it away, or name another folder."
                )
            }
            guard let left = try FileLock(marker, 0) else { throw busy }
            try withExtendedLifetime(left) { try PlainFile.removeFolder(partial) }
        }
        try PlainFile.makeFolder(partial)
        do {
            if let lock = try FileLock(marker, O_CREAT | O_EXCL) { return lock }
            throw busy
        } catch {
            // A folder without the marker would be in the way of the next backup.
            unlink(marker)
            rmdir(partial)
            throw error
        }
    }

    private func fill(_ onProgress: (Progress) -> Void) throws -> BackupManifest {
        let plan = BackupPlan(try PlainFile.entries(of: data), withSecrets: withSecrets)
        var files: [BackupManifest.File] = []
        if !plan.databases.isEmpty { try PlainFile.makeFolder("\(partial)/\(BackupPlan.databases)") }
        for name in plan.databases {
            let path = "\(BackupPlan.databases)/\(name)"
            try HeldDatabase(path: "\(data)/\(name)").copy(to: "\(partial)/\(path)", pace: pace) { _, _ in }
            try LogVerification.checkDatabase(path: "\(partial)/\(path)")
            files.append(try file(path))
        }
        let (capture, facts, reach) = try copyLog(onProgress)
        try PlainFile.makeFolder("\(partial)/\(BackupPlan.indexes)")
        let indexes = try capture.copy(to: "\(partial)/\(BackupPlan.indexes)", onPiece: pace.settle) {
            onProgress(.index($0))
        }
        if !plan.secrets.isEmpty { try PlainFile.makeFolder("\(partial)/\(BackupPlan.secrets)") }
        for name in plan.secrets {
            let path = "\(BackupPlan.secrets)/\(name)"
            try PlainFile.copy("\(data)/\(name)", to: "\(partial)/\(path)")
            files.append(try file(path))
        }
        let copied = try LogVerification.run(path: "\(partial)/\(BackupPlan.log)") {
            onProgress(.checking(events: $0, of: facts.events))
        }
        guard copied == facts else { throw SearchBusError(.storageFailed, "The copy of the log is not the log.") }
        files.append(try file(BackupPlan.log))
        return BackupManifest(
            version: Release.version,
            made: now.description,
            log: facts,
            indexesReach: reach,
            indexes: indexes.map { .init(name: $0.name, records: $0.recordCount, bytes: $0.byteCount) },
            files: files,
            leftOut: plan.leftOut
        )
    }

    /// Copies the log as it is right after the indexes that are held; it holds a moment of the log for as long as it takes to
    /// compare the copy, most of which was made before.
    private func copyLog(_ onProgress: (Progress) -> Void) throws -> (IndexCapture, LogFacts, SequenceNumber) {
        let log = "\(data)/\(BackupPlan.log)"
        let copy = try LogCopy(of: log, to: "\(partial)/\(BackupPlan.log)", pace: pace)
        return try withExtendedLifetime(copy) {
            try checkRoom(for: try copy.size())
            try copy.approach { onProgress(.log(bytes: $0, of: $1)) }
            for _ in 0..<Self.mostAttempts {
                // What the indexer had folded before is in the indexes; what it folds meanwhile may be.
                let before = try HeldDatabase(path: log).facts()
                let reach = before.cursors[Self.indexer] ?? .zero
                let capture = try IndexCapture(IndexDirectory(path: "\(data)/\(BackupPlan.indexes)"))
                let facts = try copy.finish(holding: try HeldDatabase(path: log))
                guard facts.epoch == before.epoch, facts.head >= before.head else {
                    throw SearchBusError(.storageFailed, "The copy of the log is not the log.")
                }
                // The log has all writes that the indexes may lack.
                if (facts.cursors[Self.indexer] ?? .zero) == reach || facts.trimmed <= reach {
                    return (capture, facts, reach)
                }
            }
            throw SearchBusError(.busy, "Writes leave the log as soon as they are in the indexes.")
        }
    }

    private func file(_ path: String) throws -> BackupManifest.File {
        let (bytes, checksum) = try PlainFile.sum("\(partial)/\(path)")
        return BackupManifest.File(path: path, bytes: bytes, checksum: checksum)
    }

    private func checkRoom(for bytes: Int) throws {
        var disk = statvfs()
        guard statvfs(partial, &disk) == 0 else { return }
        let room = Int(disk.f_bavail) * Int(disk.f_frsize)
        guard room < bytes + Self.spareRoom else { return }
        throw SearchBusError(
            .storageFull,
            "The log has \(bytes >> 20) MiB, and the disk of \(destination) has room for \(room >> 20) MiB.",
            remedy: "Make room there, or name a folder on another disk."
        )
    }
}
