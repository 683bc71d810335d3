// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Gathers records in memory until they are written as a segment.
///
/// It belongs to one thread. Records have different identifiers: who adds them sees to that, or to those that are dropped.
final class SegmentBuilder {
    private let plan: IndexingPlan
    private let walker: RecordWalker
    private let compressor: RecordCompression.Compressor
    private var terms = StringTable()
    private var words: [UInt32] = []
    private var wordEnds: [UInt32] = []
    private var attributeWords: [[UInt32]]
    private var elements: [Int]
    private var columns: [ColumnGatherer]
    private var identifiers = ByteStrings()
    private var places: [UInt32] = []
    private var points: [Double] = []
    private var pointEnds: [UInt32] = []
    private var records: [UInt8] = []
    private var recordOffsets: [UInt64] = []

    init(plan: IndexingPlan, compression: RecordCompression) {
        self.plan = plan
        walker = RecordWalker(paths: plan.paths)
        compressor = RecordCompression.Compressor(compression)
        attributeWords = plan.searched.map { _ in [] }
        elements = plan.searched.map { _ in 0 }
        columns = plan.columns.map { _ in ColumnGatherer() }
    }

    var count: Int { wordEnds.count }

    /// How many bytes the records take in memory, about.
    var byteCount: Int {
        words.count * 4 + records.count + identifiers.bytes.count + count * 32 + terms.byteCount
            + columns.reduce(0) { $0 + $1.byteCount } + points.count * 8
    }

    /// Adds a record.
    func add(identifier: String, text: UnsafeBufferPointer<UInt8>, place: UInt32) throws {
        // Records have a megabyte at most: so many in between do no harm.
        guard count % 256 != 0 || byteCount < SegmentLimit.maxGatheredBytes else {
            throw SegmentLimit.tooLarge("its records take more than \(SegmentLimit.maxGatheredBytes) bytes of memory")
        }
        var identifier = identifier
        identifier.withUTF8 { identifiers.append(UnsafeRawBufferPointer($0)) }
        places.append(place)
        for index in attributeWords.indices {
            attributeWords[index].removeAll(keepingCapacity: true)
            elements[index] = 0
        }
        let searchedCount = plan.searched.count
        let columnCount = plan.columns.count
        // The text was checked; what the walker could not go through would have been refused.
        try? walker.walk(text) { path, scalar, _ in
            if path < searchedCount {
                addWords(scalar, attribute: path)
            } else if path < searchedCount + columnCount {
                columns[path - searchedCount].add(scalar)
            } else if case .place(let point) = scalar {
                points.append(point.latitude)
                points.append(point.longitude)
            }
        }
        endRecord()
        recordOffsets.append(UInt64(records.count))
        compressor.append(text, to: &records)
    }

    private func addWords(_ scalar: RecordScalar, attribute: Int) {
        switch scalar {
        case .text(let bytes): scan(bytes, attribute)
        case .integer(let number): scan(String(number), attribute)
        case .number(let number): scan(number.description, attribute)
        case .bool, .place: break
        }
    }

    private func scan(_ text: String, _ attribute: Int) {
        var text = text
        text.withUTF8 { scan($0, attribute) }
    }

    private func scan(_ text: UnsafeBufferPointer<UInt8>, _ attribute: Int) {
        if elements[attribute] > 0 { attributeWords[attribute].append(ForwardIndex.gap) }
        elements[attribute] += 1
        var scanner = WordScanner(text, separators: plan.separators)
        while scanner.next() {
            let number = terms.number(of: UnsafeRawBufferPointer(scanner.wordBytes)).number
            attributeWords[attribute].append(number + ForwardIndex.firstTerm)
        }
    }

    private func endRecord() {
        for (index, attribute) in plan.searched.enumerated() where !attributeWords[index].isEmpty {
            words.append(UInt32(attribute.rank))
            words.append(contentsOf: attributeWords[index])
        }
        wordEnds.append(UInt32(words.count))
        for index in columns.indices { columns[index].endRecord() }
        pointEnds.append(UInt32(points.count))
    }

    func finish() -> BuiltRecords {
        let sortedTerms = terms.strings.sortedNumbers()
        var termNumbers = [UInt32](repeating: 0, count: sortedTerms.count)
        for (place, number) in sortedTerms.enumerated() { termNumbers[Int(number)] = UInt32(place) }
        let columns = columns.map { $0.finish() }
        let order = RankingOrder(rules: plan.rules, count: count) { rule, record in
            let range = columns[rule.column].range(of: record)
            return range.isEmpty ? nil : columns[rule.column].ordinals[range.lowerBound]
        }
        return BuiltRecords(
            order: order.sorted(places: places),
            terms: terms.strings,
            sortedTerms: sortedTerms,
            termNumbers: termNumbers,
            words: words,
            wordEnds: wordEnds,
            columns: columns,
            identifiers: identifiers,
            places: places,
            points: points,
            pointEnds: pointEnds,
            records: records,
            recordOffsets: recordOffsets
        )
    }
}

/// The order of records by the rules of a ranking, and among equals by their places.
struct RankingOrder {
    /// A key for each rule and record, the lower the earlier.
    private var keys: [[UInt32]]
    private let count: Int

    /// - Parameters:
    ///   - rules: The rules, the most important first.
    ///   - count: How many records there are.
    ///   - ordinal: The ordinal of a record's value for a rule; `nil` for a record without, which comes last.
    init(rules: [IndexingPlan.Rule], count: Int, ordinal: (IndexingPlan.Rule, Int) -> UInt32?) {
        self.count = count
        keys = rules.map { rule in
            (0..<count).map { record in
                guard let ordinal = ordinal(rule, record) else { return .max }
                return rule.isDescending ? .max - 1 - ordinal : ordinal
            }
        }
    }

    /// The records' numbers in their order.
    func sorted(places: [UInt32]) -> [UInt32] {
        let all = 0..<UInt32(row: count)
        guard let first = keys.first else { return all.sorted { places[Int($0)] < places[Int($1)] } }
        let rest = keys.dropFirst()
        return all.map { (key: UInt64(first[Int($0)]) << 32 | UInt64(places[Int($0)]), number: $0) }
            .sorted { left, right in
                guard !rest.isEmpty, left.key >> 32 == right.key >> 32 else { return left.key < right.key }
                for keys in rest {
                    let (first, second) = (keys[Int(left.number)], keys[Int(right.number)])
                    if first != second { return first < second }
                }
                return left.key < right.key
            }.map(\.number)
    }
}
