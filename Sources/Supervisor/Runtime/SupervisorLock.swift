// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Wire

/// Keeps a second supervisor away from a directory, for as long as the value lives.
public final class SupervisorLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock; the system frees it when the process ends, however it ends.
    ///
    /// - Parameters:
    ///   - directory: The data directory or the runtime directory.
    ///   - option: The option by which another one is chosen: `data` or `runtime`.
    /// - Throws: `SearchBusError` with `data-directory-in-use` or `data-directory-unusable`.
    public init(directory: String, option: String) throws {
        let path = "\(directory)/supervisor.lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw SearchBusError(.dataDirectoryUnusable, "The \(option) directory \(directory) cannot be written to.")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            let holder = AtomicFile.read(path).flatMap { Int32(String(decoding: $0.dropLast(), as: UTF8.self)) }
            throw SearchBusError(
                .dataDirectoryInUse,
                "Another `searchbus up`\(holder.map { " (process \($0))" } ?? "") runs on \(directory).",
                remedy: "Stop it with Ctrl-C or `kill`, or choose another \(option) directory with --\(option)."
            )
        }
        self.descriptor = descriptor
        ftruncate(descriptor, 0)
        let text = Array("\(getpid())\n".utf8)
        _ = write(descriptor, text, text.count)
    }

    deinit { close(descriptor) }
}
