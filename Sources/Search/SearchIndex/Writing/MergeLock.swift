// SPDX-License-Identifier: MIT

import Foundation
import Runtime

/// The right to merge segments of an index beside changes, of one process at a time.
///
/// While it is held, files of merges are in use. The system releases it when the process ends.
struct MergeLock: Sendable {
    private let file: DiskFile
    private let disk: Disk

    /// Takes the right; `nil` where another has it.
    init?(_ folder: IndexFolder) {
        disk = folder.disk
        guard let file = disk.open(folder.file(MergeQueue.lockFile), O_RDWR | O_CREAT),
            FileLock.take(file.descriptor, .none)
        else { return nil }
        self.file = file
        // The one who had it may have removed the file between the two calls: then others lock another one.
        guard isInPlace else { return nil }
    }

    /// Whether the name of the file still stands for it.
    private var isInPlace: Bool { FileLock.isInPlace(file.descriptor, file.path) }

    /// Gives the right back, and removes the file unless it is another one's by now.
    func release() {
        if isInPlace { disk.remove(file.path) }
        FileLock.release(file.descriptor)
    }
}
