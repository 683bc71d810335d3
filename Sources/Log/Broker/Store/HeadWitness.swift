// SPDX-License-Identifier: MIT

import Bus
import Foundation
import Glibc
import Wire

/// A note of a log's last sequence number that is kept in memory, outside the data directory.
///
/// It outlives the broker, but neither the machine nor a container. An older state of the data directory does not bring it
/// back: so a broker that starts can prove that its log has every sequence number that was given. Where there is no proof,
/// the log continues behind a jump.
final class HeadWitness {
    /// Where the notes are: a file system in memory that every Linux has.
    static let folder = "/dev/shm"
    private static let prefix = "searchbus-head-"
    /// The size of a note in bytes: the number, the start of the machine, two tokens of the log, its path.
    private static let size = 4096
    private static let bootRange = 8..<64
    private static let tokenRanges = [64..<128, 128..<192]
    private static let pathRange = 192..<size
    /// How many notes of logs that no longer exist are looked for when a note is made.
    private static let maxPruned = 256
    /// The number that no log reaches.
    private static let unknown = UInt64.max

    private let path: String
    private var descriptor: Int32
    /// The last sequence number that was noted in this start of the machine, of the log's last opening; `nil` where there was
    /// none.
    ///
    /// Each opening of a log has a token of its own. A state of the log from before the last opening may have a higher number
    /// than the note, since a jump can end below an earlier one.
    let known: SequenceNumber?

    /// Opens the note of a log, or makes one that proves nothing; fails where no note can be kept.
    ///
    /// `boot` tells this start of the machine from others, and `token` the log's last opening.
    init?(in folder: String, epoch: String, file: LogFiles.Identity, log: String, boot: String, token: String) {
        guard Name.isValid(epoch), !boot.isEmpty, boot.utf8.count <= Self.bootRange.count else { return nil }
        path = "\(folder)/\(Self.prefix)\(epoch)\(Self.suffix(file))"
        // Every user may write to the folder: only a file of this user's own proves anything.
        descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, Self.isOwn(status) else {
            close(descriptor)
            descriptor = -1
            return nil
        }
        let before = Self.read(descriptor)
        let isOfThisBoot = before.map { Self.text($0[Self.bootRange]) == boot } ?? false
        let isOfLastOpening = before.map { note in Self.tokenRanges.contains { Self.text(note[$0]) == token } } ?? false
        let number = before.map { Self.number($0) } ?? Self.unknown
        let isProof = isOfThisBoot && isOfLastOpening && number < UInt64(Int64.max)
        known = isProof ? SequenceNumber(rawValue: number) : nil
        var bytes = [UInt8](repeating: 0, count: Self.size)
        bytes.replaceSubrange(0..<8, with: Self.bytes(of: known?.rawValue ?? Self.unknown))
        for (range, text) in [(Self.bootRange, boot), (Self.tokenRanges[0], token), (Self.pathRange, log)] {
            bytes.replaceSubrange(range, with: Self.field(text, range))
        }
        // All of it is written once, so that there is room for what is noted later.
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            discard()
            return nil
        }
        if before == nil { Self.prune(folder, keeping: path, of: log) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Notes the last sequence number that was given; to be called after it is stored and before anybody is shown it.
    func note(_ head: SequenceNumber) {
        guard descriptor >= 0 else { return }
        // A note that lags behind would prove what is not so.
        write(Self.bytes(of: head.rawValue), at: 0..<8)
    }

    /// Notes the token that the log is about to get, beside the one that it has: it may be killed before it has the new one.
    func willOpen(token: String) { write(Self.field(token, Self.tokenRanges[1]), at: Self.tokenRanges[1]) }

    func didOpen(token: String) {
        for range in Self.tokenRanges { write(Self.field(token, range), at: range) }
    }

    private func write(_ bytes: [UInt8], at range: Range<Int>) {
        guard descriptor >= 0 else { return }
        if pwrite(descriptor, bytes, bytes.count, range.lowerBound) != bytes.count { discard() }
    }

    /// Removes the note: it is of no use any longer.
    func discard() {
        guard descriptor >= 0 else { return }
        unlink(path)
        close(descriptor)
        descriptor = -1
    }

    private static func suffix(_ file: LogFiles.Identity) -> String {
        "-\(String(file.device, radix: 16))-\(String(file.inode, radix: 16))"
    }

    // MARK: Files

    private static func isOwn(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid() && status.st_nlink == 1
            && status.st_mode & 0o077 == 0
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: size)
        return pread(descriptor, &bytes, size, 0) == size ? bytes : nil
    }

    /// A text as the bytes of a range, cut or filled up with zeros.
    private static func field(_ text: String, _ range: Range<Int>) -> [UInt8] {
        let content = Array(text.utf8.prefix(range.count))
        return content + [UInt8](repeating: 0, count: range.count - content.count)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    private static func number(_ bytes: [UInt8]) -> UInt64 {
        bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func bytes(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(number >> (8 * $0) & 0xff) }
    }

    /// Removes notes of logs that no longer exist.
    private static func prune(_ folder: String, keeping own: String, of log: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.lazy.filter({ $0.hasPrefix(prefix) }).prefix(maxPruned) {
            let path = "\(folder)/\(name)"
            let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, isOwn(status), let bytes = read(descriptor) else { continue }
            let noted = text(bytes[pathRange])
            // A log at this path before had another epoch, and perhaps the same inode.
            guard noted != log || path == own else {
                unlink(path)
                continue
            }
            guard let file = LogFiles.Identity(of: noted) else {
                if errno == ENOENT { unlink(path) }
                continue
            }
            // The log was replaced: what is noted of the one before proves nothing any longer.
            if !name.hasSuffix(suffix(file)) { unlink(path) }
        }
    }
}
