// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Glibc
import Wire

/// The broker's directory, which one broker at a time may hold.
///
/// libzmq lets a second process take an `ipc` endpoint over in silence, so the lock is what keeps brokers apart.
public final class DataDirectory: Sendable {
    public let path: String
    private let lock: Int32

    /// Makes the directory if needed, and holds it.
    ///
    /// - Throws: `SearchBusError` with `data-directory-in-use` or `data-directory-unusable`.
    public init(path: String) throws {
        self.path = path
        do {
            try DataDirectory.makePrivate(path)
        } catch {
            throw SearchBusError(
                .dataDirectoryUnusable,
                "The data directory \(path) cannot be created: \(error.localizedDescription)"
            )
        }
        lock = open("\(path)/broker.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            throw SearchBusError(.dataDirectoryUnusable, "The data directory \(path) cannot be written to.")
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let holder = (try? String(contentsOfFile: "\(path)/broker.lock", encoding: .utf8)) ?? ""
            close(lock)
            let process = holder.isEmpty ? "" : " (process \(holder.trimmingCharacters(in: .whitespacesAndNewlines)))"
            throw SearchBusError(.dataDirectoryInUse, "Another broker\(process) uses the data directory \(path).")
        }
        let text = "\(getpid())\n"
        ftruncate(lock, 0)
        _ = text.withCString { write(lock, $0, strlen($0)) }
        try RestoreJournal.finish(in: path)
    }

    deinit { close(lock) }

    /// Makes a directory that only its owner may enter.
    ///
    /// - Throws: The system's error.
    public static func makePrivate(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }
}
