// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// All indexes of a directory as of one moment, held open to be copied while they are changed.
public final class IndexCapture {
    /// How often a moment is looked for in which no index changes.
    private static let mostAttempts = 100

    /// A version of an index, whose files stay whole though a change removes them.
    private struct Held {
        let name: String
        let manifest: Manifest
        let files: [(name: String, file: OpenFile)]
    }

    private let held: [Held]

    /// Takes hold of the newest version of each index.
    ///
    /// - Throws: `SearchBusError` with `busy` where they change all the time, `index-corrupt` for one that cannot be read,
    ///   `storage-failed`.
    public init(_ directory: IndexDirectory) throws {
        for _ in 0..<Self.mostAttempts {
            let before = try Self.identities(directory)
            do {
                let held = try before.keys.sorted().map { name in try Self.hold(directory.folder(of: name)) }
                guard try Self.identities(directory) == before else { continue }
                self.held = held
                return
            } catch {
                guard try Self.identities(directory) != before else { throw error }
            }
        }
        throw SearchBusError(.busy, "The indexes in \(directory.path) change all the time.")
    }

    private static func identities(_ directory: IndexDirectory) throws -> [String: FileIdentity] {
        guard access(directory.path, F_OK) == 0 else { return [:] }
        let names = try StorageFailure.translating("*") {
            try FileManager.default.contentsOfDirectory(atPath: directory.path)
        }
        let known = names.filter(IndexDirectory.isValid).compactMap { name in
            directory.folder(of: name).identity.map { (name, $0) }
        }
        return Dictionary(known) { first, _ in first }
    }

    private static func hold(_ folder: IndexFolder) throws -> Held {
        guard let manifest = try folder.manifest() else { throw folder.unknown }
        let files = manifest.files.subtracting([Manifest.fileName]).sorted()
        return Held(
            name: folder.name,
            manifest: manifest,
            files: try files.map { ($0, try OpenFile($0, in: folder)) }
        )
    }

    /// Copies all of them into a directory that is there and empty, and reads the copies.
    ///
    /// Files, which never change, are linked where the disk is the same.
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - onPiece: Called for each piece that was copied, and may be slow.
    ///   - onIndex: Called with the next index.
    /// - Returns: What came of reading each copy.
    /// - Throws: `SearchBusError` with `index-corrupt` for an index that is damaged, `storage-full`, `storage-failed`.
    public func copy(
        to path: String,
        onPiece: CopyObserver = { _, _, _ in },
        onIndex: (String) -> Void = { _ in }
    ) throws -> [IndexVerification] {
        let target = IndexDirectory(path: path)
        return try held.map { index in
            onIndex(index.name)
            let folder = target.folder(of: index.name)
            guard mkdir(folder.path, 0o700) == 0 else { throw StorageFailure.system("make the folder \(folder.path)") }
            for (name, file) in index.files { try file.place(at: folder.file(name), onPiece: onPiece) }
            try folder.write(index.manifest.bytes, to: folder.file(Manifest.fileName))
            try folder.synchronize()
            let verification = try VersionCheck.run(folder, readsRecords: false)
            if let error = verification.error { throw error }
            return verification
        }
    }
}

extension IndexDirectory {
    /// Copies every index of a directory without writers into an existing empty one; nothing is shared.
    ///
    /// - Parameters:
    ///   - path: The directory of the copies.
    ///   - epochs: The identity of the log that writes come from, before and from now on: a copy remembers which writes of
    ///     the one it has as writes of the other.
    /// - Throws: `SearchBusError` with `index-corrupt`, `storage-full`, `storage-failed`.
    public func copyAll(to path: String, renaming epochs: (from: String, to: String)) throws {
        let target = IndexDirectory(path: path)
        for summary in try list() {
            let (source, copy) = (folder(of: summary.name), target.folder(of: summary.name))
            guard var manifest = try source.manifest() else { throw source.unknown }
            guard mkdir(copy.path, 0o700) == 0 else { throw StorageFailure.system("make the folder \(copy.path)") }
            for file in manifest.files.subtracting([Manifest.fileName]).sorted() {
                try OpenFile(file, in: source).copy(to: copy.file(file))
            }
            if let stamp = manifest.stamp, stamp.epoch == epochs.from {
                manifest.stamp = IndexStamp(epoch: epochs.to, sequence: stamp.sequence)
            }
            // The index that gives way may have had files of the names that would come next, with other bytes.
            manifest.nextFile += Int.random(in: 1...1 << 32)
            try copy.write(manifest.bytes, to: copy.file(Manifest.fileName))
            try copy.synchronize()
        }
    }
}
