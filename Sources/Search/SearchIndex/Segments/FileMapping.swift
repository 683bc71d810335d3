// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// A file that never changes, mapped into memory; its pages are shared with every other process that maps it.
///
/// The file may be unlinked meanwhile, which leaves the mapping whole. Nothing writes to it, so any thread may read it.
final class FileMapping: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    private let file: DiskFile

    /// Maps a file of an index.
    init(_ name: String, in folder: IndexFolder) throws {
        let index = folder.name
        guard let file = folder.disk.open(folder.file(name), O_RDONLY) else {
            guard errno != ENOENT else { throw SegmentFile.corrupt(index, "\(name) is missing") }
            throw StorageFailure.system("open a segment of index `\(index)`")
        }
        guard let size = file.size else { throw StorageFailure.system("look at a segment of index `\(index)`") }
        guard size > 0 else { throw SegmentFile.corrupt(index, "\(name) is empty") }
        guard let bytes = file.map(size) else { throw StorageFailure.system("map a segment of index `\(index)`") }
        (self.file, self.bytes) = (file, bytes)
    }

    /// Copies bytes out of the file without the pages around them becoming memory of the process.
    ///
    /// What lies behind the end is left out, and so is what cannot be read.
    func copy(_ range: Range<Int>) -> [UInt8] {
        file.read(range.clamped(to: 0..<bytes.count)) ?? []
    }

    /// Gives the memory back that the pages read so far take, as far as no other process uses them.
    func releasePages() {
        madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, Int32(MADV_DONTNEED))
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
}
