// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Wire

/// Says that a backup of a data directory is being made, for as long as the value lives.
///
/// Then two use the disk, and others wait longer for it: the write-ahead log may grow larger meanwhile, so that
/// the writer must wait less often until it is reset.
public final class BackupLock: Sendable {
    private static let fileName = "backup.lock"
    // F_OFD_GETLK and F_OFD_SETLK, locks of an open file rather than of a process; the C library's module leaves them out.
    private static let getLock: Int32 = 36
    private static let setLock: Int32 = 37

    private let descriptor: Int32

    /// Takes the lock; the system frees it when the process ends, however it ends.
    ///
    /// - Throws: `SearchBusError` with `busy` where another backup is being made, `data-directory-unusable`.
    public init(dataDirectory: String) throws {
        descriptor = open("\(dataDirectory)/\(Self.fileName)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw SearchBusError(.dataDirectoryUnusable, "The data directory \(dataDirectory) cannot be written to.")
        }
        var wish = Self.wholeFile
        guard fcntl(descriptor, Self.setLock, &wish) == 0 else {
            close(descriptor)
            throw SearchBusError(.busy, "Another backup of \(dataDirectory) is being made.")
        }
    }

    deinit { close(descriptor) }

    /// Whether a backup is being made.
    static func isHeld(in dataDirectory: String) -> Bool {
        let descriptor = open("\(dataDirectory)/\(fileName)", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var wish = wholeFile
        return fcntl(descriptor, getLock, &wish) == 0 && Int32(wish.l_type) != F_UNLCK
    }

    /// A lock of a whole file for one holder.
    private static var wholeFile: flock {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }
}
