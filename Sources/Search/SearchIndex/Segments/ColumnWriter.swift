// SPDX-License-Identifier: MIT

import SearchModel

/// Writes a column of a segment; see `ValueColumn`.
struct ColumnWriter<Source: SegmentSource> {
    let source: Source
    let column: Int
    let plan: IndexingPlan
    /// Whether the segment will only be merged, so that the rows of a value are not needed.
    let isRun: Bool

    func write(to file: SegmentFileWriter) throws {
        let values = source.values(ofColumn: column)
        guard values.count > 0 else { return }
        let name = "column\(column)"
        try writeValues(values, name, to: file)
        let (starts, ordinals) = try gathered()
        if let starts { try file.write("\(name).starts", starts) }
        try file.write("\(name).ordinals", bytes: ColumnWriter.packed(ordinals, valueCount: values.count))
        guard !isRun else { return }
        try writePostings(starts, ordinals, values.count, name, to: file)
        if plan.columns[column].isCounted { try file.write("\(name).names", ColumnWriter.nameRanks(of: values)) }
    }

    private func writeValues(_ values: SortedValues, _ name: String, to file: SegmentFileWriter) throws {
        try file.write(
            "\(name).shape",
            [SegmentLimit.offset(values.truths.count), SegmentLimit.offset(values.numbers.count)]
        )
        try file.write("\(name).numbers", values.numbers.map(\.bits))
        // After the numbers is the boolean, if there is only one.
        let wholes = values.numbers.map { UInt8($0.isWhole ? 1 : 0) } + [UInt8(values.truths.first == true ? 1 : 0)]
        try file.write("\(name).wholes", bytes: wholes)
        var texts = SortedStringsWriter()
        for number in 0..<values.texts.count { try values.texts.with(number) { try texts.append($0) } }
        try texts.write("\(name).texts", to: file)
    }

    /// The ordinals row by row, and where each row's begin, where some row has several.
    private func gathered() throws -> (starts: [UInt32]?, ordinals: [UInt32]) {
        var starts: [UInt32] = [0]
        var ordinals: [UInt32] = []
        starts.reserveCapacity(source.rowCount + 1)
        ordinals.reserveCapacity(source.rowCount)
        var isSingle = true
        for row in 0..<source.rowCount {
            let before = ordinals.count
            source.appendOrdinals(of: row, column: column, to: &ordinals)
            isSingle = isSingle && ordinals.count <= before + 1
            starts.append(try SegmentLimit.offset(ordinals.count))
        }
        guard isSingle else { return (starts, ordinals) }
        let singles = (0..<source.rowCount).map { row in
            starts[row] < starts[row + 1] ? ordinals[Int(starts[row])] : .max
        }
        return (nil, singles)
    }

    private static func packed(_ ordinals: [UInt32], valueCount: Int) -> [UInt8] {
        let width = OrdinalArray.width(valueCount: valueCount)
        guard width < 4 else { return ordinals.withUnsafeBytes { Array($0) } }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(ordinals.count * width)
        for ordinal in ordinals {
            bytes.append(UInt8(ordinal & 0xFF))
            if width == 2 { bytes.append(UInt8(ordinal >> 8 & 0xFF)) }
        }
        return bytes
    }

    private func writePostings(
        _ starts: [UInt32]?,
        _ ordinals: [UInt32],
        _ valueCount: Int,
        _ name: String,
        to file: SegmentFileWriter
    ) throws {
        var ends = [Int](repeating: 0, count: valueCount + 1)
        for ordinal in ordinals where ordinal != .max { ends[Int(ordinal) + 1] += 1 }
        for value in 0..<valueCount { ends[value + 1] += ends[value] }
        var rows = [UInt32](repeating: 0, count: ends[valueCount])
        var next = Array(ends.dropLast())
        for row in 0..<source.rowCount {
            let range = starts.map { Int($0[row])..<Int($0[row + 1]) } ?? row..<row + 1
            for ordinal in ordinals[range] where ordinal != .max {
                rows[next[Int(ordinal)]] = UInt32(row: row)
                next[Int(ordinal)] += 1
            }
        }
        var writer = try PostingsWriter(name, rowCount: source.rowCount, file: file)
        let noPlaces = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        try rows.withUnsafeBufferPointer { rows in
            for value in 0..<valueCount {
                try writer.append(UnsafeBufferPointer(rebasing: rows[ends[value]..<ends[value + 1]]), places: noPlaces)
            }
        }
        try writer.finish()
    }

    private static func nameRanks(of values: SortedValues) -> [UInt32] {
        FacetNames(values.all).ranks
    }
}

extension SortedValues {
    var all: [FacetValue] {
        truths.map(FacetValue.bool)
            + numbers.map {
                $0.isWhole ? .integer(Int64(bitPattern: $0.bits)) : .number(Double(bitPattern: $0.bits))
            }
            + (0..<texts.count).map { number in
                texts.with(number) { .text(String(decoding: $0, as: UTF8.self)) }
            }
    }
}
