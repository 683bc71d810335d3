// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// A lock file, which one process at a time holds.
///
/// The system releases the lock when the value goes or the process ends, however it ends.
public final class FileLock: Sendable {
    /// How long to try to take a lock that another holds.
    public enum Patience: Sendable {
        case none
        /// Half a second: longer than a process holds the lock that only looks, or publishes a merge.
        case brief
        case unlimited
    }

    private let descriptor: Int32
    private let path: String

    /// Takes a lock; `nil` where another holds it.
    ///
    /// - Parameters:
    ///   - path: The lock file.
    ///   - flags: As of `open`; by default, the file is made where it is missing, for its owner alone.
    ///   - patience: How long to try.
    /// - Throws: `SearchBusError` with `data-directory-unusable` where the file cannot be opened.
    public init?(_ path: String, _ flags: Int32 = O_CREAT, patience: Patience = .brief) throws {
        descriptor = open(path, flags | O_RDWR | O_CLOEXEC, 0o600)
        self.path = path
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw SearchBusError(.dataDirectoryUnusable, "The lock file \(path) cannot be opened: \(reason).")
        }
        // Once every member has a value, `deinit` closes the file.
        guard Self.take(descriptor, patience) else { return nil }
    }

    deinit {
        guard descriptor >= 0 else { return }
        Self.release(descriptor)
        close(descriptor)
    }

    /// Does something while no other process holds the lock of a file, which is a file beside it.
    ///
    /// - Throws: What the closure throws, and `SearchBusError` where the lock cannot be taken.
    public static func hold<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        guard let lock = try FileLock("\(path).lock", O_CREAT | O_NOFOLLOW, patience: .unlimited) else {
            throw SearchBusError(.busy, "`\(path)` is being changed.")
        }
        return try withExtendedLifetime(lock) { try body() }
    }

    // MARK: Holders

    /// Writes into the file which process holds it.
    public func noteHolder() {
        ftruncate(descriptor, 0)
        let text = Array("\(getpid())\n".utf8)
        _ = write(descriptor, text, text.count)
    }

    /// The process that has noted itself in a lock file last.
    public static func holder(of path: String) -> Int32? {
        (try? Files.read(path, limit: 64)).flatMap { Int32(String(decoding: $0.prefix { $0 > 0x20 }, as: UTF8.self)) }
    }

    /// Whether some process holds a lock; needs no permission to write, as the filesystem may have become read-only.
    public static func isHeld(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }

    /// Whether the path still leads to the file that is locked.
    public var isInPlace: Bool { Self.isInPlace(descriptor, path) }

    // MARK: Locks of open files

    /// Takes the lock of an open file; answers whether it could.
    public static func take(_ descriptor: Int32, _ patience: Patience = .brief) -> Bool {
        for _ in 0..<50 {
            if flock(descriptor, patience == .unlimited ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 { return true }
            guard errno != EINTR else { return take(descriptor, patience) }
            guard patience == .brief else { return false }
            usleep(10_000)
        }
        return false
    }

    public static func release(_ descriptor: Int32) { flock(descriptor, LOCK_UN) }

    /// Whether a path leads to an open file.
    public static func isInPlace(_ descriptor: Int32, _ path: String) -> Bool {
        var (own, named) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && stat(path, &named) == 0 && own.st_ino == named.st_ino
            && own.st_dev == named.st_dev
    }
}
