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
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            contents += buffer[..<count]
        }
        return .contents(contents)
    }

    /// The calls of the system by which a file is written, so that tests can see their order and let them fail.
    struct Calls {
        var write: (Int32, UnsafeRawBufferPointer) -> Int = { Glibc.write($0, $1.baseAddress, $1.count) }
        var sync: (Int32) -> Int32 = { fsync($0) }
        var rename: (String, String) -> Int32 = { Glibc.rename($0, $1) }
    }

    /// Writes a file beside its place and moves it there, so that nobody ever reads half of it.
    ///
    /// Once this returns, the content survives a power failure: file and directory are synchronized with the disk.
    ///
    /// - Throws: `SearchBusError` where the directory cannot be written to.
    public static func write(_ bytes: [UInt8], to path: String) throws {
        try write(bytes, to: path, by: Calls())
    }

    static func write(_ bytes: [UInt8], to path: String, by calls: Calls) throws {
        func failure(_ code: Int32) -> SearchBusError {
            SearchBusError(.dataDirectoryUnusable, "`\(path)` cannot be written: \(String(cString: strerror(code))).")
        }
        let draft = "\(path).\(getpid())"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(errno) }
        let problem = writeAll(bytes, to: file, by: calls) ?? result(calls.sync(file))
        close(file)
        if let code = problem ?? result(calls.rename(draft, path)) {
            unlink(draft)
            throw failure(code)
        }
        // Without this the old file may be back after a power failure, and with it a key that was revoked.
        if let code = syncDirectory(of: path, by: calls) { throw failure(code) }
    }

    /// Writes bytes, however many the system takes at a time.
    ///
    /// - Returns: The number of the error; `nil` for success.
    private static func writeAll(_ bytes: [UInt8], to file: Int32, by calls: Calls) -> Int32? {
        bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset < buffer.count {
                let count = calls.write(file, UnsafeRawBufferPointer(rebasing: buffer[offset...]))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : EIO }
                offset += count
            }
            return nil
        }
    }

    private static func syncDirectory(of path: String, by calls: Calls) -> Int32? {
        let name = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let directory = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return errno }
        defer { close(directory) }
        return result(calls.sync(directory))
    }

    /// The number of the error of a call; `nil` for success.
    private static func result(_ status: Int32) -> Int32? { status == 0 ? nil : errno }
}
