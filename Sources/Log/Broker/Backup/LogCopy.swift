// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import Runtime
import Wire

/// A copy of a log that is made while the log is written to, without blocking other processes.
///
/// It is made in rounds. The first copies the file, the next ones what has changed in it since: they need no moment of the log,
/// so that the write-ahead log goes into the file meanwhile as always. The last round, which has little to copy, is made while a
/// moment is held. What changes in the file from then on is in the write-ahead log, which is reset at most once, and
/// before any of it is moved into the file. So the file, with a copy of the write-ahead log that is made after it, is the log
/// in that state, as after a crash, and SQLite recovers one file from the two.
public final class LogCopy {
    /// How many rounds there are before the last one.
    private static let mostRounds = 3
    /// How many bytes may have changed in a round after which the last one comes.
    public static let fewBytes = 16 << 20
    /// What is compared and, where it differs, written, in bytes.
    private static let block = 16 << 10
    /// How often the write-ahead log is copied until it is not reset meanwhile.
    private static let mostAttempts = 3
    /// What the write-ahead log begins with, and each page in it, in bytes.
    private static let (headerSize, frameHeader) = (32, 24)

    private let path: String
    private let target: String
    private let pace: CopyPace
    // SQLite's locks of a file go where another descriptor of the file is closed: these live longer than who has locks.
    private let source: Descriptor
    private let output: Descriptor
    private let clock = ContinuousClock()

    /// Opens a log, and makes the file of the copy.
    ///
    /// - Parameters:
    ///   - path: The log.
    ///   - target: The file, which is not there yet.
    ///   - pace: How fast it is copied.
    /// - Throws: `SearchBusError` with `storage-full`, `storage-failed`.
    public init(of path: String, to target: String, pace: CopyPace) throws {
        (self.path, self.target, self.pace) = (path, target, pace)
        source = try Descriptor(path, O_RDONLY)
        output = try Descriptor(target, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
    }

    /// How many bytes the log's file has.
    public func size() throws -> Int { try source.size() }

    /// Copies most of the log; nothing is held.
    ///
    /// - Parameters:
    ///   - changes: How many bytes may have changed in the last round of these.
    ///   - onProgress: Called with the number of copied bytes, and the total.
    /// - Throws: `SearchBusError` with `storage-full`, `storage-failed`.
    public func approach(
        upTo changes: Int = fewBytes,
        onProgress: (_ bytes: Int, _ of: Int) -> Void = { _, _ in }
    ) throws {
        for _ in 0..<Self.mostRounds {
            guard try copyChanges(pauses: true, onProgress) > changes else { return }
        }
    }

    /// Makes the copy whole: it has what the log has at some time while the moment is held, and is one file, on the disk.
    ///
    /// - Parameters:
    ///   - moment: A moment of the log, which is held until the copy is made.
    ///   - onPiece: Is called after each piece.
    /// - Returns: What the copy says of itself.
    /// - Throws: `SearchBusError` with `busy` where the log was replaced, `storage-full`, `storage-failed`, `log-corrupt`.
    public func finish(holding moment: HeldDatabase, onPiece: () -> Void = {}) throws -> LogFacts {
        try withExtendedLifetime(moment) {
            var status = stat()
            guard stat(path, &status) == 0, status.st_ino == (try source.status().st_ino) else {
                throw SearchBusError(.busy, "The log \(path) was replaced while it was copied.")
            }
            try copyChanges(pauses: false) { _, _ in onPiece() }
            try copyWriteAheadLog(onPiece)
        }
        try moment.release()
        return try makeOneFile()
    }

    // MARK: The file

    /// Copies what differs; answers how many bytes that were.
    @discardableResult
    private func copyChanges(pauses: Bool, _ onProgress: (Int, Int) -> Void) throws -> Int {
        let size = try source.size()
        var (place, changed) = (0, 0)
        try withUnsafeTemporaryAllocation(byteCount: 2 * pace.piece, alignment: 16) { buffer in
            let (new, old) = (buffer[..<pace.piece], buffer[pace.piece...])
            while place < size {
                let began = clock.now
                let wanted = min(pace.piece, size - place)
                let count = try source.read(into: .init(rebasing: new.prefix(wanted)), at: place)
                guard count > 0 else { break }
                let known = try output.read(into: .init(rebasing: old), at: place)
                var written = 0
                for start in stride(from: 0, to: count, by: Self.block) {
                    let end = min(start + Self.block, count)
                    let part = UnsafeRawBufferPointer(rebasing: new[new.startIndex + start..<new.startIndex + end])
                    let other = UnsafeRawBufferPointer(rebasing: old[old.startIndex + start..<old.startIndex + end])
                    guard end > known || !Self.areEqual(part, other) else { continue }
                    try output.write(part, at: place + start)
                    written += part.count
                }
                if written > 0 { CopyPace.writeBack(output.number, place..<place + count) }
                place += count
                changed += written
                onProgress(place, size)
                if pauses { pace.pause(after: clock.now - began) }
            }
        }
        try output.cut(to: place)
        return changed
    }

    private static func areEqual(_ part: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
        guard let first = part.baseAddress, let second = other.baseAddress else { return false }
        return part.count == other.count && memcmp(first, second, part.count) == 0
    }

    // MARK: The write-ahead log

    private func copyWriteAheadLog(_ onPiece: () -> Void) throws {
        for _ in 0..<Self.mostAttempts {
            unlink("\(target)-wal")
            guard access("\(path)-wal", F_OK) == 0 else { return }
            let log = try Descriptor("\(path)-wal", O_RDONLY)
            let header = try log.read(Self.headerSize, at: 0)
            guard header.count == Self.headerSize else { return }
            try copyFrames(of: log, header, onPiece)
            // One that was reset meanwhile would be half of each.
            if try log.read(Self.headerSize, at: 0) == header { return }
        }
        throw SearchBusError(
            .busy,
            "The write-ahead log of \(path) is reset again and again, so there is no consistent snapshot."
        )
    }

    /// Copies the pages of the write-ahead log that belong to its header; after them are those from before its reset.
    private func copyFrames(of log: Descriptor, _ header: [UInt8], _ onPiece: () -> Void) throws {
        let pageSize = header[8..<12].reduce(0) { $0 << 8 | Int($1) }
        guard (512...65_536).contains(pageSize) else { return }
        let copy = try Descriptor("\(target)-wal", O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
        try copy.write(header, at: 0)
        let (frame, end) = (pageSize + Self.frameHeader, try log.size())
        let piece = max(1, pace.piece / frame) * frame
        var place = Self.headerSize
        try withUnsafeTemporaryAllocation(byteCount: piece, alignment: 16) { buffer in
            while place < end {
                let count = try log.read(into: buffer, at: place)
                guard count >= frame, buffer[8..<16].elementsEqual(header[16..<24]) else { return }
                try copy.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: place)
                CopyPace.writeBack(copy.number, place..<place + count)
                place += count
                onPiece()
            }
        }
    }

    private func makeOneFile() throws -> LogFacts {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            // The file is exclusive, and its rest is removed if this fails.
            try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA cache_size = -1000")
        }
        let facts = try SearchBusError.storing(at: target) {
            let queue = try DatabaseQueue(path: target, configuration: configuration)
            let facts = try queue.inDatabase { db in
                // One file instead of three, which may be read where nothing may be written.
                try db.execute(sql: "PRAGMA journal_mode = DELETE")
                return try LogFacts(db)
            }
            try queue.close()
            return facts
        }
        let size = try output.size()
        for place in stride(from: 0, to: size, by: pace.piece) {
            CopyPace.writeBack(output.number, place..<min(place + pace.piece, size))
        }
        try output.synchronize()
        return facts
    }
}
