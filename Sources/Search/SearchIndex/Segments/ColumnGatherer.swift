// SPDX-License-Identifier: MIT

import Foundation
import SearchModel

/// Gathers the values of one attribute, record by record.
struct ColumnGatherer {
    private enum Kind {
        static let truth: UInt32 = 0
        static let number: UInt32 = 1 << 30
        static let text: UInt32 = 2 << 30
        static let mask: UInt32 = 3 << 30
    }

    /// A number by its bits.
    private struct Number: Hashable {
        let bits: UInt64
        let isWhole: Bool
    }

    private var truths: [Bool] = [false, false]
    private var numbers: [Number: UInt32] = [:]
    private var texts = StringTable()
    private var values: [UInt32] = []
    private var ends: [UInt32] = []

    var byteCount: Int { (values.count + ends.count) * 4 + numbers.count * 40 + texts.byteCount }

    /// Adds a value of the record that is being added; one that it has already is not added again.
    mutating func add(_ scalar: RecordScalar) {
        let value: UInt32
        switch scalar {
        case .bool(let truth):
            truths[truth ? 1 : 0] = true
            value = Kind.truth | (truth ? 1 : 0)
        case .integer(let whole): value = number(Number(bits: UInt64(bitPattern: whole), isWhole: true))
        case .number(let number):
            guard number.isFinite else { return }
            value = self.number(Number(bits: number.bitPattern, isWhole: false))
        case .text(let bytes):
            if bytes.allSatisfy({ $0 < 0x80 }) {
                value = Kind.text | texts.number(of: UnsafeRawBufferPointer(bytes)).number
            } else {
                let composed = FacetText.bytes(of: String(decoding: bytes, as: UTF8.self))
                value = Kind.text | composed.withUnsafeBytes { texts.number(of: $0).number }
            }
        case .place: return
        }
        let start = Int(ends.last ?? 0)
        for index in start..<values.count where values[index] == value { return }
        values.append(value)
    }

    private mutating func number(_ number: Number) -> UInt32 {
        let next = Kind.number | UInt32(numbers.count)
        if let known = numbers[number] { return known }
        numbers[number] = next
        return next
    }

    mutating func endRecord() { ends.append(UInt32(values.count)) }

    consuming func finish() -> GatheredColumn {
        var sorted = SortedValues()
        if truths[0] { sorted.truths.append(false) }
        if truths[1] { sorted.truths.append(true) }
        let ordered = numbers.map { (value: ColumnGatherer.value($0.key), number: $0.value) }.sorted {
            ValueOrder.precedes($0.value, $1.value)
        }
        var numberOrdinals = [UInt32](repeating: 0, count: ordered.count)
        for (place, entry) in ordered.enumerated() {
            numberOrdinals[Int(entry.number & ~Kind.mask)] = UInt32(sorted.truths.count + place)
            switch entry.value {
            case .integer(let whole): sorted.numbers.append((UInt64(bitPattern: whole), true))
            case .number(let number): sorted.numbers.append((number.bitPattern, false))
            case .text, .bool: break
            }
        }
        var textOrdinals = [UInt32](repeating: 0, count: texts.count)
        let before = sorted.truths.count + sorted.numbers.count
        for (place, number) in texts.strings.sortedNumbers().enumerated() {
            textOrdinals[Int(number)] = UInt32(before + place)
            texts.strings.with(Int(number)) { sorted.texts.append($0) }
        }
        let isTrueAlone = !truths[0]
        for index in values.indices {
            let value = values[index]
            switch value & Kind.mask {
            case Kind.number: values[index] = numberOrdinals[Int(value & ~Kind.mask)]
            case Kind.text: values[index] = textOrdinals[Int(value & ~Kind.mask)]
            default: values[index] = isTrueAlone ? 0 : value
            }
        }
        return GatheredColumn(values: sorted, ordinals: values, ends: ends)
    }

    private static func value(_ number: Number) -> FacetValue {
        number.isWhole ? .integer(Int64(bitPattern: number.bits)) : .number(Double(bitPattern: number.bits))
    }
}

/// A column in the order in which its records were added.
struct GatheredColumn {
    let values: SortedValues
    let ordinals: [UInt32]
    let ends: [UInt32]

    /// Where the ordinals of a record lie.
    @inline(__always)
    func range(of record: Int) -> Range<Int> {
        (record == 0 ? 0 : Int(ends[record - 1]))..<Int(ends[record])
    }
}
