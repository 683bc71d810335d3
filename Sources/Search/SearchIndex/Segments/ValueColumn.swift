// SPDX-License-Identifier: MIT

import Foundation
import SearchModel

/// The values that a segment's rows have of one attribute: counted, filtered, compared and sorted by.
///
/// The distinct values are in the order of `ValueOrder`, booleans, numbers, texts; a value's place is its ordinal. Each
/// row has its ordinals, in as few bytes as they need, and each value the rows that have it. So a count goes through the rows
/// or the values, whichever are fewer, a range of numbers is a range of ordinals, and the rows by value are their order.
struct ValueColumn {
    let valueCount: Int
    let postings: StoredPostings
    /// The place of each value in the order of names, where it is stored.
    let nameRanks: UnsafeBufferPointer<UInt32>
    private let rowCount: Int
    /// How many of the values, the first ones, are booleans, and where texts begin.
    private let truthCount: Int
    private let textStart: Int
    private let numbers: UnsafeBufferPointer<UInt64>
    private let wholes: UnsafeRawBufferPointer
    let texts: SortedStrings
    private let foldedTexts = FoldedTexts()
    /// Where each row's ordinals begin; none where no row has several.
    let offsets: UnsafeBufferPointer<UInt32>
    let ordinals: OrdinalArray

    /// The column of a number in a segment's table of columns.
    init(_ file: SegmentFile, number: Int, rowCount: Int) {
        let name = "column\(number)"
        let shape = file.numbers("\(name).shape", as: UInt32.self)
        let (truths, numberCount) = shape.count >= 2 ? (min(2, Int(shape[0])), Int(shape[1])) : (0, 0)
        self.rowCount = rowCount
        numbers = file.numbers("\(name).numbers", as: UInt64.self)
        wholes = file.bytes("\(name).wholes")
        texts = SortedStrings(file, "\(name).texts")
        truthCount = truths
        textStart = truths + min(numberCount, numbers.count, wholes.count)
        valueCount = textStart + texts.count
        postings = StoredPostings(file, name, rowCount: rowCount, mayHavePlaces: false)
        nameRanks = file.numbers("\(name).names", as: UInt32.self)
        offsets = file.numbers("\(name).starts", as: UInt32.self)
        ordinals = OrdinalArray(file.bytes("\(name).ordinals"), valueCount: valueCount)
    }

    func value(_ ordinal: Int) -> FacetValue {
        if ordinal >= textStart { return .text(String(decoding: texts[ordinal - textStart], as: UTF8.self)) }
        if ordinal < truthCount {
            // In a column with only one boolean the number of integers before the numbers says which one it is.
            return .bool(truthCount == 2 ? ordinal == 1 : isTrueAlone)
        }
        let place = ordinal - truthCount
        let bits = numbers[place]
        return wholes[place] != 0 ? .integer(Int64(bitPattern: bits)) : .number(ValueColumn.finite(bits))
    }

    private var isTrueAlone: Bool { wholes.count > textStart - truthCount && wholes[textStart - truthCount] != 0 }

    /// The number of an ordinal; `nil` for a boolean or a text.
    @inline(__always)
    func number(_ ordinal: Int) -> Double? {
        guard ordinal >= truthCount, ordinal < textStart else { return nil }
        let place = ordinal - truthCount
        return wholes[place] != 0 ? Double(Int64(bitPattern: numbers[place])) : ValueColumn.finite(numbers[place])
    }

    /// A number by its bits; only a damaged file has an invalid one.
    @inline(__always)
    private static func finite(_ bits: UInt64) -> Double {
        let number = Double(bitPattern: bits)
        return number.isFinite ? number : 0
    }

    var numberOrdinals: Range<Int> { truthCount..<textStart }

    func ordinal(of value: FacetValue) -> Int? {
        if case .text(let text) = value {
            return texts.number(of: FacetText.bytes(of: text)).map { $0 + textStart }
        }
        let place = (0..<textStart).partitioningIndex { !ValueOrder.precedes(self.value($0), value) }
        return place < textStart && self.value(place) == value ? place : nil
    }

    func ordinals(in stretch: NumberStretch) -> Range<Int> {
        let all = numberOrdinals
        let start = all.partitioningIndex { !stretch.isAbove(value($0)) }
        let end = all.partitioningIndex { stretch.isBelow(value($0)) }
        return start..<max(start, end)
    }

    /// The price of `rows(inAnyCase:)`, in units, beside a lookup: what it needs is made once.
    var foldingCost: Int { foldedTexts.isMade ? 0 : texts.count * WorkBudget.namedValue }

    /// The rows that have a text, or one that differs from it in case alone.
    func rows(inAnyCase text: String) -> RowSet {
        foldedTexts.numbers(of: text, in: texts).reduce(into: RowSet(capacity: rowCount)) { rows, number in
            rows.formUnion(self.rows(textStart + number..<textStart + number + 1))
        }
    }

    func rows(_ ordinals: Range<Int>) -> RowSet {
        guard !ordinals.isEmpty else { return RowSet(capacity: rowCount) }
        // The lists of many values cost more than looking at each row once.
        guard ordinals.count > 64, ordinals.count > valueCount / 8 || ordinals.count > rowCount / 8 else {
            return postings.set(of: ordinals)
        }
        guard offsets.isEmpty else { return rowsOfSeveral(ordinals) }
        switch self.ordinals.width {
        case 1: return rows(self.ordinals.raw.bindMemory(to: UInt8.self), ordinals)
        case 2: return rows(self.ordinals.raw.bindMemory(to: UInt16.self), ordinals)
        default: return rows(self.ordinals.raw.bindMemory(to: UInt32.self), ordinals)
        }
    }

    /// The rows with an ordinal in a range, where none has several: 64 rows at a time.
    @inline(__always)
    private func rows<Ordinal: FixedWidthInteger & UnsignedInteger>(
        _ all: UnsafeBufferPointer<Ordinal>,
        _ range: Range<Int>
    ) -> RowSet {
        let low = UInt32(clamping: range.lowerBound)
        let count = UInt32(clamping: range.count)
        let bits = [UInt64](unsafeUninitializedCapacity: (rowCount + 63) / 64) { output, written in
            written = (rowCount + 63) / 64
            for index in 0..<written {
                var word: UInt64 = 0
                let first = index << 6
                for offset in 0..<max(0, min(64, min(rowCount, all.count) - first)) {
                    // An ordinal has 32 bits at most.
                    let isIn = UInt32(truncatingIfNeeded: all[first + offset]) &- low < count
                    word |= (isIn ? 1 : 0) << UInt64(offset)
                }
                output[index] = word
            }
        }
        return RowSet(capacity: rowCount, bits: bits)
    }

    private func rowsOfSeveral(_ range: Range<Int>) -> RowSet {
        let low = UInt32(clamping: range.lowerBound)
        let high = UInt32(clamping: range.upperBound)
        var builder = RowSetBuilder(capacity: rowCount)
        for row in 0..<rowCount {
            var isIn = false
            forEachOrdinal(of: row) { isIn = isIn || $0 >= low && $0 < high }
            if isIn { builder.insert(UInt32(row: row)) }
        }
        return builder.finish()
    }

    @inline(__always)
    func forEachOrdinal(of row: Int, _ body: (UInt32) -> Void) {
        guard !offsets.isEmpty else {
            let ordinal = ordinals[row]
            if ordinal != .max { body(ordinal) }
            return
        }
        guard row + 1 < offsets.count else { return }
        var index = Int(offsets[row])
        let end = min(Int(offsets[row + 1]), ordinals.count)
        while index < end {
            body(ordinals[index])
            index &+= 1
        }
    }

    /// The first of a row's ordinals as it stands; `nil` for a row without.
    func firstOrdinal(of row: Int) -> UInt32? {
        guard !offsets.isEmpty else {
            let ordinal = ordinals[row]
            return ordinal == .max ? nil : ordinal
        }
        guard row + 1 < offsets.count, offsets[row] < offsets[row + 1] else { return nil }
        let ordinal = ordinals[Int(offsets[row])]
        return ordinal == .max ? nil : ordinal
    }
}

/// Ordinals in one, two or four bytes each; the greatest number of so many bytes stands for none.
struct OrdinalArray {
    let count: Int
    private let bytes: UnsafeRawBufferPointer
    let width: Int
    private let valueCount: UInt32

    /// How many bytes an ordinal takes where there are so many values.
    static func width(valueCount: Int) -> Int { valueCount < 0xFF ? 1 : valueCount < 0xFFFF ? 2 : 4 }

    init(_ bytes: UnsafeRawBufferPointer, valueCount: Int) {
        self.bytes = bytes
        self.valueCount = UInt32(clamping: valueCount)
        width = OrdinalArray.width(valueCount: valueCount)
        count = bytes.count / width
    }

    /// The ordinal at a place; `UInt32.max` if it is missing.
    @inline(__always)
    subscript(place: Int) -> UInt32 {
        guard place >= 0, place < count else { return .max }
        let ordinal: UInt32 =
            switch width {
            case 1: UInt32(bytes[place])
            case 2: UInt32(bytes.loadUnaligned(fromByteOffset: place &* 2, as: UInt16.self))
            default: bytes.loadUnaligned(fromByteOffset: place &* 4, as: UInt32.self)
            }
        return ordinal < valueCount ? ordinal : .max
    }

    /// The ordinals as bytes of one, two or four each.
    var raw: UnsafeRawBufferPointer { bytes }
}

/// The text of a facet value as it is stored: in its composed form, so that one text has one form.
enum FacetText {
    static func bytes(of text: String) -> [UInt8] {
        var text = text
        let isPlain = text.withUTF8 { $0.allSatisfy { $0 < 0x80 } }
        return Array(isPlain ? text.utf8 : text.precomposedStringWithCanonicalMapping.utf8)
    }
}
