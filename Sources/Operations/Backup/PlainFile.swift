// SPDX-License-Identifier: MIT

import Foundation
import Runtime
import Wire

/// What a backup does with files: copies and sums that need no more memory than a piece of one.
enum PlainFile {
    private static let piece = 1 << 20

    /// Copies a file to a place where there is none, and waits until it is on the disk; only its owner may read it.
    ///
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`.
    static func copy(_ path: String, to target: String, onBytes: (Int) -> Void = { _ in }) throws {
        let output = try Descriptor(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        var place = 0
        try read(path) { bytes in
            try output.write(bytes, at: place)
            place += bytes.count
            onBytes(bytes.count)
        }
        try output.synchronize()
    }

    /// How many bytes a file has, and their sum.
    static func sum(_ path: String) throws -> (bytes: Int, checksum: String) {
        var (sum, count) = (Checksum(), 0)
        try read(path) { bytes in
            sum.add(bytes)
            count += bytes.count
        }
        return (count, sum.value.hexadecimal(16))
    }

    private static func read(_ path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let input = try Descriptor(path, O_RDONLY | O_NOFOLLOW)
        try withUnsafeTemporaryAllocation(byteCount: piece, alignment: 8) { buffer in
            var place = 0
            while true {
                let count = try input.read(into: buffer, at: place)
                guard count > 0 else { return }
                try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                place += count
            }
        }
    }

    static func makeFolder(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 else { throw Files.failure("\(path) cannot be made") }
    }

    static func removeFolder(_ path: String) throws {
        guard access(path, F_OK) == 0 else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw SearchBusError(.storageFailed, "\(path) cannot be removed: \(error.localizedDescription)")
        }
    }

    static func entries(of path: String) throws -> [BackupPlan.Entry] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw SearchBusError(.dataDirectoryUnusable, "\(path) cannot be read: \(error.localizedDescription)")
        }
        return names.compactMap { name in
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0 else { return nil }
            return BackupPlan.Entry(
                name: name,
                isFile: status.st_mode & S_IFMT == S_IFREG,
                isPrivate: status.st_mode & 0o077 == 0
            )
        }
    }

    /// Refuses a data directory that is missing or another user's: what is made in it would be of no use to its owner.
    static func checkOwner(of data: String, doing word: String) throws {
        var status = stat()
        guard stat(data, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw SearchBusError(
                .dataDirectoryUnusable,
                "There is no data directory \(data).",
                remedy: "Name the app file with --app, or the data directory with --data."
            )
        }
        guard status.st_uid != getuid() else { return }
        let owner = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } ?? "user \(status.st_uid)"
        throw SearchBusError(
            .dataDirectoryUnusable,
            "The data directory \(data) belongs to \(owner).",
            remedy: "Do it as its owner: sudo -u \(owner) searchbus \(word) …"
        )
    }
}
