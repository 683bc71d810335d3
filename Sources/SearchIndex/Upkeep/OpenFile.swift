// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Wire

/// Is told of each piece that was written to a copy: the file's descriptor, where in it, and when the work on it began.
public typealias CopyObserver = (Int32, Range<Int>, ContinuousClock.Instant) -> Void

/// A file that never changes, open for being copied.
final class OpenFile {
    /// How many bytes are copied at a time.
    private static let stretch = 1 << 20

    private let path: String
    private let indexName: String
    private let descriptor: Int32

    /// Opens a file.
    ///
    /// - Throws: `SearchBusError.storageFailed` where it cannot be opened.
    init(_ path: String, _ indexName: String) throws {
        (self.path, self.indexName) = (path, indexName)
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageFailure.system("open a file of index `\(indexName)`") }
    }

    deinit { close(descriptor) }

    /// Gives the file another name where that is on the same disk, or copies it there.
    func place(at target: String, onPiece: CopyObserver = { _, _, _ in }) throws {
        unlink(target)
        guard link(path, target) != 0 else { return }
        try copy(to: target, onPiece: onPiece)
    }

    /// Copies the file, and waits until it is on the disk.
    func copy(to target: String, onPiece: CopyObserver = { _, _, _ in }) throws {
        let output = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard output >= 0 else { throw failure(target) }
        defer { close(output) }
        let clock = ContinuousClock()
        var place = 0
        while true {
            let began = clock.now
            let bytes = try read(at: place)
            guard !bytes.isEmpty else { break }
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw failure(target) }
                rest = rest.dropFirst(count)
            }
            onPiece(output, place..<place + bytes.count, began)
            place += bytes.count
        }
        guard fsync(output) == 0 else { throw failure(target) }
    }

    /// Whether another file has the same bytes; one that cannot be read has not.
    func isSame(as other: String) throws -> Bool {
        guard FileIdentity(path: other)?.size == FileIdentity(path: path)?.size,
            let other = try? OpenFile(other, indexName)
        else { return false }
        var place = 0
        while true {
            let bytes = try read(at: place)
            guard let others = try? other.read(at: place), bytes == others else { return false }
            guard !bytes.isEmpty else { return true }
            place += bytes.count
        }
    }

    /// The bytes from a place on, up to so many as are copied at a time; none at the end.
    private func read(at place: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: OpenFile.stretch) { buffer, count in
            while count < buffer.count {
                let start = buffer.baseAddress.map { $0 + count }
                let read = pread(descriptor, start, buffer.count - count, off_t(place + count))
                if read < 0, errno == EINTR { continue }
                guard read >= 0 else { throw StorageFailure.system("read a file of index `\(indexName)`") }
                guard read > 0 else { return }
                count += read
            }
        }
    }

    private func failure(_ target: String) -> SearchBusError { StorageFailure.system("write \(target)") }
}
