// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// An open file, read or written at any offset, and closed with its last reference.
///
/// Belongs to one thread at a time.
public final class Descriptor {
    /// The number by which the system knows it.
    public let number: Int32
    private let path: String

    /// Opens a file; only its owner may read one that is made.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - flags: As of `open`.
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`, as all that follow.
    public init(_ path: String, _ flags: Int32) throws {
        self.path = path
        number = open(path, flags | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw failure("opened") }
    }

    deinit { close(number) }

    /// What the system says of the file.
    public func status() throws -> stat {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw failure("read") }
        return status
    }

    public func size() throws -> Int { Int(try status().st_size) }

    /// Reads from a place on; answers how many bytes there are, which are fewer than asked for only at the end.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at place: Int) throws -> Int {
        var total = 0
        while total < buffer.count {
            let start = buffer.baseAddress.map { $0 + total }
            let count = pread(number, start, buffer.count - total, off_t(place + total))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read") }
            guard count > 0 else { break }
            total += count
        }
        return total
    }

    /// So many bytes from a place on; fewer only at the end.
    public func read(_ count: Int, at place: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, total in
            total = try read(into: UnsafeMutableRawBufferPointer(buffer), at: place)
        }
    }

    /// Writes all of some bytes to a place.
    public func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws {
        var total = 0
        while total < bytes.count {
            let start = bytes.baseAddress.map { $0 + total }
            let count = pwrite(number, start, bytes.count - total, off_t(place + total))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("written") }
            total += count
        }
    }

    public func write(_ bytes: [UInt8], at place: Int) throws {
        try bytes.withUnsafeBytes { try write($0, at: place) }
    }

    public func cut(to size: Int) throws {
        guard ftruncate(number, off_t(size)) == 0 else { throw failure("written") }
    }

    /// Waits until all of it is on the disk.
    public func synchronize() throws {
        guard fdatasync(number) == 0 else { throw failure("brought to the disk") }
    }

    private func failure(_ what: String) -> SearchBusError { Files.failure("\(path) cannot be \(what)") }
}
