// SPDX-License-Identifier: MIT

import SearchModel
import Synchronization

/// An attribute's values in all segments of a version as one: each value has one number, whatever segments it is in.
final class AttributeColumn: Sendable {
    nonisolated(unsafe) let parts: [ValueColumn?]
    let valueCount: Int
    /// The number of each segment's ordinals; none where they are the same.
    private let numbers: [[UInt32]]
    private let values: SortedValues
    /// The segments or files that the columns are borrowed from.
    private let owners: [SegmentFile]
    private let order = Mutex<FacetNames?>(nil)
    private let folded = Mutex<FacetTexts?>(nil)

    /// Joins the columns of segments.
    init(_ parts: [ValueColumn?], owners: [SegmentFile]) throws {
        self.parts = parts
        self.owners = owners
        let present = parts.compactMap(\.self)
        guard present.count > 1 else {
            (numbers, values) = ([], SortedValues())
            valueCount = present.first?.valueCount ?? 0
            return
        }
        let merged = try MergedColumn(parts)
        (numbers, values) = (merged.ordinals, merged.values)
        valueCount = merged.values.count
    }

    var isEmpty: Bool { valueCount == 0 }

    func value(_ number: Int) -> FacetValue {
        guard !numbers.isEmpty else { return parts.compactMap(\.self).first?.value(number) ?? .bool(false) }
        return values.value(number)
    }

    /// What a number stands for, where it is a number itself; `nil` for a boolean or a text.
    func number(_ number: Int) -> Double? {
        guard !numbers.isEmpty else { return parts.compactMap(\.self).first?.number(number) }
        return values.number(number)
    }

    /// The number of the first text; `valueCount` if the attribute has no texts.
    var firstText: Int {
        var (low, high) = (0, valueCount)
        while low < high {
            let middle = (low + high) / 2
            if case .text = value(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    func number(of value: FacetValue) -> Int? {
        for (part, column) in parts.enumerated() {
            guard let ordinal = column?.ordinal(of: value) else { continue }
            let number = numbers.isEmpty ? ordinal : Int(numbers[part][ordinal])
            return number < valueCount ? number : nil
        }
        return nil
    }

    /// The number of the first value of a segment's row; `nil` for a row without.
    func firstNumber(part: Int, row: Int) -> UInt32? {
        guard let ordinal = parts[part]?.firstOrdinal(of: row) else { return nil }
        guard !numbers.isEmpty else { return ordinal }
        return ordinal < numbers[part].count ? numbers[part][Int(ordinal)] : nil
    }

    func rows(with value: FacetValue, part: Int, capacity: Int) -> RowSet {
        guard let column = parts[part], let ordinal = column.ordinal(of: value) else {
            return RowSet(capacity: capacity)
        }
        return column.rows(ordinal..<ordinal + 1)
    }

    /// How many of the rows of each segment have each value.
    func counts(in rows: [RowSet]) -> [UInt32] {
        var counts = [UInt32](repeating: 0, count: valueCount)
        for (part, column) in parts.enumerated() {
            guard let column else { continue }
            guard !numbers.isEmpty else {
                SegmentCounter(column: column).add(rows[part], to: &counts)
                continue
            }
            var own = [UInt32](repeating: 0, count: column.valueCount)
            SegmentCounter(column: column).add(rows[part], to: &own)
            for (ordinal, count) in own.enumerated() where count > 0 {
                let number = Int(numbers[part][ordinal])
                if number < counts.count { counts[number] &+= count }
            }
        }
        return counts
    }

    /// The price of `names`, in units: it is made once.
    var namesCost: Int { order.withLock { $0 } == nil ? valueCount * WorkBudget.namedValue : 0 }

    /// The price of `texts`, in units: they are made once.
    var textsCost: Int { folded.withLock { $0 } == nil ? valueCount * WorkBudget.namedValue : 0 }

    var names: FacetNames {
        if let known = order.withLock({ $0 }) { return known }
        let stored = numbers.isEmpty ? parts.compactMap(\.self).first?.nameRanks : nil
        let made =
            if let stored, stored.count == valueCount, valueCount > 0 {
                FacetNames(ranks: Array(stored))
            } else {
                FacetNames((0..<valueCount).map(value))
            }
        order.withLock { $0 = made }
        return made
    }

    var texts: FacetTexts {
        if let known = folded.withLock({ $0 }) { return known }
        let made = FacetTexts((0..<valueCount).map(value))
        folded.withLock { $0 = made }
        return made
    }

    func bounds(in rows: [RowSet]) -> ClosedRange<Double>? {
        var bounds: ClosedRange<Double>?
        for (part, column) in parts.enumerated() {
            guard let found = column?.bounds(in: rows[part]) else { continue }
            bounds = bounds.map { min($0.lowerBound, found.lowerBound)...max($0.upperBound, found.upperBound) } ?? found
        }
        return bounds
    }

    var hasNumbers: Bool { parts.contains { !($0?.numberOrdinals.isEmpty ?? true) } }
}

extension SortedValues {
    /// The number in a place; `nil` for a boolean or a text.
    func number(_ place: Int) -> Double? {
        let number = place - truths.count
        guard number >= 0, number < numbers.count else { return nil }
        let (bits, isWhole) = numbers[number]
        return isWhole ? Double(Int64(bitPattern: bits)) : Double(bitPattern: bits)
    }

    func value(_ place: Int) -> FacetValue {
        if place < truths.count { return .bool(truths[place]) }
        let number = place - truths.count
        if number < numbers.count {
            let (bits, isWhole) = numbers[number]
            return isWhole ? .integer(Int64(bitPattern: bits)) : .number(Double(bitPattern: bits))
        }
        return texts.with(number - numbers.count) { .text(String(decoding: $0, as: UTF8.self)) }
    }
}
