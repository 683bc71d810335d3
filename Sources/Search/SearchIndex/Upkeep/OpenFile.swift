// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// Called for each piece that was written to a copy, with the file's descriptor, the offset, and when the work on it began.
public typealias CopyObserver = (Int32, Range<Int>, ContinuousClock.Instant) -> Void

/// A file that never changes, open for being copied.
final class OpenFile {
    private static let stretch = 1 << 20

    private let folder: IndexFolder
    private let file: DiskFile

    /// Opens a file.
    init(_ name: String, in folder: IndexFolder) throws {
        guard let file = folder.disk.open(folder.file(name), O_RDONLY) else {
            throw StorageFailure.system("open a file of index `\(folder.name)`")
        }
        (self.folder, self.file) = (folder, file)
    }

    /// Gives the file another name where that is on the same disk, or copies it there.
    func place(at target: String, onPiece: CopyObserver = { _, _, _ in }) throws {
        folder.disk.remove(target)
        guard !folder.disk.link(file.path, to: target) else { return }
        try copy(to: target, onPiece: onPiece)
    }

    /// Copies the file, and waits until it is on the disk.
    func copy(to target: String, onPiece: CopyObserver = { _, _, _ in }) throws {
        guard let output = folder.disk.open(target, O_WRONLY | O_CREAT | O_TRUNC) else { throw failure(target) }
        let clock = ContinuousClock()
        var place = 0
        while true {
            let began = clock.now
            let bytes = try read(at: place)
            guard !bytes.isEmpty else { break }
            guard bytes.withUnsafeBytes(output.write) else { throw failure(target) }
            onPiece(output.descriptor, place..<place + bytes.count, began)
            place += bytes.count
        }
        guard output.synchronize() else { throw failure(target) }
    }

    /// Whether another file has the same bytes; one that cannot be read has not.
    func isSame(as other: String) throws -> Bool {
        guard let other = folder.disk.open(other, O_RDONLY), let size = file.size, other.size == size
        else { return false }
        var place = 0
        while true {
            let bytes = try read(at: place)
            guard let others = other.read(place..<place + OpenFile.stretch), bytes == others else { return false }
            guard !bytes.isEmpty else { return true }
            place += bytes.count
        }
    }

    /// The bytes from a place on, up to so many as are copied at a time; none at the end.
    private func read(at place: Int) throws -> [UInt8] {
        guard let bytes = file.read(place..<place + OpenFile.stretch) else {
            throw StorageFailure.system("read a file of index `\(folder.name)`")
        }
        return bytes
    }

    private func failure(_ target: String) -> SearchBusError { StorageFailure.system("write \(target)") }
}

extension IndexFolder {
    /// How often to look for a version that no change removes meanwhile.
    private static let maxAttempts = 100

    /// Copies the files of the newest version; where a change of the index takes some away meanwhile, those of the next.
    ///
    /// - Parameter copy: Copies one file, whose name it gets too.
    /// - Returns: The manifest of the version that was copied whole; files of others may have been copied too.
    /// - Throws: `SearchBusError`, `.unknownIndex` where there is no index in the folder, and what the closure throws.
    func copyVersion(_ copy: (String, OpenFile) throws -> Void) throws -> Manifest {
        for attempt in 1... {
            let version = identity
            guard let manifest = try manifest() else { throw unknown }
            let names = manifest.files.subtracting([Manifest.fileName]).sorted()
            do {
                // Opened files stay whole, though a change of the index removes them.
                let files = try names.map { (name: $0, file: try OpenFile($0, in: self)) }
                for (name, file) in files { try copy(name, file) }
                return manifest
            } catch {
                guard attempt < Self.maxAttempts, identity != version else { throw error }
            }
        }
        throw unknown
    }
}
