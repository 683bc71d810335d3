// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// The next version of an index while it is being made from the one in use.
///
/// Records that change are gathered; at the end those that were there before are marked as deleted in their segments, and the new
/// ones become a segment of their own. So the cost of a change is that of what changes. It belongs to one thread.
final class VersionChange {
    /// How many bytes of records are gathered before they become a segment.
    private static let mostGathered = 32 << 20

    private let folder: IndexFolder
    private(set) var manifest: Manifest
    private var parts: [IndexSnapshot.Part]
    /// The rows of each part that were deleted since.
    private var gone: [Set<UInt32>]
    /// What becomes of records: their text, or nothing.
    private var changed: [String: [UInt8]?] = [:]
    private var order: [String] = []
    private var gatheredBytes = 0
    /// What was seen of the records that were stored.
    private var survey: AttributeSurvey
    /// The attributes of all records that are in a segment.
    private var known: AttributeKinds
    private(set) var putCount = 0

    /// Starts from the segments of a version; an index that is not there yet has none.
    init(folder: IndexFolder, parts: [IndexSnapshot.Part], manifest: Manifest) {
        self.folder = folder
        self.manifest = manifest
        self.parts = parts
        survey = VersionChange.survey(for: manifest)
        known = manifest.attributes
        gone = parts.map { _ in [] }
        // A manifest of before did not say with which dictionary each segment is compressed.
        for index in parts.indices { self.manifest.parts[index].dictionary = parts[index].dictionary }
    }

    /// Values are distinguished where settings have to be inferred from them.
    private static func survey(for manifest: Manifest) -> AttributeSurvey {
        manifest.given.isComplete ? AttributeSurvey(mostValues: 0) : AttributeSurvey()
    }

    /// The current text of a record; `nil` if the record is missing.
    func text(of identifier: String) throws -> [UInt8]? {
        if let change = changed[identifier] { return change }
        return try find(identifier).map { try parts[$0.part].text(of: $0.row) }
    }

    func put(_ record: Record) throws {
        note(record.objectID, record.text)
        record.text.withUnsafeBufferPointer { survey.observe($0) }
        putCount += 1
        if gatheredBytes > VersionChange.mostGathered { try flush() }
    }

    func delete(_ identifier: String) { note(identifier, nil) }

    func clear() {
        (changed, order, gatheredBytes) = ([:], [], 0)
        (parts, gone, manifest.parts) = ([], [], [])
        manifest.attributes = AttributeKinds([], isComplete: true)
        known = manifest.attributes
        survey = VersionChange.survey(for: manifest)
    }

    private func note(_ identifier: String, _ text: [UInt8]?) {
        if changed.updateValue(text, forKey: identifier) == nil { order.append(identifier) }
        gatheredBytes += (text?.count ?? 0) + 64
    }

    private func find(_ identifier: String) -> (part: Int, row: Int)? {
        var identifier = identifier
        return identifier.withUTF8 { bytes in
            for number in parts.indices.reversed() {
                guard let row = parts[number].segment.row(of: UnsafeRawBufferPointer(bytes)) else { continue }
                if parts[number].deleted?.contains(row) ?? false { continue }
                if gone[number].contains(UInt32(row: row)) { continue }
                return (number, row)
            }
            return nil
        }
    }

    // MARK: - Segments

    /// Makes a segment of what was gathered, and marks what it replaces.
    func flush() throws {
        guard !order.isEmpty else { return }
        // The records of segments that are there have none of the attributes that are new, so that those stay as they are. Once as many
        // attributes are known as are distinguished, they may have others.
        if known.all.count <= AttributeWalker.mostAttributes {
            manifest = manifest.extended(by: survey.settings) { known[$0] == nil }
        }
        known = known.union(survey.kinds)
        if Int(manifest.nextPlace) + order.count >= Int(UInt32.max) { try renumber() }
        let plan = IndexingPlan(manifest.settings)
        let compression = try currentCompression()
        let builder = SegmentBuilder(plan: plan, compression: compression)
        for identifier in order {
            let old = find(identifier)
            if let (part, row) = old { gone[part].insert(UInt32(row: row)) }
            guard case .some(.some(let text)) = changed[identifier] else { continue }
            // A record that is replaced keeps its place among those that rank the same.
            let place = old.map { parts[$0.part].segment.place(of: $0.row) } ?? manifest.nextPlace
            if old == nil {
                guard manifest.nextPlace < .max else {
                    let message = "Index `\(folder.name)` has \(UInt32.max) records, which is the maximum."
                    throw SearchBusError(.tooLarge, message, remedy: "Divide the records between several indexes.")
                }
                manifest.nextPlace += 1
            }
            try text.withUnsafeBufferPointer { try builder.add(identifier: identifier, text: $0, place: place) }
        }
        (changed, order, gatheredBytes) = ([:], [], 0)
        guard builder.count > 0 else { return }
        let file = manifest.newFile("seg")
        let writer = try SegmentFileWriter(file, in: folder)
        let count = builder.count
        let assembler = SegmentAssembler(
            source: builder.finish(),
            plan: plan,
            file: writer,
            dictionary: manifest.dictionary
        )
        try add(Manifest.Part(file, rows: count, bytes: try assembler.write(), dictionary: manifest.dictionary))
    }

    /// Gives the records new places in the same order of arrival, once those of deleted records have used the numbers up.
    private func renumber() throws {
        for number in parts.indices where !gone[number].isEmpty { try writeDeletions(of: number) }
        var places: [UInt32] = []
        for part in parts {
            for row in 0..<part.segment.rowCount where !(part.deleted?.contains(row) ?? false) {
                places.append(part.segment.place(of: row))
            }
        }
        places.sort()
        for number in parts.indices where manifest.parts[number].live > 0 {
            let part = parts[number]
            let input = SegmentMerge.Input(segment: part.segment, deleted: part.deleted)
            let plan = IndexingPlan(manifest.settings)
            let merge = try SegmentMerge([input], plan: plan) { place in
                UInt32(row: places.partitioningIndex { $0 >= place })
            }
            let name = manifest.newFile("seg")
            let file = try SegmentFileWriter(name, in: folder)
            let bytes = try SegmentAssembler(source: merge, plan: plan, file: file, dictionary: part.dictionary).write()
            manifest.parts[number] = Manifest.Part(
                name,
                rows: merge.rowCount,
                bytes: bytes,
                dictionary: part.dictionary
            )
            parts[number] = try opened(manifest.parts[number], part.compression)
        }
        manifest.nextPlace = try SegmentLimit.offset(places.count)
    }

    private func add(_ part: Manifest.Part) throws {
        parts.append(try opened(part, try currentCompression()))
        manifest.parts.append(part)
        gone.append([])
    }

    private func currentCompression() throws -> RecordCompression {
        let name = manifest.dictionary
        if let known = parts.first(where: { $0.dictionary == name }) { return known.compression }
        return RecordCompression(dictionary: try name.map { try DictionaryFile.read($0, folder) } ?? [])
    }

    /// Makes segments of what is gathered, writes what was deleted, and merges small segments.
    ///
    /// What takes longer is left to a merge beside changes.
    ///
    /// - Parameter merging: The files of the segments that are being merged now.
    /// - Returns: The manifest of the version, which must be published.
    /// - Throws: `SearchBusError`.
    func finish(merging: Set<String> = []) throws -> Manifest {
        try flush()
        if putCount > 0 { manifest.attributes = manifest.attributes.union(survey.kinds) }
        for number in parts.indices where !gone[number].isEmpty { try writeDeletions(of: number) }
        for number in manifest.parts.indices.reversed() where manifest.parts[number].live == 0 {
            manifest.parts.remove(at: number)
            parts.remove(at: number)
        }
        let limit = folder.environment.maxSegmentBytes
        let low = (manifest.parts.lastIndex { merging.contains($0.file) } ?? -1) + 1
        while let range = Compaction.nextQuick(manifest.parts, from: low, limit: limit) { try merge(range) }
        manifest.generation += 1
        return manifest
    }

    private func writeDeletions(of number: Int) throws {
        let part = parts[number]
        let capacity = part.segment.rowCount
        var deleted = RowSet(capacity: capacity, sorted: gone[number].sorted())
        if let before = part.deleted { deleted.formUnion(before) }
        gone[number] = []
        let file = manifest.newFile("gone")
        try folder.write(DeletedRows.bytes(deleted), to: folder.file(file))
        manifest.parts[number].deletions = file
        manifest.parts[number].deleted = deleted.count
        var live = deleted
        live.invert()
        parts[number] = IndexSnapshot.Part(
            segment: part.segment,
            live: live,
            deleted: deleted,
            deletions: file,
            dictionary: part.dictionary,
            compression: part.compression
        )
    }

    private func merge(_ range: Range<Int>) throws {
        let join = SegmentJoin(folder: folder, plan: IndexingPlan(manifest.settings), inputs: Array(parts[range]))
        var compression = try currentCompression()
        if manifest.dictionary == nil, let trained = try join.trained() {
            let file = manifest.newFile("dict")
            try DictionaryFile.write(trained.bytes, to: file, folder)
            (manifest.dictionary, manifest.dictionaryRecords) = (file, manifest.recordCount)
            compression = trained
        }
        let file = manifest.newFile("seg")
        let written = try join.write(to: file, dictionary: manifest.dictionary, compression)
        let merged = Manifest.Part(file, rows: written.rows, bytes: written.bytes, dictionary: manifest.dictionary)
        manifest.parts.replaceSubrange(range, with: [merged])
        parts.replaceSubrange(range, with: [try opened(merged, compression)])
    }

    private func opened(_ part: Manifest.Part, _ compression: RecordCompression) throws -> IndexSnapshot.Part {
        IndexSnapshot.Part(
            segment: try Segment(part.file, in: folder),
            live: nil,
            deleted: nil,
            deletions: nil,
            dictionary: part.dictionary,
            compression: compression
        )
    }

    // MARK: - Settings

    /// Gives the version other settings; the records have to be looked at again where they keep other things.
    func set(settings: IndexSettings, given: IndexSettings) {
        (manifest.settings, manifest.given) = (settings, given)
    }

    /// Notes what the index keeps for others, and the write that the version comes from.
    func note(extra: JSON? = nil, stamp: IndexStamp? = nil) {
        if let extra { manifest.extra = extra }
        if let stamp { (manifest.stamp, manifest.isImport) = (stamp, false) }
    }
}
