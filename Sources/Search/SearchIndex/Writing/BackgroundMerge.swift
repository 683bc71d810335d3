// SPDX-License-Identifier: MIT

import Foundation

/// A merge of segments that is made beside changes: from an earlier version, into the version in use by then.
///
/// Its files have names of their own until it becomes part of a version, so that what a killed merge leaves is known.
struct BackgroundMerge: Sendable {
    /// What the names of its files begin with.
    static let prefix = "merge-"

    let folder: IndexFolder
    /// The version that it begins from, and which of its segments are merged.
    let version: Manifest
    let range: Range<Int>

    var parts: ArraySlice<Manifest.Part> { version.parts[range] }
    var inputs: [String] { parts.map(\.file) }

    struct Outcome: Sendable {
        fileprivate let inputs: [Input]
        fileprivate let epoch: String
        fileprivate let plan: IndexingPlan
        fileprivate let file: String
        fileprivate let bytes: Int
        fileprivate let rows: Int
        /// The dictionary in use, or the file of a new one.
        fileprivate let dictionary: String?
        fileprivate let newDictionary: String?

        /// A segment that was merged, with the rows that were left out.
        fileprivate struct Input: Sendable {
            let file: String
            let deleted: RowSet?
        }

        var files: [String] { [file, newDictionary].compactMap(\.self) }
    }

    /// Makes the merge; nothing of the index is another for that.
    func run() throws -> Outcome {
        let parts = Array(try IndexSnapshot.open(version, folder, nil)[range])
        let plan = IndexingPlan(version.settings)
        let join = SegmentJoin(folder: folder, plan: plan, inputs: parts)
        let name = BackgroundMerge.prefix + String(UInt64.random(in: .min ... .max), radix: 36)
        var (dictionary, newDictionary) = (version.dictionary, String?.none)
        var compression: RecordCompression
        if let trained = dictionary == nil ? try join.trained() : nil {
            compression = trained
            newDictionary = name + "-dict"
            dictionary = newDictionary
            try DictionaryFile.write(trained.bytes, to: name + "-dict", folder)
        } else {
            compression = RecordCompression(
                dictionary: try dictionary.map { try DictionaryFile.read($0, folder) } ?? []
            )
        }
        let written = try join.write(to: name, dictionary: dictionary, compression)
        return Outcome(
            inputs: zip(inputs, parts).map { Outcome.Input(file: $0, deleted: $1.deleted) },
            epoch: version.epoch,
            plan: plan,
            file: name,
            bytes: written.bytes,
            rows: written.rows,
            dictionary: dictionary,
            newDictionary: newDictionary
        )
    }
}

extension BackgroundMerge.Outcome {
    /// The version with the merged segment instead of those that it is made of; records that were deleted or replaced since are
    /// deleted in it too.
    ///
    /// - Returns: `nil` where the version has other segments by now, so that the merge is good for nothing.
    /// - Throws: `SearchBusError`; its files are then no part of a version.
    func applied(to version: Manifest, in folder: IndexFolder) throws -> Manifest? {
        guard version.epoch == epoch, IndexingPlan(version.settings).extends(plan), rows > 0,
            newDictionary == nil || version.dictionary == nil,
            let start = version.parts.firstIndex(where: { $0.file == inputs.first?.file }),
            version.parts[start...].prefix(inputs.count).map(\.file) == inputs.map(\.file)
        else { return nil }
        var next = version
        let range = start..<start + inputs.count
        let segment = try Segment(file, in: folder)
        var gone: [UInt32] = []
        for (number, input) in zip(range, inputs) where version.parts[number].deletions != nil {
            try forEachDeleted(since: input, version.parts[number], folder) { identifier in
                if let row = segment.row(of: identifier) { gone.append(UInt32(row: row)) }
            }
        }
        if let newDictionary {
            let name = next.newFile("dict")
            try move(newDictionary, to: name, folder)
            (next.dictionary, next.dictionaryRecords) = (name, version.recordCount)
        }
        let name = next.newFile("seg")
        try move(file, to: name, folder)
        let dictionary = newDictionary == nil ? dictionary : next.dictionary
        var part = Manifest.Part(name, rows: rows, bytes: bytes, dictionary: dictionary)
        if !gone.isEmpty {
            let deleted = RowSet(capacity: rows, sorted: Set(gone).sorted())
            let list = next.newFile("gone")
            try folder.write(DeletedRows.bytes(deleted), to: folder.file(list))
            (part.deletions, part.deleted) = (list, deleted.count)
        }
        next.parts.replaceSubrange(range, with: part.live > 0 ? [part] : [])
        return next
    }

    /// Calls the closure with the identifiers of the records that a segment has lost since it was merged.
    private func forEachDeleted(
        since input: Input,
        _ part: Manifest.Part,
        _ folder: IndexFolder,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) throws {
        guard let deletions = part.deletions else { return }
        guard var deleted = DeletedRows.rows(try folder.read(deletions), rowCount: part.rows) else {
            throw SegmentFile.corrupt(folder.name, "\(deletions) is damaged")
        }
        if let before = input.deleted { deleted.subtract(before) }
        guard !deleted.isEmpty else { return }
        let segment = try Segment(part.file, in: folder)
        deleted.forEach { body(segment.identifierBytes(of: $0)) }
    }

    private func move(_ file: String, to name: String, _ folder: IndexFolder) throws {
        guard folder.disk.rename(folder.file(file), to: folder.file(name)) else {
            throw StorageFailure.system("put a merged segment of index `\(folder.name)` into place")
        }
    }
}
