// SPDX-License-Identifier: MIT

import Glibc
import Runtime
import Wire

/// The file beside a log with its `PlaceRecord`, which is written whole, and is on the disk when that is done.
struct PlaceFile {
    private let path: String

    init(log: String) { path = Self.path(log: log) }

    static func path(log: String) -> String { "\(log)-places" }

    /// Whether there is a file that shows that a broker has opened the log, and may have stored events.
    ///
    /// A file that cannot be read is one: only a record of a log that is opened for the first time is not.
    var isEvidence: Bool { access(path, F_OK) == 0 && read()?.token != "" }

    /// Removes the file: the next broker takes the log for a copy, and reads all of it.
    func remove() { unlink(path) }

    /// The record; `nil` without one that can be read.
    func read() -> PlaceRecord? {
        (try? Files.read(path, limit: 4096)).flatMap { try? PlaceRecord(json: JSON(parsing: $0)) }
    }

    /// Writes a record.
    ///
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`; the record of before is kept then.
    func write(_ record: PlaceRecord) throws { try Files.replace(path, with: record.json.bytes) }

    /// What tells one start of the machine from another; empty where the system does not say.
    static func boot() -> String {
        let bytes = (try? Files.read("/proc/sys/kernel/random/boot_id")) ?? []
        return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    }
}
