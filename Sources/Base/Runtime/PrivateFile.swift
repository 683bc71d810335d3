// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// A file that only its owner reads.
public enum PrivateFile {
    /// What is found at a path.
    public enum Contents: Sendable, Hashable {
        case missing
        /// Other users could read it, or own it: its contents are not secret.
        case exposed
        case contents([UInt8])
    }

    /// Reads a file, of which no more than so many bytes and some are taken.
    public static func read(_ path: String, limit: Int) -> Contents {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return errno == ENOENT ? .missing : .exposed }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_uid == getuid(), status.st_mode & 0o077 == 0 else { return .exposed }
        return (try? Files.read(file, path, limit: limit)).map { .contents($0) } ?? .exposed
    }

    /// Replaces a file, durably and in one step.
    ///
    /// Once this returns, the content survives a power failure: file and directory are synchronized with the disk.
    ///
    /// - Throws: `SearchBusError` with `storage-full`, or with `data-directory-unusable` where it cannot be written.
    public static func write(_ bytes: [UInt8], to path: String) throws {
        do {
            try Files.replace(path, with: bytes)
        } catch let error as SearchBusError where error.code == .storageFailed {
            throw SearchBusError(.dataDirectoryUnusable, error.message)
        }
    }
}
