// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Wire

/// What a backup does with files: copies and sums that need no more memory than a piece of one.
enum PlainFile {
    private static let piece = 1 << 20

    /// Copies a file to a place where there is none, and waits until it is on the disk; only its owner may read it.
    ///
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`.
    static func copy(_ path: String, to target: String, onBytes: (Int) -> Void = { _ in }) throws {
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw failure("write \(target)") }
        defer { close(output) }
        try read(path) { bytes in
            try write(bytes, to: output, target)
            onBytes(bytes.count)
        }
        guard fsync(output) == 0 else { throw failure("write \(target)") }
    }

    /// Writes a file where there is none, and waits until it is on the disk; only its owner may read it.
    static func write(_ bytes: [UInt8], to target: String) throws {
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw failure("write \(target)") }
        defer { close(output) }
        try bytes.withUnsafeBytes { try write($0, to: output, target) }
        guard fsync(output) == 0 else { throw failure("write \(target)") }
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

    /// Reads a small file; `nil` where there is none, or a larger one.
    static func contents(_ path: String, limit: Int) -> [UInt8]? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_size <= limit else { return nil }
        return FileManager.default.contents(atPath: path).map { Array($0) }
    }

    private static func read(_ path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let input = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard input >= 0 else { throw failure("read \(path)") }
        defer { close(input) }
        try withUnsafeTemporaryAllocation(byteCount: piece, alignment: 8) { buffer in
            while true {
                let count = Foundation.read(input, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw failure("read \(path)") }
                guard count > 0 else { return }
                try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to output: Int32, _ target: String) throws {
        var place = 0
        while place < bytes.count {
            let count = Foundation.write(output, bytes.baseAddress.map { $0 + place }, bytes.count - place)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write \(target)") }
            place += count
        }
    }

    /// Makes a folder that only its owner may enter.
    static func makeFolder(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 else { throw failure("make the folder \(path)") }
    }

    /// Waits until what a folder names is on the disk.
    static func synchronize(folder path: String) throws {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open \(path)") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("bring \(path) to the disk") }
    }

    /// Removes a folder with all that is in it, where it is there.
    static func removeFolder(_ path: String) throws {
        guard access(path, F_OK) == 0 else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw SearchBusError(.storageFailed, "\(path) cannot be removed: \(error.localizedDescription)")
        }
    }

    /// The names of what is in a folder.
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

    /// The error for a system call that has just failed.
    static func failure(_ doing: String) -> SearchBusError {
        let number = errno
        let code: ErrorCode = number == ENOSPC || number == EDQUOT ? .storageFull : .storageFailed
        return SearchBusError(code, "Cannot \(doing): \(String(cString: strerror(number))).")
    }
}
