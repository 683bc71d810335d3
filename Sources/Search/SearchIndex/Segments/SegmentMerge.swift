// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Other segments as the source of a new one: their rows but for those that were deleted, in one ranking order.
///
/// No record is parsed; texts stay compressed if the dictionary is the same, else they are compressed again.
final class SegmentMerge: SegmentSource {
    /// A segment with the rows that are left out.
    struct Input {
        let segment: Segment
        let deleted: RowSet?
        /// How its records are compressed, where the new segment's are in another way.
        var compression: RecordCompression?
    }

    private let inputs: [Input]
    /// The place in the order of arrival that a record gets, by the one that it had.
    private let newPlace: (UInt32) -> UInt32
    private let plan: IndexingPlan
    private let compression: RecordCompression?
    private let columns: [MergedColumn]
    private let terms: MergedStrings
    /// The input, and the row in it, of each new row.
    private let inputOf: [UInt16]
    private let rowOf: [UInt32]

    let rowCount: Int
    var termCount: Int { terms.count }

    /// Finds out which row comes where.
    ///
    /// - Parameters:
    ///   - inputs: The segments, the oldest first.
    ///   - plan: What they keep, and how they rank.
    ///   - compression: How records are compressed that the inputs have compressed in another way.
    ///   - newPlace: The place in the order of arrival that a record gets, by the one that it had; the order stays.
    /// - Throws: `SearchBusError.tooLarge` where the inputs have so many bytes that offsets might exceed 32 bits.
    init(
        _ inputs: [Input],
        plan: IndexingPlan,
        compression: RecordCompression? = nil,
        newPlace: @escaping (UInt32) -> UInt32 = { $0 }
    ) throws {
        let bytes = inputs.reduce(0) { $0 + $1.segment.file.byteCount }
        guard inputs.count == 1 || inputs.count <= Int(UInt16.max) && bytes <= SegmentLimit.maxBytes else {
            throw SegmentLimit.tooLarge("\(inputs.count) segments of \(bytes) bytes are merged")
        }
        self.inputs = inputs
        self.newPlace = newPlace
        self.plan = plan
        self.compression = compression
        terms = MergedStrings(inputs.map(\.segment.terms))
        columns = try plan.columns.map { column in try MergedColumn(inputs.map { $0.segment.columns[column.name] }) }
        var inputNumbers: [UInt16] = []
        var rows: [UInt32] = []
        var places: [UInt32] = []
        for (number, input) in inputs.enumerated() {
            for row in 0..<input.segment.rowCount where !(input.deleted?.contains(row) ?? false) {
                inputNumbers.append(UInt16(number))
                rows.append(UInt32(row: row))
                places.append(input.segment.place(of: row))
            }
        }
        let columns = columns
        let order = RankingOrder(rules: plan.rules, count: rows.count) { rule, record in
            let input = Int(inputNumbers[record])
            return columns[rule.column].firstOrdinal(input: input, row: Int(rows[record]))
        }.sorted(places: places)
        rowCount = rows.count
        inputOf = order.map { inputNumbers[Int($0)] }
        rowOf = order.map { rows[Int($0)] }
    }

    @inline(__always)
    private func source(of row: Int) -> (segment: Segment, row: Int) {
        (inputs[Int(inputOf[row])].segment, Int(rowOf[row]))
    }

    var wordCount: Int { inputs.reduce(0) { $0 + $1.segment.forward.count } }

    func wordsAreRead() { for input in inputs { input.segment.file.releasePages() } }

    func forEachTerm(_ body: (UnsafeRawBufferPointer) throws -> Void) throws { try terms.forEach(body) }

    func appendWords(of row: Int, to output: inout [UInt32]) {
        let (segment, old) = source(of: row)
        let numbers = terms.numbers[Int(inputOf[row])]
        for place in segment.forward.range(of: old) {
            let number = segment.forward[place]
            guard number >= ForwardIndex.firstTerm else {
                output.append(number)
                continue
            }
            let term = Int(number - ForwardIndex.firstTerm)
            if term < numbers.count { output.append(numbers[term] + ForwardIndex.firstTerm) }
        }
    }

    func values(ofColumn column: Int) -> SortedValues { columns[column].values }

    func appendOrdinals(of row: Int, column: Int, to output: inout [UInt32]) {
        columns[column].forEachOrdinal(input: Int(inputOf[row]), row: Int(rowOf[row])) { output.append($0) }
    }

    func withIdentifier<Value>(of row: Int, _ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        let (segment, old) = source(of: row)
        return try body(segment.identifierBytes(of: old))
    }

    func place(of row: Int) -> UInt32 {
        let (segment, old) = source(of: row)
        return newPlace(segment.place(of: old))
    }

    func appendPoints(of row: Int, to coordinates: inout [Double]) {
        let (segment, old) = source(of: row)
        segment.points?.forEachPoint(of: old) {
            coordinates.append($0.latitude)
            coordinates.append($0.longitude)
        }
    }

    func writeRecords(to file: SegmentFileWriter) throws -> [UInt64] {
        // Records that stay are copied one after another in the order in which they lie, so that the disk is read in order.
        var byInput = inputs.map { _ in [(offset: Int, row: UInt32)]() }
        for row in 0..<rowCount {
            let (segment, old) = source(of: row)
            byInput[Int(inputOf[row])].append((segment.recordOffset(of: old), UInt32(row: row)))
        }
        var offsets = [UInt64](repeating: 0, count: rowCount)
        var position: UInt64 = 0
        for (number, list) in byInput.enumerated() {
            let records = Copying(inputs[number], to: compression)
            for (offset, row) in list.sorted(by: { $0.offset < $1.offset }) {
                offsets[Int(row)] = position
                position += UInt64(try records.copy(from: offset, to: file))
            }
            inputs[number].segment.file.releasePages()
        }
        return offsets
    }

    /// Copies the records of an input, unchanged or compressed again.
    private final class Copying {
        private let segment: Segment
        private let before: RecordCompression?
        private let compressor: RecordCompression.Compressor?
        private var buffer: [UInt8] = []

        init(_ input: Input, to compression: RecordCompression?) {
            (segment, before) = (input.segment, input.compression)
            compressor = before == nil ? nil : compression.map { RecordCompression.Compressor($0) }
        }

        /// Writes the record at a place, and answers how many bytes it takes.
        func copy(from offset: Int, to file: SegmentFileWriter) throws -> Int {
            let bytes = segment.recordBytes
            guard let before, let compressor else {
                guard let length = RecordCompression.length(in: bytes, at: offset) else {
                    throw segment.file.corrupt("records")
                }
                try file.append(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length]))
                return length
            }
            guard let text = before.record(in: bytes, at: offset) else { throw segment.file.corrupt("records.data") }
            buffer.removeAll(keepingCapacity: true)
            text.withUnsafeBufferPointer { compressor.append($0, to: &buffer) }
            try file.append(buffer)
            return buffer.count
        }
    }
}

/// Sorted strings of several segments as one sorted list.
struct MergedStrings {
    /// For each segment the new number of each of its strings.
    private(set) var numbers: [[UInt32]]
    private(set) var count = 0
    private let sources: [SortedStrings]
    /// The segment, and the number in it, of each string.
    private var origins: [(source: UInt16, number: UInt32)] = []

    init(_ sources: [SortedStrings]) {
        self.sources = sources
        numbers = sources.map { [UInt32](repeating: 0, count: $0.count) }
        var heads = sources.map { _ in 0 }
        while true {
            var least: Int?
            for index in sources.indices where heads[index] < sources[index].count {
                guard let best = least else {
                    least = index
                    continue
                }
                if SortedStrings.compare(sources[index][heads[index]], sources[best][heads[best]]) < 0 { least = index }
            }
            guard let least else { break }
            let string = sources[least][heads[least]]
            for index in sources.indices where index == least || heads[index] < sources[index].count {
                guard index == least || SortedStrings.compare(sources[index][heads[index]], string) == 0 else {
                    continue
                }
                numbers[index][heads[index]] = UInt32(count)
                if index == least {
                    origins.append((UInt16(index), UInt32(heads[index])))
                }
                heads[index] += 1
            }
            count += 1
        }
    }

    func forEach(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        for origin in origins { try body(sources[Int(origin.source)][Int(origin.number)]) }
    }
}

/// A column of several segments as one.
struct MergedColumn {
    /// The values of all segments in their order.
    private(set) var values = SortedValues()
    private let sources: [ValueColumn?]
    /// For each segment the new ordinal of each of its ordinals.
    private(set) var ordinals: [[UInt32]]

    /// Merges the values.
    init(_ sources: [ValueColumn?]) throws {
        self.sources = sources
        ordinals = sources.map { [UInt32](repeating: .max, count: $0?.valueCount ?? 0) }
        // Truth values and numbers are few; what is many are texts, whose bytes are not copied to be compared.
        var scalars: Set<FacetValue> = []
        for case let source? in sources {
            for ordinal in 0..<source.numberOrdinals.upperBound { scalars.insert(source.value(ordinal)) }
        }
        let sorted = scalars.sorted(by: ValueOrder.precedes)
        var places: [FacetValue: UInt32] = [:]
        for (place, value) in sorted.enumerated() {
            places[value] = UInt32(place)
            switch value {
            case .bool(let truth): values.truths.append(truth)
            case .integer(let whole): values.numbers.append((UInt64(bitPattern: whole), true))
            case .number(let number): values.numbers.append((number.bitPattern, false))
            case .text: break
            }
        }
        let texts = MergedStrings(sources.compactMap { $0?.texts })
        try texts.forEach {
            _ = try SegmentLimit.offset(values.texts.bytes.count + $0.count)
            values.texts.append($0)
        }
        var textSource = 0
        for (index, source) in sources.enumerated() {
            guard let source else { continue }
            let textStart = source.numberOrdinals.upperBound
            for ordinal in 0..<textStart { ordinals[index][ordinal] = places[source.value(ordinal)] ?? .max }
            for (text, number) in texts.numbers[textSource].enumerated() {
                ordinals[index][textStart + text] = UInt32(sorted.count) + number
            }
            textSource += 1
        }
    }

    /// The new ordinal of a row's first value.
    func firstOrdinal(input: Int, row: Int) -> UInt32? {
        sources[input]?.firstOrdinal(of: row).flatMap { $0 < ordinals[input].count ? ordinals[input][Int($0)] : nil }
    }

    func forEachOrdinal(input: Int, row: Int, _ body: (UInt32) -> Void) {
        sources[input]?.forEachOrdinal(of: row) { if $0 < ordinals[input].count { body(ordinals[input][Int($0)]) } }
    }
}
