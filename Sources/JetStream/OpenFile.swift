// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Wire

/// A file that is read or written piece by piece, closed when nobody has it any more.
final class OpenFile {
    private let path: String
    private let descriptor: Int32

    /// Opens a file that is there, to read it.
    ///
    /// - Throws: `SearchBusError` with `storage-failed`.
    init(reading path: String) throws {
        self.path = path
        descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("read") }
    }

    /// Opens a file to write behind what it has, which may be nothing; only its owner may read it.
    ///
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`.
    init(appendingTo path: String) throws {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("written") }
    }

    deinit { close(descriptor) }

    /// How many bytes it has.
    func size() throws -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("read") }
        return Int(status.st_size)
    }

    /// So many bytes from a place on; fewer only at the end.
    func read(_ count: Int, at place: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, total in
            while total < count {
                let start = buffer.baseAddress.map { $0 + total }
                let read = pread(descriptor, start, count - total, off_t(place + total))
                if read < 0, errno == EINTR { continue }
                guard read >= 0 else { throw failure("read") }
                guard read > 0 else { return }
                total += read
            }
        }
    }

    /// Writes all of some bytes to a place.
    func write(_ bytes: [UInt8], at place: Int) throws {
        var total = 0
        while total < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                pwrite(descriptor, buffer.baseAddress.map { $0 + total }, buffer.count - total, off_t(place + total))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("written") }
            total += count
        }
    }

    /// Makes it so long.
    func cut(to size: Int) throws {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw failure("written") }
    }

    /// Waits until all of it is on the disk.
    func synchronize() throws {
        guard fsync(descriptor) == 0 else { throw failure("brought to the disk") }
    }

    private func failure(_ what: String) -> SearchBusError {
        let code: ErrorCode = errno == ENOSPC || errno == EDQUOT ? .storageFull : .storageFailed
        return SearchBusError(code, "\(path) cannot be \(what): \(String(cString: strerror(errno))).")
    }
}
