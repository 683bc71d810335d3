// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Wire

/// One version of an index, open for searching.
///
/// It never changes, so threads share it without a lock; what is made on first use is kept behind one of its own.
final class IndexSnapshot: Sendable {
    /// A segment with what was deleted of it.
    struct Part: Sendable {
        let segment: Segment
        /// The rows that are left; `nil` where all are.
        let live: RowSet?
        let deleted: RowSet?
        let deletions: String?
        /// The file of the dictionary that its records are compressed with.
        var dictionary: String?
        let compression: RecordCompression
    }

    let name: String
    /// The manifest that was read.
    let identity: FileIdentity
    let manifest: Manifest
    let parts: [Part]
    let columns: SnapshotColumns
    let synonyms: SynonymTable
    private let records = Mutex(RecordCache(budget: IndexSnapshot.recordBudget))
    /// How many bytes of records are kept, a thousand of the usual size.
    private static let recordBudget = 1 << 20

    /// Opens the version in use; segments that a version opened before has are taken from it.
    ///
    /// - Parameters:
    ///   - folder: The index.
    ///   - previous: A version that is open.
    ///   - isChecked: Whether every byte is read and compared with its checksum before anything is searched.
    /// - Throws: `SearchBusError.unknownIndex` for an unknown name, `.indexCorrupt` for files that do not hold together.
    init(folder: IndexFolder, after previous: IndexSnapshot? = nil, isChecked: Bool = false) throws {
        // A writer removes the files of the version before once the next is in place: a reader in between tries again.
        var attempts = 0
        while true {
            guard let identity = folder.identity, let manifest = try folder.manifest() else {
                throw folder.unknown
            }
            do {
                if isChecked { try folder.checkReadable(manifest) }
                let reusable = previous?.manifest.epoch == manifest.epoch ? previous : nil
                let parts = try IndexSnapshot.open(manifest, folder, reusable)
                if isChecked { try IndexSnapshot.check(parts) }
                self.parts = parts
                self.manifest = manifest
                self.identity = identity
                break
            } catch {
                attempts += 1
                guard attempts < 5, folder.identity != identity else { throw error }
            }
        }
        name = folder.name
        columns = SnapshotColumns(parts.map(\.segment))
        let relevance = manifest.settings.relevance
        synonyms = SynonymTable(relevance.synonyms, separators: relevance.separatorsToIndex)
    }

    /// Opens a version that is not in use yet.
    init(of manifest: Manifest, in folder: IndexFolder) throws {
        guard let identity = folder.identity else { throw folder.unknown }
        (name, self.manifest, self.identity) = (folder.name, manifest, identity)
        parts = try IndexSnapshot.open(manifest, folder, nil)
        columns = SnapshotColumns(parts.map(\.segment))
        synonyms = SynonymTable(
            manifest.settings.relevance.synonyms,
            separators: manifest.settings.relevance.separatorsToIndex
        )
    }

    /// Opens the segments of a version; those that another one has open are taken from it.
    static func open(_ manifest: Manifest, _ folder: IndexFolder, _ previous: IndexSnapshot?) throws -> [Part] {
        var compressions: [String: RecordCompression] = [:]
        for part in previous?.parts ?? [] { compressions[part.dictionary ?? ""] = part.compression }
        return try manifest.parts.map { part in
            let known = previous?.parts.first { $0.segment.name == part.file }
            let segment =
                try known?.segment
                ?? Segment(part.file, in: folder)
            guard segment.file.byteCount == part.bytes, segment.rowCount == part.rows else {
                throw SegmentFile.corrupt(folder.name, "\(part.file) is not the one that \(Manifest.fileName) names")
            }
            // A manifest of before did not say it, and the segment does.
            let dictionary = part.dictionary ?? segment.dictionary
            let key = dictionary ?? ""
            let compression =
                try compressions[key]
                ?? RecordCompression(dictionary: key.isEmpty ? [] : DictionaryFile.read(key, folder))
            compressions[key] = compression
            if let known, known.deletions == part.deletions { return known }
            guard let file = part.deletions else {
                return Part(
                    segment: segment,
                    live: nil,
                    deleted: nil,
                    deletions: nil,
                    dictionary: dictionary,
                    compression: compression
                )
            }
            guard let deleted = DeletedRows.rows(try folder.read(file), rowCount: segment.rowCount) else {
                throw SegmentFile.corrupt(folder.name, "\(file) is damaged")
            }
            var live = deleted
            live.invert()
            return Part(
                segment: segment,
                live: live,
                deleted: deleted,
                deletions: file,
                dictionary: dictionary,
                compression: compression
            )
        }
    }

    /// Compares the bytes of segments with their checksums.
    private static func check(_ parts: [Part]) throws {
        for part in parts {
            guard let problem = SectionCheck(part.segment.file).problems(onBytes: { _ in }).first else { continue }
            let place = problem.section.map { "\(part.segment.name), section \($0)" } ?? part.segment.name
            throw SegmentFile.corrupt(part.segment.file.indexName, "\(place): \(problem.message)")
        }
    }

    var settings: IndexSettings { manifest.settings }

    var recordCount: Int { manifest.recordCount }

    func find(_ identifier: String) -> (part: Int, row: Int)? {
        var identifier = identifier
        return identifier.withUTF8 { bytes in
            for (number, part) in parts.enumerated().reversed() {
                guard let row = part.segment.row(of: UnsafeRawBufferPointer(bytes)) else { continue }
                if part.deleted?.contains(row) ?? false { continue }
                return (number, row)
            }
            return nil
        }
    }

    /// The record in a row; what many people find is read once.
    func record(part: Int, row: Int) throws -> JSONText {
        let key = part << 32 | row
        if let known = records.withLock({ $0.record(at: key) }) { return known }
        let text = try text(part: part, row: row)
        guard let record = try? JSONText(parsing: text) else { throw parts[part].segment.file.corrupt("records.data") }
        records.withLock { $0.keep(record, at: key) }
        return record
    }

    /// The text of the record in a row.
    func text(part: Int, row: Int) throws -> [UInt8] {
        let part = parts[part]
        let packed = part.segment.packedRecord(of: row)
        guard let text = packed.withUnsafeBytes({ part.compression.record(in: $0, at: 0) }) else {
            throw part.segment.file.corrupt("records.data")
        }
        return text
    }
}

/// The file of a dictionary for compressing records.
enum DictionaryFile {
    /// Reads the bytes of a dictionary, which are checked by the sum before them.
    static func read(_ file: String, _ folder: IndexFolder) throws -> [UInt8] {
        let bytes = try folder.read(file)
        guard bytes.count >= 8 else { throw SegmentFile.corrupt(folder.name, "\(file) was cut short") }
        let isWhole = bytes.withUnsafeBytes { all in
            Checksum.of(UnsafeRawBufferPointer(rebasing: all[8...]))
                == UInt64(littleEndian: all.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
        }
        guard isWhole else { throw SegmentFile.corrupt(folder.name, "\(file) is damaged") }
        return Array(bytes[8...])
    }

    static func write(_ dictionary: [UInt8], to file: String, _ folder: IndexFolder) throws {
        let sum = dictionary.withUnsafeBytes(Checksum.of)
        try folder.write(withUnsafeBytes(of: sum.littleEndian) { Array($0) } + dictionary, to: folder.file(file))
    }
}
