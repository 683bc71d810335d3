// SPDX-License-Identifier: MIT

import Foundation
import Runtime
import Wire

/// The right to change an index, held by one process at a time.
///
/// The system takes it back when the process ends.
final class WriterLock: Sendable {
    private let file: DiskFile

    /// Takes the lock.
    ///
    /// - Parameters:
    ///   - path: The file that is locked.
    ///   - name: What the index is called.
    ///   - disk: What the file is opened with.
    ///   - isWaiting: Whether to wait, without a limit, until no other process holds it.
    /// - Throws: `SearchBusError.busy` where another holds it, `.storageFailed` where its file cannot be made.
    init(path: String, name: String, disk: Disk, isWaiting: Bool = false) throws {
        guard let file = disk.open(path, O_RDWR | O_CREAT) else {
            throw StorageFailure.system("open the lock of index `\(name)`")
        }
        self.file = file
        guard FileLock.take(file.descriptor, isWaiting ? .unlimited : .brief) else {
            throw SearchBusError(
                .busy,
                "Index `\(name)` is being changed by another process.",
                remedy: "Wait until the other import has ended, and try again."
            )
        }
    }

    /// Lets others have the lock; answers whether it could be taken again after that.
    func lend(_ body: () -> Void) -> Bool {
        FileLock.release(file.descriptor)
        body()
        return FileLock.take(file.descriptor)
    }
}
