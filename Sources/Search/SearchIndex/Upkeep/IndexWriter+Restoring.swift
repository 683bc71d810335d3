// SPDX-License-Identifier: MIT

import Foundation
import Wire

extension IndexWriter {
    /// Replaces the index by a backup, in one step, once all of it was read and found intact.
    ///
    /// Writes that the index has from a log stay applied: they are not made again on what was restored.
    ///
    /// - Parameters:
    ///   - path: The folder of the backup, which stays as it is.
    ///   - isReplacing: Whether an index that is there gives way.
    ///   - keepsStamp: Whether the writes that the index has from a log count as applied, rather than those that the backup has.
    ///   - stamp: Up to which write of the log all count as applied besides; `nil` where there is no log.
    ///   - onProgress: Called now and then with the progress of reading the backup.
    /// - Returns: What there is to know about the new version.
    /// - Throws: `SearchBusError.invalidArgument` where there is no backup, or an index that must not give way;
    ///   `.indexCorrupt` for a backup that is damaged; `.storageFailed`, `.storageFull`. The index is then unchanged.
    @discardableResult
    public func restore(
        from path: String,
        isReplacing: Bool,
        keepsStamp: Bool = true,
        stamp: IndexStamp? = nil,
        onProgress: (IndexVerification.Progress) -> Void = { _ in }
    ) throws -> IndexSummary {
        let backup = IndexFolder(path: path, name: name, environment: directory.environment)
        guard backup.identity != nil else {
            throw SearchBusError(
                .invalidArgument,
                "\(path) is not a backup of an index.",
                remedy: "Name the folder that `searchbus index backup` has made."
            )
        }
        guard isReplacing || !directory.exists(name) else {
            throw SearchBusError(
                .invalidArgument,
                "There is an index `\(name)` already.",
                remedy: "Add --replace to replace it with the backup, or restore it under another name."
            )
        }
        let verification = try VersionCheck.run(backup, readsRecords: false, onProgress: onProgress)
        if let problem = verification.problems.first {
            throw SearchBusError(
                .indexCorrupt,
                "The backup \(path) is damaged: \(problem.line). Nothing is changed.",
                remedy: "Use another backup, or import the index again."
            )
        }
        return try publish(isReplacing: true) { manifest in
            var next = try copied(from: backup, over: manifest, isLinking: false)
            if keepsStamp { next.stamp = stamp?.orLater(manifest.stamp) ?? manifest.stamp ?? next.stamp }
            // A version that is not one of the same index replaces all records, as an import does.
            next.isImport = keepsStamp
            return next
        }
    }

    /// Takes the files of a folder over.
    ///
    /// Files keep their names, which segments know their dictionary by. Names begin at random and are never given again, so
    /// that a file of one name always has the same bytes, in whichever folder it is.
    ///
    /// - Parameters:
    ///   - other: The folder; where it changes meanwhile, the version is taken over that it has then.
    ///   - manifest: The version in use.
    ///   - isLinking: Whether files are shared where the disk is the same.
    /// - Returns: The manifest of the version that they are.
    /// - Throws: `SearchBusError`, `.unknownIndex` where there is no index in the folder.
    func copied(from other: IndexFolder, over manifest: Manifest, isLinking: Bool) throws -> Manifest {
        var next = try other.copyVersion { try take($0, $1, isLinking: isLinking) }
        next.nextFile = max(manifest.nextFile, next.nextFile) + Int.random(in: 1...1 << 32)
        (next.epoch, next.generation) = ("", manifest.generation + 1)
        return next
    }

    /// Takes a file over; where the index has it, it stays unless it is damaged.
    private func take(_ file: String, _ source: OpenFile, isLinking: Bool) throws {
        if access(folder.file(file), F_OK) == 0, try source.isSame(as: folder.file(file)) { return }
        let temporary = folder.file("\(file)-next")
        if isLinking { try source.place(at: temporary) } else { try source.copy(to: temporary) }
        guard folder.disk.rename(temporary, to: folder.file(file)) else {
            throw StorageFailure.system("put a file of index `\(name)` into place")
        }
    }
}
