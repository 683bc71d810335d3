// SPDX-License-Identifier: MIT

/// Checks that the sections of a segment agree with each other, and that every record can be read.
///
/// It is for sections whose bytes are intact: what it finds was written wrongly.
struct SegmentCheck {
    /// A section, and what is wrong with it.
    typealias Problem = (section: String?, message: String)

    /// After how many records progress is reported.
    private static let stretch = 1_024

    let segment: Segment
    let compression: RecordCompression

    /// What is wrong, at most one problem of each kind; the closure is called with the number of further records read, and their bytes.
    func problems(onRecords: (Int, Int) -> Void) -> [Problem] {
        var problems: [Problem] = []
        if !areTermsSorted { problems.append(("terms.bytes", "its words are not in their order")) }
        if !arePostingsSound { problems.append(("postings.rows", "its rows are not in their order")) }
        for (name, column) in segment.columns.sorted(by: { $0.key < $1.key }) where !isSound(column) {
            problems.append(("column of `\(name)`", "values and rows do not agree"))
        }
        if let row = unreadableRow(onRecords) {
            problems.append(("records.data", "record `\(segment.identifier(of: row))` cannot be read"))
        }
        return problems
    }

    private var areTermsSorted: Bool {
        for number in 0..<max(0, segment.terms.count - 1)
        where SortedStrings.compare(segment.terms[number], segment.terms[number + 1]) >= 0 {
            return false
        }
        return true
    }

    private var arePostingsSound: Bool {
        // A word whose rows are all gone may stay when segments are merged.
        (0..<segment.terms.count).allSatisfy { isSound(segment.postings[$0]) }
    }

    /// Whether there are as many rows as are announced, in ascending order and each in the segment.
    private func isSound(_ postings: Postings) -> Bool {
        var (count, last, isSound) = (0, -1, true)
        postings.forEach { row in
            isSound = isSound && Int(row) > last && Int(row) < segment.rowCount
            (last, count) = (Int(row), count + 1)
        }
        return isSound && count == postings.count
    }

    /// Whether each value has as many rows as there are rows that have it.
    private func isSound(_ column: ValueColumn) -> Bool {
        var counts = [UInt32](repeating: 0, count: column.valueCount)
        for row in 0..<segment.rowCount {
            column.forEachOrdinal(of: row) { if $0 < counts.count { counts[Int($0)] += 1 } }
        }
        for ordinal in counts.indices {
            let postings = column.postings[ordinal]
            guard postings.count == counts[ordinal], isSound(postings) else { return false }
        }
        return true
    }

    /// The first row whose record is not the one of its identifier.
    private func unreadableRow(_ onRecords: (Int, Int) -> Void) -> Int? {
        var (count, bytes) = (0, 0)
        for row in 0..<segment.rowCount {
            let packed = segment.packedRecord(of: row)
            let text = packed.withUnsafeBytes { compression.record(in: $0, at: 0) }
            guard let text, let record = try? Record(text: text), record.text == text,
                record.objectID == segment.identifier(of: row),
                segment.row(of: segment.identifierBytes(of: row)) == row
            else { return row }
            let length = packed.withUnsafeBytes { RecordCompression.length(in: $0, at: 0) }
            (count, bytes) = (count + 1, bytes + (length ?? 0))
            guard count == SegmentCheck.stretch else { continue }
            onRecords(count, bytes)
            (count, bytes) = (0, 0)
        }
        onRecords(count, bytes)
        return nil
    }
}
