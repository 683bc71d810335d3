// SPDX-License-Identifier: MIT

import SearchModel
import Synchronization
import Wire

/// An open segment: rows in ranking order, with everything that searches need of them.
///
/// It never changes, and may be shared between threads.
final class Segment: @unchecked Sendable {
    let name: String
    let file: SegmentFile
    /// How many rows it has, those that were deleted since among them.
    let rowCount: Int
    /// The words of the records, folded, in the order of their bytes, and the rows that have each.
    let terms: SortedStrings
    let postings: StoredPostings
    /// The beginnings of words that many rows have, and the rows.
    let prefixes: SortedStrings
    let prefixPostings: StoredPostings
    let forward: ForwardIndex
    /// A bit for each rank of attributes in which places are not distinguished.
    let unorderedRanks: UInt64
    let columns: [String: ValueColumn]
    /// Where the records are; `nil` if none of them has a position.
    let points: GeoColumn?
    /// The name of the dictionary that its records are compressed with.
    let dictionary: String?
    /// What words with errors found lately.
    let fuzzyCache = FuzzyCache()
    /// How many first letters are distinguished, which an index of Chinese has more of than errors in them are worth.
    private static let mostFirstLetters = 512
    private let letters = Mutex<[(letter: UInt32, terms: Range<Int>)]?>(nil)
    private let identifiers: SortedStrings
    /// The rows in the order of the hashes of their identifiers.
    private let rowsByHash: UnsafeBufferPointer<UInt32>
    private let places: UnsafeBufferPointer<UInt32>
    /// Where each row's record begins, in four bytes where that is enough.
    private let recordOffsets: UnsafeBufferPointer<UInt32>
    private let wideRecordOffsets: UnsafeBufferPointer<UInt64>

    /// Opens the segment of a file.
    init(_ name: String, in folder: IndexFolder) throws {
        self.name = name
        file = try SegmentFile(name, in: folder)
        guard let meta = try? JSON(parsing: Array(file.bytes("meta"))), let rowCount = meta["rows"]?.int,
            let termCount = meta["terms"]?.int, let names = meta["columns"]?.array,
            (0..<Int(UInt32.max)).contains(rowCount),
            (0..<Int(UInt32.max - ForwardIndex.firstTerm)).contains(termCount)
        else { throw file.corrupt("meta") }
        self.rowCount = rowCount
        dictionary = meta["dictionary"]?.string
        unorderedRanks = UInt64(meta["unordered"]?.string ?? "", radix: 16) ?? 0
        terms = SortedStrings(file, "terms")
        postings = StoredPostings(file, "postings", rowCount: rowCount, mayHavePlaces: true)
        prefixes = SortedStrings(file, "prefixes")
        prefixPostings = StoredPostings(file, "prefixPostings", rowCount: rowCount, mayHavePlaces: true)
        forward = ForwardIndex(file, termCount: termCount)
        var columns: [String: ValueColumn] = [:]
        for (number, name) in names.enumerated() where file.has("column\(number).shape") {
            columns[name.string ?? ""] = ValueColumn(file, number: number, rowCount: rowCount)
        }
        self.columns = columns
        points = file.has("geo.starts") ? GeoColumn(file, rowCount: rowCount) : nil
        identifiers = SortedStrings(file, "ids")
        rowsByHash = file.numbers("ids.byHash", as: UInt32.self)
        places = file.numbers("places", as: UInt32.self)
        recordOffsets = file.numbers("records.offsets", as: UInt32.self)
        wideRecordOffsets = file.numbers("records.wideOffsets", as: UInt64.self)
        guard terms.count == termCount, postings.count == termCount, identifiers.count == rowCount,
            rowsByHash.count == rowCount, places.count == rowCount,
            recordOffsets.count + wideRecordOffsets.count == rowCount
        else { throw file.corrupt("meta") }
    }

    /// The first letters of terms, each with the terms that it is the first of.
    var firstLetters: [(letter: UInt32, terms: Range<Int>)] {
        if let known = letters.withLock({ $0 }) { return known }
        var found: [(letter: UInt32, terms: Range<Int>)] = []
        var number = 0
        var term = TermLetters()
        while number < terms.count, found.count < Segment.mostFirstLetters {
            term.read(terms[number])
            let end = terms.end(ofPrefix: term.end(of: min(1, term.count)), from: number, limit: terms.count)
            if term.count > 0 { found.append((term[0], number..<end)) }
            number = max(end, number + 1)
        }
        letters.withLock { $0 = found }
        return found
    }

    func identifier(of row: Int) -> String { String(decoding: identifiers[row], as: UTF8.self) }

    func identifierBytes(of row: Int) -> UnsafeRawBufferPointer { identifiers[row] }

    func row(of identifier: UnsafeRawBufferPointer) -> Int? {
        let hash = StringTable.hash(identifier)
        var place = rowsByHash.partitioningIndex { StringTable.hash(identifiers[Int($0)]) >= hash }
        while place < rowsByHash.count {
            let row = Int(rowsByHash[place])
            let other = identifiers[row]
            if row < rowCount, SortedStrings.compare(other, identifier) == 0 { return row }
            guard StringTable.hash(other) == hash else { return nil }
            place += 1
        }
        return nil
    }

    /// The place of a row's record in the order of arrival.
    func place(of row: Int) -> UInt32 { row < places.count ? places[row] : .max }

    var recordBytes: UnsafeRawBufferPointer { file.bytes("records.data") }

    /// How many bytes are read at first, which is more than most records take.
    private static let usualRecord = 1_024

    /// A row's record as it is stored; empty where it does not lie in the file.
    ///
    /// Records are copied, so that those shown once do not stay memory of the process.
    func packedRecord(of row: Int) -> [UInt8] {
        let offset = recordOffset(of: row)
        let start = file.copy("records.data", from: offset, count: Segment.usualRecord)
        let needed = start.withUnsafeBytes { RecordCompression.needed(in: $0) }
        guard needed > start.count else { return start }
        return file.copy("records.data", from: offset, count: needed)
    }

    func recordOffset(of row: Int) -> Int {
        guard recordOffsets.isEmpty else { return row < recordOffsets.count ? Int(recordOffsets[row]) : .max }
        return row < wideRecordOffsets.count ? Int(exactly: wideRecordOffsets[row]) ?? .max : .max
    }
}
