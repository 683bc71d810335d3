// SPDX-License-Identifier: MIT

/// Records that were gathered in memory, as the source of a segment.
struct BuiltRecords: SegmentSource {
    /// The number of the record in each row.
    let order: [UInt32]
    let terms: ByteStrings
    /// The provisional numbers of the terms in their order, and the place of each in it.
    let sortedTerms: [UInt32]
    let termNumbers: [UInt32]
    let words: [UInt32]
    let wordEnds: [UInt32]
    let columns: [GatheredColumn]
    let identifiers: ByteStrings
    let places: [UInt32]
    let points: [Double]
    let pointEnds: [UInt32]
    let records: [UInt8]
    let recordOffsets: [UInt64]

    var rowCount: Int { order.count }
    var termCount: Int { sortedTerms.count }

    var wordCount: Int { words.count }

    func wordsAreRead() {}

    func forEachTerm(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        for number in sortedTerms { try terms.with(Int(number), body) }
    }

    func appendWords(of row: Int, to output: inout [UInt32]) {
        let record = Int(order[row])
        let range = (record == 0 ? 0 : Int(wordEnds[record - 1]))..<Int(wordEnds[record])
        for number in words[range] {
            let isTerm = number >= ForwardIndex.firstTerm
            output.append(
                isTerm ? termNumbers[Int(number - ForwardIndex.firstTerm)] + ForwardIndex.firstTerm : number
            )
        }
    }

    func values(ofColumn column: Int) -> SortedValues { columns[column].values }

    func appendOrdinals(of row: Int, column: Int, to output: inout [UInt32]) {
        output.append(contentsOf: columns[column].ordinals[columns[column].range(of: Int(order[row]))])
    }

    func withIdentifier<Value>(of row: Int, _ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        try identifiers.with(Int(order[row]), body)
    }

    func place(of row: Int) -> UInt32 { places[Int(order[row])] }

    func appendPoints(of row: Int, to coordinates: inout [Double]) {
        let record = Int(order[row])
        coordinates.append(contentsOf: points[(record == 0 ? 0 : Int(pointEnds[record - 1]))..<Int(pointEnds[record])])
    }

    func writeRecords(to file: SegmentFileWriter) throws -> [UInt64] {
        try file.append(records)
        return order.map { recordOffsets[Int($0)] }
    }
}
