// SPDX-License-Identifier: MIT

import SearchModel

/// Where the contents of a new segment come from: records just read, or other segments.
///
/// Rows are numbered in the order that they will have; numbers of terms and ordinals are those of the new segment.
protocol SegmentSource {
    var rowCount: Int { get }
    var termCount: Int { get }
    /// How many numbers the words of all rows are, or more.
    var wordCount: Int { get }
    /// Called when no row's words will be needed again.
    func wordsAreRead()
    /// Calls the closure with each term, in the order of their bytes.
    func forEachTerm(_ body: (UnsafeRawBufferPointer) throws -> Void) throws
    /// Appends the numbers of a row's words; see `ForwardIndex`.
    func appendWords(of row: Int, to words: inout [UInt32])
    func values(ofColumn column: Int) -> SortedValues
    /// Appends the ordinals of a row's values in a column, each once, in the order of the record.
    func appendOrdinals(of row: Int, column: Int, to ordinals: inout [UInt32])
    func withIdentifier<Value>(of row: Int, _ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value
    func place(of row: Int) -> UInt32
    /// Appends latitude and longitude of each of a row's points.
    func appendPoints(of row: Int, to coordinates: inout [Double])
    /// Writes all records, compressed, one after another.
    ///
    /// - Returns: Where each row's record begins in what was written.
    func writeRecords(to file: SegmentFileWriter) throws -> [UInt64]
}

/// The distinct values of a column in their order: booleans, numbers, texts.
struct SortedValues {
    /// `false` before `true`.
    var truths: [Bool] = []
    /// The numbers, as bits and whether they are those of a whole number.
    var numbers: [(bits: UInt64, isWhole: Bool)] = []
    /// The texts in the order of their bytes.
    var texts = ByteStrings()

    var count: Int { truths.count + numbers.count + texts.count }
}

/// Strings of bytes one after another, by number.
struct ByteStrings {
    private(set) var bytes: [UInt8] = []
    private(set) var ends: [UInt32] = []

    var count: Int { ends.count }

    @inline(__always)
    func range(of number: Int) -> Range<Int> {
        (number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])
    }

    @inline(__always)
    func with<Value>(_ number: Int, _ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        let range = range(of: number)
        return try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// Appends a string; the caller sees to it that all together have fewer than 2^32 bytes.
    @inline(__always)
    mutating func append(_ string: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: string)
        ends.append(UInt32(bytes.count))
    }

    /// The numbers of the strings in the order of their bytes.
    func sortedNumbers() -> [UInt32] {
        bytes.withUnsafeBytes { all in
            // The first eight bytes decide most comparisons.
            let keyed = (0..<count).map { number -> (key: UInt64, number: UInt32) in
                let string = UnsafeRawBufferPointer(rebasing: all[range(of: number)])
                var key: UInt64 = 0
                for index in 0..<min(8, string.count) { key |= UInt64(string[index]) << UInt64(56 - index * 8) }
                return (key, UInt32(number))
            }
            return keyed.sorted { left, right in
                if left.key != right.key { return left.key < right.key }
                let first = UnsafeRawBufferPointer(rebasing: all[range(of: Int(left.number))])
                let second = UnsafeRawBufferPointer(rebasing: all[range(of: Int(right.number))])
                return SortedStrings.compare(first, second) < 0
            }.map(\.number)
        }
    }
}
