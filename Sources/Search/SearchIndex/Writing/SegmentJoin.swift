// SPDX-License-Identifier: MIT

/// Makes one segment of several neighbours of a version.
struct SegmentJoin {
    let folder: IndexFolder
    let plan: IndexingPlan
    let inputs: [IndexSnapshot.Part]

    /// From how many records on it is worth to make a dictionary of what they have in common.
    private static let fewestForDictionary = 1_000

    /// A dictionary made of the records, for an index that has none yet; `nil` where they are too few or share nothing.
    func trained() throws -> RecordCompression? {
        let count = inputs.reduce(0) { $0 + $1.segment.rowCount - ($1.deleted?.count ?? 0) }
        guard count >= SegmentJoin.fewestForDictionary else { return nil }
        // About as many from each stretch of rows, until there are enough.
        let step = max(1, count / 4_000)
        var samples: [[UInt8]] = []
        var size = 0
        for part in inputs {
            for row in stride(from: 0, to: part.segment.rowCount, by: step) where size < RecordCompression.sampleSize {
                if part.deleted?.contains(row) ?? false { continue }
                let text = try part.text(of: row)
                size += text.count
                samples.append(text)
            }
        }
        let compression = RecordCompression(samples: samples)
        return compression.bytes.isEmpty ? nil : compression
    }

    /// Writes the segment.
    func write(to file: String, dictionary: String?, _ compression: RecordCompression) throws -> (bytes: Int, rows: Int)
    {
        let merge = try SegmentMerge(
            inputs.map { part in
                SegmentMerge.Input(
                    segment: part.segment,
                    deleted: part.deleted,
                    compression: part.dictionary == dictionary ? nil : part.compression
                )
            },
            plan: plan,
            compression: compression
        )
        let writer = try SegmentFileWriter(file, in: folder)
        let assembler = SegmentAssembler(source: merge, plan: plan, file: writer, dictionary: dictionary)
        return (try assembler.write(), merge.rowCount)
    }
}

extension IndexSnapshot.Part {
    /// The text of the record in a row.
    func text(of row: Int) throws -> [UInt8] {
        guard let text = compression.record(in: segment.recordBytes, at: segment.recordOffset(of: row)) else {
            throw segment.file.corrupt("records.data")
        }
        return text
    }
}
