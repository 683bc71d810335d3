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
    private let descriptor: Int32

    /// Maps a file.
    ///
    /// - Throws: `SearchBusError.storageFailed` where it cannot be opened or mapped, `.indexCorrupt` for an empty one.
    init(path: String, name: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageFailure.system("open a segment of index `\(name)`") }
        do {
            bytes = try FileMapping.map(descriptor, name)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func map(_ descriptor: Int32, _ name: String) throws -> UnsafeRawBufferPointer {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw StorageFailure.system("look at a segment of index `\(name)`")
        }
        let size = Int(status.st_size)
        guard size > 0 else { throw SearchBusError(.indexCorrupt, "A segment of index `\(name)` is empty.") }
        guard let address = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), address != MAP_FAILED else {
            throw StorageFailure.system("map a segment of index `\(name)`")
        }
        return UnsafeRawBufferPointer(start: address, count: size)
    }

    /// Copies bytes out of the file without the pages around them becoming memory of the process.
    ///
    /// What lies behind the end is left out, and so is what cannot be read.
    func copy(_ range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: 0..<bytes.count)
        return [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let rest = UnsafeMutableRawBufferPointer(buffer)[count...]
                let read = pread(descriptor, rest.baseAddressOfSlice, rest.count, off_t(range.lowerBound + count))
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { return }
                count += read
            }
        }
    }

    /// Gives the memory back that the pages read so far take, as far as no other process uses them.
    func releasePages() {
        madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, Int32(MADV_DONTNEED))
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
        close(descriptor)
    }
}

extension Slice<UnsafeMutableRawBufferPointer> {
    /// Where the slice begins in memory.
    fileprivate var baseAddressOfSlice: UnsafeMutableRawPointer? { base.baseAddress.map { $0 + startIndex } }
}
