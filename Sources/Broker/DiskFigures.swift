// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc

/// What a log takes of its disk besides its content, and what is left there.
struct DiskFigures {
    /// The size of the write-ahead log, in bytes.
    let walBytes: Int
    /// What the user may still write, in bytes.
    let freeBytes: Int

    /// Looks at the disk of a log; zeros where it does not tell.
    init(log path: String) {
        var file = stat()
        walBytes = stat("\(path)-wal", &file) == 0 ? Int(file.st_size) : 0
        var disk = statvfs()
        let (bytes, overflow) =
            statvfs(path, &disk) == 0
            ? UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)) : (0, false)
        freeBytes = overflow ? .max : Int(clamping: bytes)
    }
}
