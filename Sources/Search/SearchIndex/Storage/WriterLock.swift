// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
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
        guard isWaiting ? WriterLock.wait(for: file.descriptor) : WriterLock.take(file.descriptor) else {
            throw SearchBusError(
                .busy,
                "Index `\(name)` is being changed by another process.",
                remedy: "Wait until the other import has ended, and try again."
            )
        }
    }

    /// How often the lock is tried again, and after how many microseconds each: who brings a merge in has it for a moment.
    private static let attempts = 50
    private static let pause: UInt32 = 10_000

    private static func take(_ descriptor: Int32) -> Bool {
        for attempt in 0..<attempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            if attempt + 1 < attempts { usleep(pause) }
        }
        return false
    }

    private static func wait(for descriptor: Int32) -> Bool {
        while flock(descriptor, LOCK_EX) != 0 { guard errno == EINTR else { return false } }
        return true
    }

    /// Lets others have the lock; answers whether it could be taken again after that.
    func lend(_ body: () -> Void) -> Bool {
        flock(file.descriptor, LOCK_UN)
        body()
        return WriterLock.take(file.descriptor)
    }
}
