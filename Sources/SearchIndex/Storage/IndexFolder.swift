// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Wire

/// The folder of one index: its manifest and the files that it names.
struct IndexFolder: Sendable {
    /// Where it is.
    let path: String
    /// What the index is called, for messages.
    let name: String

    /// Where a file of the index is.
    func file(_ file: String) -> String { "\(path)/\(file)" }

    /// What tells one version from another; `nil` where there is no index.
    var identity: FileIdentity? { FileIdentity(path: file(Manifest.fileName)) }

    /// The manifest of the version in use; `nil` where there is no index.
    ///
    /// - Throws: `SearchBusError.indexCorrupt` for one that is damaged.
    func manifest() throws -> Manifest? { try Manifest(folder: path, name: name) }

    /// What the name of an index ends with that a build before 0.1.0's release wrote.
    static let outdatedSuffix = ".sqlite"

    /// The error for an index that is not there, or that only older builds could read.
    var unknown: SearchBusError {
        guard access(path + IndexFolder.outdatedSuffix, F_OK) == 0 else { return IndexDirectory.unknown(name) }
        return SearchBusError(
            .unknownIndex,
            "An older build wrote the index `\(name)` (\(name)\(IndexFolder.outdatedSuffix)), and it is not read.",
            remedy: "Import it again: searchbus index import \(name) FILE. Then delete the old file."
        )
    }

    /// Puts a version into place: from now on it is the one in use.
    ///
    /// - Throws: `SearchBusError.storageFailed`; the version before is then in use as it was.
    func publish(_ manifest: Manifest) throws {
        let temporary = file("manifest.next")
        try write(manifest.bytes, to: temporary)
        guard rename(temporary, file(Manifest.fileName)) == 0 else {
            throw StorageFailure.system("put the new version of index `\(name)` into place")
        }
        try IndexFolder.synchronize(path)
        unlink(deletionNote)
    }

    /// Where it is noted that the index was deleted, which it is no more with its next version.
    var deletionNote: String { "\((path as NSString).deletingLastPathComponent)/.\(name).deleted" }

    /// Writes a file and waits until it is on the disk.
    func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw StorageFailure.system("write a file of index `\(name)`") }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw StorageFailure.system("write a file of index `\(name)`") }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw StorageFailure.system("bring index `\(name)` to the disk") }
    }

    /// Reads a file whole.
    ///
    /// - Throws: `SearchBusError.indexCorrupt` where it is missing, `.storageFailed` where it cannot be read.
    func read(_ file: String) throws -> [UInt8] {
        if let data = FileManager.default.contents(atPath: self.file(file)) { return Array(data) }
        if access(self.file(file), F_OK) != 0 { throw SegmentFile.corrupt(name, "\(file) is missing") }
        throw StorageFailure.system("read a file of index `\(name)`")
    }

    /// Removes what no version in use names: what a writer or a merge that was killed has left.
    func removeStrangers(of manifest: Manifest) {
        let kept = manifest.files
        let strangers = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter {
            !kept.contains($0)
        }
        // Files of a merge that somebody makes now are no leftovers.
        let isMerge = { (file: String) in file == MergeQueue.lockFile || file.hasPrefix(BackgroundMerge.prefix) }
        let lock = strangers.contains(where: isMerge) ? MergeLock(self) : nil
        for file in strangers where lock != nil || !isMerge(file) { unlink(self.file(file)) }
        lock?.release()
    }

    /// Waits until what a directory names is on the disk.
    static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageFailure.system("open the folder of an index") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StorageFailure.system("bring an index to the disk") }
    }
}
