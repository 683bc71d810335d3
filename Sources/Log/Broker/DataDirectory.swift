// SPDX-License-Identifier: MIT

import Runtime
import Wire

/// The broker's directory, which one broker at a time may hold.
///
/// A broker replaces the socket files of a former one, so the lock is what keeps brokers apart.
public final class DataDirectory: Sendable {
    public let path: String
    private let lock: FileLock

    /// Makes the directory if needed, and holds it.
    ///
    /// - Throws: `SearchBusError` with `data-directory-in-use` or `data-directory-unusable`.
    public init(path: String) throws {
        self.path = path
        try Files.makeDirectory(path)
        guard let lock = try FileLock("\(path)/broker.lock") else {
            let process = FileLock.holder(of: "\(path)/broker.lock").map { " (process \($0))" } ?? ""
            throw SearchBusError(.dataDirectoryInUse, "Another broker\(process) uses the data directory \(path).")
        }
        self.lock = lock
        lock.noteHolder()
        try RestoreJournal.finish(in: path)
    }
}
