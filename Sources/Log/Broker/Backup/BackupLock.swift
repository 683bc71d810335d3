// SPDX-License-Identifier: MIT

import Runtime
import Wire

/// Says that a backup of a data directory is being made, for as long as the value lives.
///
/// Then two use the disk, and others wait longer for it: the write-ahead log may grow larger meanwhile, so that
/// the writer must wait less often until it is reset.
public struct BackupLock: Sendable {
    private let lock: FileLock

    /// Takes the lock; the system frees it when the process ends, however it ends.
    ///
    /// - Throws: `SearchBusError` with `busy` where another backup is being made, `data-directory-unusable`.
    public init(dataDirectory: String) throws {
        guard let lock = try FileLock(Self.path(dataDirectory)) else {
            throw SearchBusError(.busy, "Another backup of \(dataDirectory) is being made.")
        }
        self.lock = lock
    }

    static func isHeld(in dataDirectory: String) -> Bool { FileLock.isHeld(path(dataDirectory)) }

    private static func path(_ dataDirectory: String) -> String { "\(dataDirectory)/backup.lock" }
}
