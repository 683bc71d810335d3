// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Writes a segment from a source, section after section.
struct SegmentAssembler<Source: SegmentSource> {
    let source: Source
    let plan: IndexingPlan
    let file: SegmentFileWriter
    /// The name of the dictionary that records are compressed with.
    let dictionary: String?
    /// Whether it will only be merged with others, and never searched.
    var isRun = false

    /// Writes everything.
    func write() throws -> Int {
        try writeWords()
        for column in plan.columns.indices {
            try ColumnWriter(source: source, column: column, plan: plan, isRun: isRun).write(to: file)
        }
        try writeIdentifiers()
        try file.write("places", (0..<source.rowCount).map { source.place(of: $0) })
        try writePoints()
        try file.begin("records.data")
        let offsets = try source.writeRecords(to: file)
        let narrow = offsets.compactMap { UInt32(exactly: $0) }
        if narrow.count == offsets.count {
            try file.write("records.offsets", narrow)
        } else {
            try file.write("records.wideOffsets", offsets)
        }
        let meta: JSON = [
            "rows": JSON(source.rowCount), "terms": JSON(source.termCount), "columns": JSON(plan.columns.map(\.name)),
            "dictionary": dictionary.map(JSON.string) ?? .null,
            "unordered": .string(String(plan.unorderedRanks, radix: 16)),
        ]
        try file.write("meta", bytes: meta.bytes)
        return try file.finish(isDurable: !isRun)
    }

    private func packedWords() throws -> PackedWords {
        let packed = PackedWords(
            width: ForwardIndex.width(termCount: source.termCount),
            capacity: source.wordCount,
            rowCount: source.rowCount
        )
        var row: [UInt32] = []
        for number in 0..<source.rowCount {
            row.removeAll(keepingCapacity: true)
            source.appendWords(of: number, to: &row)
            try packed.append(row)
        }
        packed.finish()
        source.wordsAreRead()
        return packed
    }

    private func writeWords() throws {
        var terms = SortedStringsWriter()
        var prefixes = PrefixNumbering()
        try source.forEachTerm {
            try terms.append($0)
            if !isRun { try prefixes.add($0) }
        }
        try terms.write("terms", to: file)
        let words = try packedWords()
        if isRun {
            try file.write("postings.offsets", [UInt64](repeating: 0, count: source.termCount + 1))
        } else {
            let inverter = Inverter(words: words, rowCount: source.rowCount, unordered: plan.unorderedRanks)
            let counts = try inverter.writeTerms(count: source.termCount, to: file)
            try inverter.writePrefixes(prefixes, termCounts: counts, to: file)
        }
        try file.write("forward.offsets", words.offsets)
        try file.begin("forward.tokens")
        try file.append(words.bytes)
    }

    private func writeIdentifiers() throws {
        var hashes: [UInt64] = []
        hashes.reserveCapacity(source.rowCount)
        var writer = SortedStringsWriter()
        for row in 0..<source.rowCount {
            try source.withIdentifier(of: row) { identifier in
                try writer.append(identifier)
                hashes.append(UInt64(StringTable.hash(identifier)) << 32 | UInt64(row))
            }
        }
        hashes.sort()
        try writer.write("ids", to: file)
        // The hash of a row's identifier is reckoned again when it is looked for.
        try file.write("ids.byHash", hashes.map { UInt32($0 & 0xFFFF_FFFF) })
    }

    private func writePoints() throws {
        var starts: [UInt32] = [0]
        var coordinates: [Double] = []
        for row in 0..<source.rowCount {
            source.appendPoints(of: row, to: &coordinates)
            starts.append(try SegmentLimit.offset(coordinates.count / 2))
        }
        guard !coordinates.isEmpty else { return }
        try file.write("geo.starts", starts)
        try file.write("geo.coordinates", coordinates.map(\.bitPattern))
    }
}
