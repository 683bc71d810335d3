// SPDX-License-Identifier: MIT

import Foundation
import SearchModel
import Synchronization
import Wire

enum ColumnFinding: Sendable {
    case found(AttributeColumn)
    case absent
    /// The index does not keep the attribute, and is too large to be read for it.
    case unavailable
}

/// The columns of a version: those that it keeps, and those that were gathered from records when they were first asked for.
final class SnapshotColumns: Sendable {
    /// The most records of an index that are read for an attribute which it does not keep.
    ///
    /// It takes some 0.3 s, once for each version of the index.
    static let mostScanned = 200_000
    /// How many attributes are looked for in the records, so that no session fills the memory with names.
    static let mostScans = 64

    private let segments: [Segment]
    /// The attributes that were found, and those that were looked for in the records; others are never kept, whatever is asked for.
    private let known = Mutex<[String: ColumnFinding]>([:])
    private let scans = Mutex(0)
    private let planned = Mutex<Set<String>?>(nil)

    init(_ segments: [Segment]) { self.segments = segments }

    /// The values of an attribute.
    ///
    /// - Throws: `SearchBusError.indexCorrupt` for a record that is damaged, `.tooLarge` where the budget is spent while records
    ///   are read.
    func column(_ attribute: String, of snapshot: IndexSnapshot, _ budget: WorkBudget) throws -> ColumnFinding {
        if let finding = known.withLock({ $0[attribute] }) { return finding }
        let finding = try find(attribute, snapshot, budget)
        if case .found = finding { known.withLock { $0[attribute] = finding } }
        return finding
    }

    var knownCount: Int { known.withLock { $0.count } }

    private func isPlanned(_ attribute: String, _ snapshot: IndexSnapshot) -> Bool {
        planned.withLock { planned in
            let names = planned ?? Set(IndexingPlan(snapshot.settings).columns.map(\.name))
            planned = names
            return names.contains(attribute)
        }
    }

    private func find(_ attribute: String, _ snapshot: IndexSnapshot, _ budget: WorkBudget) throws -> ColumnFinding {
        if isPlanned(attribute, snapshot) {
            let kept = segments.map { $0.columns[attribute] }
            let counts = kept.compactMap { $0?.valueCount }
            if counts.count > 1 { budget.spend(counts.reduce(0, +) * WorkBudget.joinedValue) }
            try budget.check()
            let column = try AttributeColumn(kept, owners: segments.map(\.file))
            return column.isEmpty ? .absent : .found(column)
        }
        if snapshot.manifest.attributes.isComplete, snapshot.manifest.attributes[attribute] == nil { return .absent }
        guard snapshot.recordCount <= SnapshotColumns.mostScanned else { return .unavailable }
        let isAllowed = scans.withLock { count in
            count += 1
            return count <= SnapshotColumns.mostScans
        }
        guard isAllowed else { return .unavailable }
        do {
            let finding = try gathered(attribute, snapshot, budget)
            known.withLock { $0[attribute] = finding }
            return finding
        } catch {
            // What was given up is looked for again by who may spend more.
            scans.withLock { $0 -= 1 }
            throw error
        }
    }

    /// The values of an attribute that the index does not keep, from its records.
    private func gathered(
        _ attribute: String,
        _ snapshot: IndexSnapshot,
        _ budget: WorkBudget
    ) throws -> ColumnFinding {
        var columns: [ValueColumn?] = []
        var files: [SegmentFile] = []
        for part in snapshot.parts.indices {
            let file = try GatheredSource(attribute, part: part, of: snapshot, budget).file()
            files.append(file)
            let column = ValueColumn(file, number: 0, rowCount: segments[part].rowCount)
            columns.append(column.valueCount == 0 ? nil : column)
        }
        let column = try AttributeColumn(columns, owners: files)
        return column.isEmpty ? .absent : .found(column)
    }
}

/// The values of one attribute, gathered from the records of a segment, as the source of a file with that column alone.
private struct GatheredSource: SegmentSource {
    let rowCount: Int
    private let column: GatheredColumn
    private let name: String
    private let attribute: String

    init(_ attribute: String, part: Int, of snapshot: IndexSnapshot, _ budget: WorkBudget) throws {
        let walker = RecordWalker(paths: [attribute])
        var gatherer = ColumnGatherer()
        rowCount = snapshot.parts[part].segment.rowCount
        for row in 0..<rowCount {
            let text = try snapshot.text(part: part, row: row)
            guard budget.spend(text.count * WorkBudget.recordByte) else { try budget.check(); break }
            text.withUnsafeBufferPointer { bytes in
                // The text was checked when it was stored.
                try? walker.walk(bytes) { _, scalar, _ in gatherer.add(scalar) }
            }
            gatherer.endRecord()
        }
        column = gatherer.finish()
        name = snapshot.name
        self.attribute = attribute
    }

    /// A file with the column as number 0, which is deleted with its last reference.
    func file() throws -> SegmentFile {
        let folder = IndexFolder(path: FileManager.default.temporaryDirectory.path, name: name)
        let file = "searchbus-\(UUID().uuidString)"
        defer { folder.disk.remove(folder.file(file)) }
        let writer = try SegmentFileWriter(file, in: folder)
        let plan = IndexingPlan(IndexSettings(attributesForFaceting: [attribute]))
        try writer.write("meta", bytes: Array("{}".utf8))
        try ColumnWriter(source: self, column: 0, plan: plan, isRun: false).write(to: writer)
        _ = try writer.finish(isDurable: false)
        return try SegmentFile(file, in: folder)
    }

    var termCount: Int { 0 }
    var wordCount: Int { 0 }
    func wordsAreRead() {}
    func forEachTerm(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {}
    func appendWords(of row: Int, to words: inout [UInt32]) {}
    func values(ofColumn column: Int) -> SortedValues { self.column.values }
    func appendOrdinals(of row: Int, column: Int, to ordinals: inout [UInt32]) {
        ordinals.append(contentsOf: self.column.ordinals[self.column.range(of: row)])
    }
    func withIdentifier<Value>(of row: Int, _ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    func place(of row: Int) -> UInt32 { 0 }
    func appendPoints(of row: Int, to coordinates: inout [Double]) {}
    func writeRecords(to file: SegmentFileWriter) throws -> [UInt64] { [] }
}
