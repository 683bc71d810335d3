// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Wire

/// A file that never changes, mapped into memory; its pages are shared with every other process that maps it.
///
/// The file may be unlinked meanwhile, which leaves the mapping whole. Nothing writes to it, so any thread may read it.
final class FileMapping: @unchecked Sendable {
    /// The bytes of the file.
    let bytes: UnsafeRawBufferPointer

    /// Maps a file.
    ///
    /// - Throws: `SearchBusError.storageFailed` where it cannot be opened or mapped, `.indexCorrupt` for an empty one.
    init(path: String, name: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageFailure.system("open a segment of index `\(name)`") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw StorageFailure.system("look at a segment of index `\(name)`")
        }
        let size = Int(status.st_size)
        guard size > 0 else { throw SearchBusError(.indexCorrupt, "A segment of index `\(name)` is empty.") }
        guard let address = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), address != MAP_FAILED else {
            throw StorageFailure.system("map a segment of index `\(name)`")
        }
        bytes = UnsafeRawBufferPointer(start: address, count: size)
    }

    /// Gives the memory back that the pages read so far take, as far as no other process uses them.
    func releasePages() {
        madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, Int32(MADV_DONTNEED))
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
}
