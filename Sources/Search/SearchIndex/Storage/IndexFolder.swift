// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// The folder of one index: its manifest and the files that it names.
struct IndexFolder: Sendable {
    let path: String
    /// What the index is called, for messages.
    let name: String
    var environment = IndexEnvironment.shared

    var directory: IndexDirectory {
        IndexDirectory(path: (path as NSString).deletingLastPathComponent, environment: environment)
    }

    var disk: Disk { environment.disk }

    func file(_ file: String) -> String { "\(path)/\(file)" }

    /// What tells one version from another; `nil` where there is no index.
    var identity: FileIdentity? { FileIdentity(path: file(Manifest.fileName)) }

    /// The manifest of the version in use; `nil` where there is no index.
    func manifest() throws -> Manifest? { try Manifest(in: self) }

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
    /// Once its manifest has been renamed, nothing is undone: a failure after that leaves the new version in use. As a power failure
    /// may then bring back the one before, the files of both stay until `settle` succeeds.
    ///
    /// - Throws: `SearchBusError.storageFailed`, `.storageFull`; `identity` tells which version is in use then.
    func publish(_ manifest: Manifest) throws {
        let temporary = file("manifest.next")
        try write(manifest.bytes, to: temporary)
        // Opened before, so that a process that has no descriptors left changes nothing.
        guard let directory = disk.open(path, O_RDONLY) else { throw StorageFailure.system("open index `\(name)`") }
        let hasParent = environment.isDurable(identity, of: path)
        environment.noteDurable(nil, of: path)
        guard disk.rename(temporary, to: file(Manifest.fileName)) else {
            throw StorageFailure.system("put the new version of index `\(name)` into place")
        }
        guard directory.synchronize() else {
            throw StorageFailure.system("bring the new version of index `\(name)`, which is in use, to the disk")
        }
        if hasParent { environment.noteDurable(identity, of: path) } else { try settle() }
        disk.remove(deletionNote)
    }

    /// Waits until the version in use is on the disk, unless that is known.
    ///
    /// - Throws: `SearchBusError.storageFailed`; the files of the version before must then stay.
    func settle() throws {
        let version = identity
        guard access(path, F_OK) == 0, !environment.isDurable(version, of: path) else { return }
        let parent = (path as NSString).deletingLastPathComponent
        guard disk.synchronize(path), disk.synchronize(parent) else {
            throw StorageFailure.system("bring index `\(name)` to the disk")
        }
        environment.noteDurable(version, of: path)
    }

    /// Where it is noted that the index was deleted, which it is no more with its next version.
    var deletionNote: String { "\((path as NSString).deletingLastPathComponent)/.\(name).deleted" }

    /// Writes a file and waits until it is on the disk.
    func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = disk.open(path, O_WRONLY | O_CREAT | O_TRUNC), bytes.withUnsafeBytes(file.write),
            file.synchronize()
        else { throw StorageFailure.system("write a file of index `\(name)`") }
    }

    /// Replaces a file in one step; it is on the disk, and its name when its folder is.
    func replace(_ path: String, with bytes: [UInt8], _ doing: String) throws {
        try write(bytes, to: "\(path)-next")
        guard disk.rename("\(path)-next", to: path) else { throw StorageFailure.system("\(doing) index `\(name)`") }
    }

    /// Reads a file whole.
    func read(_ file: String) throws -> [UInt8] {
        if let bytes = disk.read(self.file(file)) { return bytes }
        let error = StorageFailure.system("read a file of index `\(name)`")
        throw access(self.file(file), F_OK) == 0 ? error : SegmentFile.corrupt(name, "\(file) is missing")
    }

    private static let stretch = 1 << 20

    /// Reads every byte of a version's files without mapping them, which no error of the disk survives.
    func checkReadable(_ version: Manifest) throws {
        let sizes = Dictionary(version.parts.map { ($0.file, $0.bytes) }) { first, _ in first }
        for name in version.files.sorted() {
            guard let file = disk.open(self.file(name), O_RDONLY), let size = file.size else {
                throw SegmentFile.corrupt(self.name, "\(name) is missing")
            }
            guard sizes[name] ?? size == size else {
                throw SegmentFile.corrupt(self.name, "\(name) has \(size) bytes and not \(sizes[name] ?? 0)")
            }
            for start in stride(from: 0, to: size, by: IndexFolder.stretch) {
                let stretch = start..<min(size, start + IndexFolder.stretch)
                guard file.read(stretch)?.count == stretch.count else {
                    throw SegmentFile.corrupt(self.name, "\(name) cannot be read from the disk")
                }
            }
        }
    }

    /// Removes what the version in use does not name: what a writer or a merge that failed or was killed has left.
    ///
    /// Does nothing where it is not known which version a power failure would leave.
    func removeUnreferenced() {
        guard environment.isDurable(identity, of: path), let kept = (try? manifest())?.files,
            let unreferenced = disk.list(path)?.filter({ !kept.contains($0) }), !unreferenced.isEmpty
        else { return }
        // The files of a merge that is being made are in use.
        let isMerge = { (file: String) in file == MergeQueue.lockFile || file.hasPrefix(BackgroundMerge.prefix) }
        let lock = unreferenced.contains(where: isMerge) ? MergeLock(self) : nil
        for file in unreferenced where lock != nil || !isMerge(file) { disk.remove(self.file(file)) }
        lock?.release()
    }

    /// Makes the folder where it is not there.
    func make() throws {
        guard disk.makeDirectory(path) else { throw StorageFailure.system("make the folder \(path)") }
    }

    /// Waits until what the folder names is on the disk.
    func synchronize() throws { try IndexFolder.synchronize(path, disk) }

    /// Waits until what a directory names is on the disk.
    static func synchronize(_ path: String, _ disk: Disk) throws {
        guard disk.synchronize(path) else { throw StorageFailure.system("bring \(path) to the disk") }
    }
}
