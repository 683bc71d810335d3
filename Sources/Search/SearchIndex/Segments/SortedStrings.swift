// SPDX-License-Identifier: MIT

import Foundation

/// Strings in the order of their bytes, as a segment stores them: a term dictionary, beginnings of terms, facet values.
///
/// A string's place is its number; those with a common beginning are neighbours. Borrowed from the segment's mapping.
struct SortedStrings {
    let count: Int
    private let offsets: UnsafeBufferPointer<UInt32>
    private let bytes: UnsafeRawBufferPointer

    init(_ file: SegmentFile, _ name: String) {
        offsets = file.numbers("\(name).offsets", as: UInt32.self)
        bytes = file.bytes("\(name).bytes")
        count = max(0, offsets.count - 1)
    }

    /// The bytes of a string; none for a number beyond the last.
    @inline(__always)
    subscript(number: Int) -> UnsafeRawBufferPointer {
        guard number >= 0, number < count else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let start = Int(offsets[number])
        let end = Int(offsets[number + 1])
        guard start <= end, end <= bytes.count else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }

    func number(of string: [UInt8]) -> Int? {
        let place = lowerBound(of: string)
        return place < count && SortedStrings.compare(self[place], string) == 0 ? place : nil
    }

    func lowerBound(of string: [UInt8], in range: Range<Int>? = nil) -> Int {
        var low = range?.lowerBound ?? 0
        var high = range?.upperBound ?? count
        while low < high {
            let middle = (low + high) / 2
            if SortedStrings.compare(self[middle], string) < 0 { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func range(withPrefix prefix: [UInt8], in range: Range<Int>? = nil) -> Range<Int> {
        let bounds = range ?? 0..<count
        let start = lowerBound(of: prefix, in: bounds)
        var low = start
        var high = bounds.upperBound
        while low < high {
            let middle = (low + high) / 2
            if SortedStrings.hasPrefix(self[middle], prefix) { low = middle + 1 } else { high = middle }
        }
        return start..<low
    }

    /// Where the strings end that begin with the first bytes of one of them; those right behind it are looked at first.
    func end(ofPrefix length: Int, from number: Int, limit: Int) -> Int {
        let own = self[number]
        let prefix = UnsafeRawBufferPointer(rebasing: own[..<min(length, own.count)])
        func isWith(_ other: Int) -> Bool {
            let string = self[other]
            guard string.count >= prefix.count, let left = string.baseAddress, let right = prefix.baseAddress else {
                return prefix.isEmpty
            }
            return memcmp(left, right, prefix.count) == 0
        }
        var step = 1
        var low = number + 1
        while low < limit, isWith(min(low + step, limit) - 1) {
            low = min(low + step, limit)
            step *= 2
        }
        var high = min(low + step, limit)
        while low < high {
            let middle = (low + high) / 2
            if isWith(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Below 0 where the left comes first, above 0 where the right does, 0 where they are the same.
    static func compare(_ left: UnsafeRawBufferPointer, _ right: [UInt8]) -> Int {
        right.withUnsafeBytes { compare(left, $0) }
    }

    /// Below 0 where the left comes first, above 0 where the right does, 0 where they are the same.
    @inline(__always)
    static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        let common = min(left.count, right.count)
        guard common > 0, let first = left.baseAddress, let second = right.baseAddress else {
            return left.count - right.count
        }
        let order = Int(memcmp(first, second, common))
        return order != 0 ? order : left.count - right.count
    }

    private static func hasPrefix(_ string: UnsafeRawBufferPointer, _ prefix: [UInt8]) -> Bool {
        guard string.count >= prefix.count else { return false }
        for index in 0..<prefix.count where string[index] != prefix[index] { return false }
        return true
    }
}

struct SortedStringsWriter {
    private var offsets: [UInt32] = [0]
    private var bytes: [UInt8] = []

    /// Appends a string, which must not be below the one before.
    mutating func append(_ string: UnsafeRawBufferPointer) throws {
        bytes.append(contentsOf: string)
        offsets.append(try SegmentLimit.offset(bytes.count))
    }

    /// Writes the sections `NAME.offsets` and `NAME.bytes`.
    func write(_ name: String, to file: SegmentFileWriter) throws {
        try file.write("\(name).offsets", offsets)
        try file.write("\(name).bytes", bytes: bytes)
    }
}
