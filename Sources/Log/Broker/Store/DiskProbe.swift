// SPDX-License-Identifier: MIT

import GRDB
import Glibc
import Wire

/// Tests whether the disk of a log takes further bytes, without a change to the log.
struct DiskProbe {
    /// How many bytes are written: as much as a small group of appends adds to the write-ahead log.
    private static let size = 64 << 10

    let path: String

    init(log: String) { path = "\(log)-probe" }

    /// Writes a file beside the log and removes it.
    ///
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`.
    func run() throws(SearchBusError) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(errno) }
        defer {
            close(file)
            unlink(path)
        }
        let bytes = [UInt8](repeating: 0, count: Self.size)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(count == 0 ? ENOSPC : errno) }
            written += count
        }
    }

    private func failure(_ number: Int32) -> SearchBusError {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return [ENOSPC, EDQUOT, EFBIG].contains(number)
            ? SearchBusError(.storageFull, "The disk of \(folder) is full.")
            : SearchBusError(.storageFailed, "\(folder) cannot be written to: \(String(cString: strerror(number))).")
    }
}

extension LogStore {
    /// Tests whether appends succeed, by writing to the disk and to the log; the log's content stays the same.
    ///
    /// - Throws: `SearchBusError`, as an append would fail.
    func probe() throws(SearchBusError) {
        try DiskProbe(log: path).run()
        try transaction(MetaTable.touch)
    }
}
