// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Wire

/// A file that is written beside its path and gets its name when all of it is on the disk.
///
/// Readers find the old version or the new one, whole, also after a crash or a power loss. One writer at a time writes a path;
/// others wait for it. What a killed writer leaves, `PATH.partial`, the next one takes over.
public struct DurableFile {
    private var descriptor: Int32 = -1
    private let path: String

    private var draft: String { "\(path).partial" }

    /// Replaces a file by what the closure writes.
    ///
    /// An error after the new version got its name leaves the new version in place: it may be lost in a power loss, nothing else.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isPrivate: Whether only the owner may read it; otherwise it keeps its mode, and a new file has that of the umask.
    ///   - body: Writes the content.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws; `SearchBusError` with `storage-full` or `storage-failed`.
    public static func replace<Value>(
        _ path: String,
        isPrivate: Bool = true,
        _ body: (DurableFile) throws -> Value
    ) throws -> Value {
        let file = try DurableFile(path, isPrivate: isPrivate)
        defer { close(file.descriptor) }
        let value: Value
        do {
            value = try body(file)
            guard fsync(file.descriptor) == 0, rename(file.draft, path) == 0 else { throw failure(path) }
        } catch {
            unlink(file.draft)
            throw error
        }
        try synchronize(folderOf: path)
        return value
    }

    /// Replaces a file by some bytes; see the other `replace`.
    public static func replace(_ path: String, with bytes: [UInt8], isPrivate: Bool = true) throws {
        try replace(path, isPrivate: isPrivate) { try $0.write(bytes) }
    }

    /// Waits until the names in the folder of a path are on the disk.
    ///
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`.
    public static func synchronize(folderOf path: String) throws {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    private init(_ path: String, isPrivate: Bool) throws {
        self.path = path
        let draft = "\(path).partial"
        while true {
            let descriptor = open(draft, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
            guard descriptor >= 0 else { throw Self.failure(path) }
            self.descriptor = descriptor
            do {
                guard try Self.lock(descriptor, draft) else {
                    close(descriptor)
                    continue
                }
                try Self.empty(descriptor, path, isPrivate: isPrivate)
                return
            } catch {
                unlink(draft)
                close(descriptor)
                throw error
            }
        }
    }

    /// Waits for the lock of a draft; `false` where the writer before has renamed or removed it.
    private static func lock(_ descriptor: Int32, _ draft: String) throws -> Bool {
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure(draft) }
        }
        var (opened, named) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0, lstat(draft, &named) == 0 else { return false }
        return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }

    /// Removes what a killed writer has written, and sets the mode.
    private static func empty(_ descriptor: Int32, _ path: String, isPrivate: Bool) throws {
        guard ftruncate(descriptor, 0) == 0 else { throw failure(path) }
        var known = stat()
        guard isPrivate || stat(path, &known) == 0 else { return }
        guard fchmod(descriptor, isPrivate ? 0o600 : known.st_mode & 0o777) == 0 else { throw failure(path) }
    }

    /// Appends bytes.
    ///
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`.
    public func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(path) }
            rest = rest.dropFirst(count)
        }
    }

    /// The error for a system call that has just failed.
    private static func failure(_ path: String) -> SearchBusError {
        let number = errno
        let code: ErrorCode = number == ENOSPC || number == EDQUOT ? .storageFull : .storageFailed
        return SearchBusError(code, "\(path) cannot be written: \(String(cString: strerror(number))).")
    }
}
