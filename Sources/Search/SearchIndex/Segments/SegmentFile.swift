// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// A segment's file, open for reading: named sections of bytes in one mapping.
///
/// It starts with a header of 64 bytes: eight bytes of magic, the format's version and its complement, then place, length and
/// checksum of the table of sections, which ends the file. Numbers are little-endian. Sections start at multiples of 64 bytes.
final class SegmentFile: Sendable {
    /// The first eight bytes of every segment.
    static let magic: UInt64 = 0x3130_5845_4449_4253  // "SBIDEX01" in memory
    /// Rises whenever the layout, or the way in which texts are folded, changes; other files are refused.
    static let version: UInt32 = 3
    /// The lowest version that is read; see `RecordCompression` for what 1 does otherwise.
    static let oldestVersion: UInt32 = 1
    /// The bytes after the version, so that damage cannot change one version into another; versions before 3 have none.
    static func complement(of version: UInt32) -> UInt32 { version < 3 ? 0 : ~version }
    /// Where the first section may start.
    static let headerLength = 64
    /// What sections' places are multiples of.
    static let alignment = 64

    struct Entry: Sendable {
        let range: Range<Int>
        let checksum: UInt64
    }

    /// The index that the segment is of, for messages.
    let indexName: String
    private let mapping: FileMapping
    private let entries: [String: Entry]

    /// Opens a segment; of its sections nothing is read.
    init(_ file: String, in folder: IndexFolder) throws {
        indexName = folder.name
        mapping = try FileMapping(file, in: folder)
        let bytes = mapping.bytes
        func number<Number: FixedWidthInteger>(_ place: Int, _ type: Number.Type) -> Number {
            Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: type))
        }
        guard bytes.count >= SegmentFile.headerLength, number(0, UInt64.self) == SegmentFile.magic else {
            throw SegmentFile.corrupt(indexName, "\(file) is not a segment of an index")
        }
        let version = number(8, UInt32.self)
        guard (SegmentFile.oldestVersion...SegmentFile.version).contains(version) else {
            throw SegmentFile.wrongVersion(version, file, indexName)
        }
        guard number(12, UInt32.self) == SegmentFile.complement(of: version) else {
            throw SegmentFile.corrupt(indexName, "the header of \(file) is damaged")
        }
        let (place, length) = (number(16, UInt64.self), number(24, UInt64.self))
        guard let start = Int(exactly: place), let count = Int(exactly: length), start >= SegmentFile.headerLength,
            start <= bytes.count, count == bytes.count - start
        else { throw SegmentFile.corrupt(indexName, "\(file) was cut short") }
        let table = UnsafeRawBufferPointer(rebasing: bytes[start...])
        guard Checksum.of(table) == number(32, UInt64.self) else {
            throw SegmentFile.corrupt(indexName, "the table of \(file) is damaged")
        }
        do {
            entries = try SegmentFile.entries(of: JSON(parsing: Array(table)), before: start)
        } catch { throw SegmentFile.corrupt(indexName, "the table of \(file) is damaged") }
    }

    private static func entries(of table: JSON, before end: Int) throws -> [String: Entry] {
        var entries: [String: Entry] = [:]
        for member in table.object?.members ?? [] {
            guard let parts = member.value.array, parts.count == 3, let start = parts[0].int, let count = parts[1].int,
                let text = parts[2].string, let checksum = UInt64(text, radix: 16), start >= 0, count >= 0,
                start <= end, count <= end - start, start % alignment == 0
            else { throw JSONError("a section lies outside of the file") }
            entries[member.key] = Entry(range: start..<start + count, checksum: checksum)
        }
        return entries
    }

    /// The bytes of a section; none where there is no such section.
    func bytes(_ section: String) -> UnsafeRawBufferPointer {
        guard let entry = entries[section] else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: mapping.bytes[entry.range])
    }

    /// The numbers of a section, which are stored as they lie in memory.
    func numbers<Number: FixedWidthInteger>(_ section: String, as type: Number.Type) -> UnsafeBufferPointer<Number> {
        bytes(section).bindMemory(to: type)
    }

    /// Copies bytes of a section, which are then no memory that is mapped; see `FileMapping.copy`.
    func copy(_ section: String, from offset: Int, count: Int) -> [UInt8] {
        guard let entry = entries[section], offset >= 0, offset < entry.range.count else { return [] }
        let start = entry.range.lowerBound + offset
        return mapping.copy(start..<min(start + count, entry.range.upperBound))
    }

    /// The sections with their names, in the order of their places.
    var sections: [(name: String, entry: Entry)] {
        entries.map { (name: $0.key, entry: $0.value) }.sorted {
            ($0.entry.range.lowerBound, $0.entry.range.upperBound) < (
                $1.entry.range.lowerBound, $1.entry.range.upperBound
            )
        }
    }

    var byteCount: Int { mapping.bytes.count }

    /// Copies bytes of the file, fewer where not all can be read; see `FileMapping.copy`.
    func copy(_ range: Range<Int>) -> [UInt8] { mapping.copy(range) }

    func has(_ section: String) -> Bool { entries[section] != nil }

    /// Gives the memory back that the pages read so far take; who reads them again brings them back.
    func releasePages() { mapping.releasePages() }

    // MARK: - Errors

    static func corrupt(_ indexName: String, _ what: String) -> SearchBusError {
        SearchBusError(
            .indexCorrupt,
            "Index `\(indexName)` is damaged: \(what).",
            remedy: "Import the index again, or restore it from a backup."
        )
    }

    private static func wrongVersion(_ version: UInt32, _ file: String, _ indexName: String) -> SearchBusError {
        let isNewer = version > SegmentFile.version
        return SearchBusError(
            .indexCorrupt,
            "Index `\(indexName)`: \(file) has format \(version), and this program reads format \(SegmentFile.version).",
            remedy: isNewer
                ? "A newer version wrote it: use that version, or import the index again."
                : "Import the index again: searchbus index import \(indexName) FILE."
        )
    }

    func corrupt(_ section: String) -> SearchBusError {
        SegmentFile.corrupt(indexName, "section \(section) of a segment does not hold together")
    }
}
