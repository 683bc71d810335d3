// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Wire

/// A file that only its owner reads.
public enum PrivateFile {
    /// What is found at a path.
    public enum Contents: Sendable, Hashable {
        case missing
        /// Others could read it, or it is not this user's own: it has been no secret.
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
        var contents: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while contents.count <= limit {
            let count = Glibc.read(file, &buffer, buffer.count)
            guard count > 0 else { break }
            contents += buffer[..<count]
        }
        return .contents(contents)
    }

    /// Writes a file beside its place and moves it there, so that nobody ever reads half of it.
    ///
    /// - Throws: `SearchBusError` where the directory cannot be written to.
    public static func write(_ bytes: [UInt8], to path: String) throws {
        func failure() -> SearchBusError {
            SearchBusError(.dataDirectoryUnusable, "`\(path)` cannot be written: \(String(cString: strerror(errno))).")
        }
        let draft = "\(path).\(getpid())"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure() }
        let written = Glibc.write(file, bytes, bytes.count)
        let isWhole = written == bytes.count && fsync(file) == 0
        close(file)
        guard isWhole, rename(draft, path) == 0 else {
            defer { unlink(draft) }
            throw failure()
        }
    }
}
