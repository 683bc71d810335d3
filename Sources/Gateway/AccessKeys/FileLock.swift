// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Wire

/// Lets one process at a time change a file.
public enum FileLock {
    /// Does something while no other process holds the lock of a file, which is a file beside it.
    ///
    /// - Throws: What the closure throws, and `SearchBusError` where the lock cannot be had.
    public static func hold<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        let lock = open("\(path).lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            throw SearchBusError(
                .dataDirectoryUnusable,
                "`\(path).lock` cannot be created: \(String(cString: strerror(errno)))."
            )
        }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else { throw SearchBusError(.busy, "`\(path)` is being changed.") }
        }
        return try body()
    }
}
