// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// A copy of one version of an index: a folder with its manifest and the files that the manifest names.
struct IndexBackup {
    let index: IndexFolder
    let path: String
    /// Called for each piece that was copied, and may be slow.
    let onPiece: CopyObserver

    /// Makes the backup, which comes to be in one step and as a whole.
    ///
    /// Files that never change are linked where the disk is the same, and copied otherwise.
    ///
    /// - Returns: What came of reading the copy.
    /// - Throws: `SearchBusError.invalidArgument` where the folder is there already, `.unknownIndex`, `.indexCorrupt` for an
    ///   index that is damaged, `.storageFailed`, `.storageFull`.
    func make(onProgress: (IndexVerification.Progress) -> Void) throws -> IndexVerification {
        guard access(path, F_OK) != 0 else {
            throw SearchBusError(
                .invalidArgument,
                "\(path) is there already.",
                remedy: "Name a folder that does not exist yet."
            )
        }
        let partial = IndexFolder(path: "\(path).partial", name: index.name, environment: index.environment)
        try IndexBackup.clear(partial)
        do {
            guard mkdir(partial.path, 0o700) == 0 else {
                throw StorageFailure.system("make the folder \(partial.path)")
            }
            try fill(partial)
            let verification = try VersionCheck.run(partial, readsRecords: false, onProgress: onProgress)
            if let error = verification.error { throw error }
            try partial.synchronize()
            guard index.disk.rename(partial.path, to: path) else {
                throw StorageFailure.system("put \(path) into place")
            }
            try IndexFolder.synchronize(IndexBackup.parent(of: path), index.disk)
            return verification
        } catch {
            try? IndexBackup.clear(partial)
            throw error
        }
    }

    private func fill(_ target: IndexFolder) throws {
        let manifest = try index.copyVersion { name, file in
            try file.place(at: target.file(name), onPiece: onPiece)
        }
        try target.write(manifest.bytes, to: target.file(Manifest.fileName))
    }

    /// Removes what a backup that was interrupted has left; whatever else is in the folder stays.
    private static func clear(_ folder: IndexFolder) throws {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for file in files where file == Manifest.fileName || Manifest.isFileName(file) { unlink(folder.file(file)) }
        guard rmdir(folder.path) == 0 || errno == ENOENT else {
            throw StorageFailure.system("remove the folder \(folder.path)")
        }
    }

    private static func parent(of path: String) -> String {
        let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return parent.isEmpty ? path.hasPrefix("/") ? "/" : "." : parent
    }
}

extension IndexDirectory {
    /// Copies the newest version of an index into a folder that is not there yet; the index may be changed meanwhile.
    ///
    /// - Parameters:
    ///   - name: The index.
    ///   - path: The folder, in one that exists.
    ///   - onPiece: Called for each piece that was copied, and may be slow.
    ///   - onProgress: Called now and then with the progress of reading the copy.
    /// - Returns: What came of reading the copy.
    /// - Throws: `SearchBusError`; no folder is then left, or a whole one whose name could not be brought to the disk.
    public func backUp(
        _ name: String,
        to path: String,
        onPiece: CopyObserver = { _, _, _ in },
        onProgress: (IndexVerification.Progress) -> Void = { _ in }
    ) throws -> IndexVerification {
        try check(name)
        return try withoutActuallyEscaping(onPiece) { onPiece in
            try IndexBackup(index: folder(of: name), path: path, onPiece: onPiece).make(onProgress: onProgress)
        }
    }
}
