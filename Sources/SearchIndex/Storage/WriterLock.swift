// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Wire

/// The right to change an index, held by one process at a time.
///
/// The system takes it back when the process ends.
final class WriterLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Throws: `SearchBusError.busy` where another holds it, `.storageFailed` where its file cannot be made.
    init(path: String, name: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageFailure.system("open the lock of index `\(name)`") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw SearchBusError(
                .busy,
                "Index `\(name)` is being changed by another process.",
                remedy: "Wait until the other import has ended, and try again."
            )
        }
    }

    deinit {
        close(descriptor)
    }
}
