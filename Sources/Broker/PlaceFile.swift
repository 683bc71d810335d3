// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Wire

/// Where a record of places is kept: a file beside the log that is written whole, and is on the disk when that is done.
struct PlaceFile {
    private let path: String
    private let folder: String

    /// The file beside a log.
    init(log: String) {
        path = "\(log)-places"
        folder = log.lastIndex(of: "/").map { String(log[..<$0]) } ?? "."
    }

    /// The record; `nil` where there is none that can be read.
    func read() -> PlaceRecord? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return try? PlaceRecord(json: JSON(parsing: bytes.prefix(count)))
    }

    /// Writes a record.
    ///
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`; the record of before is kept then.
    func write(_ record: PlaceRecord) throws {
        let draft = "\(path)-new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        let bytes = record.json.bytes
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0,
            rename(draft, path) == 0
        else { throw failure() }
        // The name is on the disk when the folder is.
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw failure() }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw failure() }
    }

    private func failure() -> SearchBusError {
        errno == ENOSPC || errno == EFBIG || errno == EDQUOT
            ? SearchBusError(.storageFull, "The disk is full (\(path)).")
            : SearchBusError(.storageFailed, "The file \(path) cannot be written: \(String(cString: strerror(errno))).")
    }

    /// What tells a file from its copies; zero where there is no file.
    static func identity(of path: String) -> UInt64 {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : 0
    }

    /// What tells one start of the machine from another; empty where the system does not say.
    static func boot() -> String {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)).prefix { $0 > 0x20 }, as: UTF8.self)
    }
}
