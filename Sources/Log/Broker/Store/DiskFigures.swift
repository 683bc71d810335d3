// SPDX-License-Identifier: MIT

import Glibc

/// What a log takes of its disk besides its content, and what is left there.
struct DiskFigures {
    /// The size of the write-ahead log, in bytes.
    let walBytes: Int
    /// What the user may still write, in bytes.
    let freeBytes: Int
    /// Whether an append may fail: little is free, the disk is read-only, or it is missing.
    let isDoubtful: Bool

    /// How many free bytes are too few to be sure of the next append.
    private static let minFreeBytes = 1 << 20

    /// Looks at the disk of a log; zeros where it does not tell.
    init(log path: String) {
        var file = stat()
        walBytes = stat("\(path)-wal", &file) == 0 ? Int(file.st_size) : 0
        var disk = statvfs()
        let isFound = statvfs(path, &disk) == 0
        let (bytes, overflow) =
            isFound
            ? UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)) : (0, false)
        freeBytes = overflow ? .max : Int(clamping: bytes)
        isDoubtful =
            !isFound || freeBytes < Self.minFreeBytes || disk.f_flag & UInt(ST_RDONLY) != 0
            || !Self.canBeOpened(PlaceFile.path(log: path))
    }

    /// Whether a file that is there can be opened for writing.
    ///
    /// `statvfs` does not say that ext4 has stopped writing after an error (`emergency_ro`, Linux 6.15 and later); opening a file
    /// fails. It must not be one of SQLite's: to close it would release SQLite's locks (https://sqlite.org/howtocorrupt.html, 2.2).
    private static func canBeOpened(_ path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file < 0 else { return close(file) == 0 }
        return errno == ENOENT
    }
}
