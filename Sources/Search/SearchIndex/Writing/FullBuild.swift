// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// Makes a version of an index from all of its records.
///
/// Where the settings leave something out, records are read twice: once to infer it, from a file that keeps them meanwhile.
struct FullBuild {
    let folder: IndexFolder
    let given: IndexSettings
    /// The version in use, whose generation the next one follows.
    let after: Manifest
    /// The sequence number up to which writes must not be applied to it; `nil` for that of the version in use.
    var stamp: IndexStamp?
    /// Called with the `objectID` of each record that replaces an earlier one.
    var onRepeated: (String) -> Void = { _ in }

    /// Builds from the records that a closure gives.
    func run(next: () throws -> Record?) throws -> Manifest {
        var manifest = Manifest()
        (manifest.epoch, manifest.nextFile, manifest.generation) = (after.epoch, after.nextFile, after.generation + 1)
        (manifest.given, manifest.extra, manifest.isImport) = (given, after.extra, true)
        manifest.unicode = UnicodeVersion.current
        manifest.stamp = stamp?.orLater(after.stamp) ?? after.stamp
        guard !given.isComplete else {
            var survey = AttributeSurvey(mostValues: 0)
            manifest.settings = given.completed(by: IndexSettings(customRanking: []))
            return try build(&manifest) {
                guard let record = try StorageFailure.Outside.marking(next) else { return nil }
                record.text.withUnsafeBufferPointer { survey.observe($0) }
                return record
            } attributes: {
                survey.kinds
            }
        }
        var survey = AttributeSurvey()
        let spool = try RecordSpool(manifest.newFile("spool"), in: folder)
        while let record = try StorageFailure.Outside.marking(next) {
            record.text.withUnsafeBufferPointer { survey.observe($0) }
            try spool.append(record)
        }
        manifest.settings = given.completed(by: survey.settings)
        let reader = try spool.reader()
        return try build(&manifest, next: reader.next) { survey.kinds }
    }

    private func build(
        _ manifest: inout Manifest,
        next: () throws -> Record?,
        attributes: () -> AttributeKinds
    ) throws -> Manifest {
        var samples: [[UInt8]] = []
        var firsts: [Record] = []
        var sampled = 0
        while sampled < RecordCompression.sampleSize, let record = try next() {
            firsts.append(record)
            // Every fourth of the first records tells enough of what they share.
            if firsts.count % 4 == 0 || firsts.count < 1_000 { samples.append(record.text) }
            sampled += record.text.count
        }
        let compression = RecordCompression(samples: samples)
        if !compression.bytes.isEmpty {
            let file = manifest.newFile("dict")
            try DictionaryFile.write(compression.bytes, to: file, folder)
            manifest.dictionary = file
        }
        var names = manifest
        let pipeline = SegmentPipeline(
            plan: IndexingPlan(manifest.settings),
            compression: compression,
            dictionary: manifest.dictionary,
            folder: folder
        ) { names.newFile("seg") }
        var identifiers = StringTable()
        var later: RecordSpool?
        do {
            func take(_ record: Record) throws {
                // Their numbers and places have 32 bits.
                _ = try SegmentLimit.offset(identifiers.strings.bytes.count + Record.largest)
                var identifier = record.objectID
                let (number, isNew) = identifier.withUTF8 { identifiers.number(of: UnsafeRawBufferPointer($0)) }
                if isNew {
                    try pipeline.add(.init(identifier: record.objectID, text: record.text, place: number))
                } else {
                    // What comes again replaces the first, once that has its place.
                    if later == nil {
                        later = try RecordSpool(names.newFile("spool"), in: folder)
                    }
                    try later?.append(record)
                    onRepeated(record.objectID)
                }
            }
            for record in firsts { try take(record) }
            firsts = []
            while let record = try next() { try take(record) }
        } catch {
            pipeline.cancel()
            throw error
        }
        manifest.nextPlace = try SegmentLimit.offset(identifiers.count)
        manifest.parts = try pipeline.finish()
        manifest.nextFile = names.nextFile
        manifest.attributes = attributes()
        manifest.dictionaryRecords = manifest.recordCount
        guard let later else { return manifest }
        return try replacing(by: later.reader(), manifest)
    }

    private func replacing(by records: RecordSpool.Reader, _ manifest: Manifest) throws -> Manifest {
        let parts = try Rebuild(folder: folder, manifest: manifest).parts
        let change = VersionChange(folder: folder, parts: parts, manifest: manifest)
        while let record = try records.next() { try change.put(record) }
        var changed = try change.finish()
        changed.generation = manifest.generation
        return changed
    }
}

/// Records that wait in a file to be read once more.
final class RecordSpool {
    private let name: String
    private let folder: IndexFolder
    private let file: SegmentFileWriter
    private var buffer: [UInt8] = []

    init(_ name: String, in folder: IndexFolder) throws {
        (self.name, self.folder) = (name, folder)
        file = try SegmentFileWriter(name, in: folder)
        try file.begin("records")
    }

    func append(_ record: Record) throws {
        VariableLength.write(UInt64(record.text.count), to: &buffer)
        buffer.append(contentsOf: record.text)
        guard buffer.count > 1 << 18 else { return }
        try file.append(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    /// Reads what was appended; nothing more can be.
    ///
    /// The file goes at once, and its bytes with the reader.
    func reader() throws -> Reader {
        try file.append(buffer)
        _ = try file.finish(isDurable: false)
        let spooled = try SegmentFile(name, in: folder)
        folder.disk.remove(folder.file(name))
        return Reader(spooled)
    }

    final class Reader {
        private let file: SegmentFile
        private var position = 0

        init(_ file: SegmentFile) { self.file = file }

        func next() throws -> Record? {
            let bytes = file.bytes("records")
            guard position < bytes.count else { return nil }
            let length = Int(clamping: VariableLength.read(bytes, &position))
            guard length >= 0, length <= bytes.count - position else { throw file.corrupt("records") }
            defer { position += length }
            return try Record(text: Array(bytes[position..<position + length]))
        }
    }
}

/// Reads the records of a version again, for settings that keep other things of them.
struct Rebuild {
    let folder: IndexFolder
    let manifest: Manifest
    let parts: [IndexSnapshot.Part]

    /// Opens the segments of a version that need not be published.
    init(folder: IndexFolder, manifest: Manifest) throws {
        (self.folder, self.manifest) = (folder, manifest)
        parts = try IndexSnapshot.open(manifest, folder, nil)
    }

    private func forEachRecord(_ body: (Segment, Int, [UInt8]) throws -> Void) throws {
        for part in parts {
            for row in 0..<part.segment.rowCount where !(part.deleted?.contains(row) ?? false) {
                try body(part.segment, row, try part.text(of: row))
            }
        }
    }

    func survey() throws -> AttributeSurvey {
        // In the order of arrival, so that attributes keep the order in which records name them.
        var survey = AttributeSurvey()
        var rows: [(place: UInt32, part: Int, row: Int)] = []
        for (number, part) in parts.enumerated() {
            for row in 0..<part.segment.rowCount where !(part.deleted?.contains(row) ?? false) {
                rows.append((part.segment.place(of: row), number, row))
            }
        }
        for (_, number, row) in rows.sorted(by: { $0.place < $1.place }) {
            try parts[number].text(of: row).withUnsafeBufferPointer { survey.observe($0) }
        }
        return survey
    }

    /// The version with all records in one segment, as other settings want it.
    func rebuilt(_ next: Manifest) throws -> Manifest {
        var next = next
        var names = next
        let dictionary = next.dictionary
        let bytes = try dictionary.map { try DictionaryFile.read($0, folder) } ?? []
        let pipeline = SegmentPipeline(
            plan: IndexingPlan(next.settings),
            compression: RecordCompression(dictionary: bytes),
            dictionary: dictionary,
            folder: folder
        ) { names.newFile("seg") }
        do {
            try forEachRecord { segment, row, text in
                try pipeline.add(
                    .init(identifier: segment.identifier(of: row), text: text, place: segment.place(of: row))
                )
            }
        } catch {
            pipeline.cancel()
            throw error
        }
        next.parts = try pipeline.finish()
        next.nextFile = names.nextFile
        return next
    }
}
