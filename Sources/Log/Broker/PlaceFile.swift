// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Wire

/// The file beside a log with its `PlaceRecord`, which is written whole, and is on the disk when that is done.
struct PlaceFile {
    private let path: String
    private let folder: String

    /// The file beside a log.
    init(log: String) {
        path = Self.path(log: log)
        folder = log.lastIndex(of: "/").map { String(log[..<$0]) } ?? "."
    }

    /// The path of the file beside a log.
    static func path(log: String) -> String { "\(log)-places" }

    /// Whether there is a file that shows that a broker has opened the log, and may have stored events.
    ///
    /// A file that cannot be read is one: only a record of a log that is opened for the first time is not.
    var isEvidence: Bool { access(path, F_OK) == 0 && read()?.token != "" }

    /// Removes the file: the next broker takes the log for a copy, and reads all of it.
    func remove() { unlink(path) }

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
