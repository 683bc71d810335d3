// SPDX-License-Identifier: MIT

import Bus
import GRDB

/// The sequence numbers of several topics in order, of which no more are read than are wanted, about.
///
/// Each topic is read by its index a few numbers at a time. SQLite by itself would read and sort all that there are.
struct TopicMerge {
    /// The least and the most numbers that are read of a topic at a time.
    private static let batch = 2...256

    /// What was read of a topic and not yet returned; never empty while it is in the heap.
    private struct Source {
        let topic: Int64
        var numbers: ArraySlice<SequenceNumber>
        var batch: Int
        var isEnded: Bool
        var first: SequenceNumber { numbers.first ?? .zero }
    }

    /// The numbers that are read are above the first and at most the second.
    private let bounds: (after: SequenceNumber, last: SequenceNumber)
    private let isBackward: Bool
    /// A heap: each source's first number is returned before those of its two children.
    private var heap: [Source] = []
    private(set) var count = 0

    /// Begins after a sequence number, or backwards at the last one.
    ///
    /// About how many numbers are wanted decides how many are read at a time. Each topic is named once, by its row.
    init(
        of topics: [Int64],
        after: SequenceNumber,
        upTo last: SequenceNumber,
        isBackward: Bool = false,
        wanted: Int,
        _ db: Database
    ) throws {
        bounds = (after, last)
        self.isBackward = isBackward
        let batch = min(max(wanted / max(topics.count, 1) + 1, Self.batch.lowerBound), Self.batch.upperBound)
        for topic in topics {
            var source = Source(topic: topic, numbers: [], batch: batch, isEnded: false)
            if try fill(&source, bounds, db) { heap.append(source) }
        }
        for place in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(place) }
    }

    /// The next sequence number; `nil` at the end.
    mutating func next(_ db: Database) throws -> SequenceNumber? {
        guard !heap.isEmpty else { return nil }
        let number = heap[0].numbers.removeFirst()
        if heap[0].numbers.isEmpty {
            var source = heap[0]
            let rest = isBackward ? (bounds.after, number.predecessor) : (number, bounds.last)
            if try !fill(&source, rest, db) { source = heap.removeLast() }
            if !heap.isEmpty { heap[0] = source }
        }
        sink(0)
        return number
    }

    /// Reads on; answers whether there was anything.
    private mutating func fill(
        _ source: inout Source,
        _ bounds: (after: SequenceNumber, last: SequenceNumber),
        _ db: Database
    ) throws -> Bool {
        guard !source.isEnded else { return false }
        let numbers = try EventTable.numbers(
            ofTopic: source.topic,
            after: bounds.after,
            upTo: bounds.last,
            isBackward: isBackward,
            limit: source.batch,
            db
        )
        count += numbers.count
        (source.numbers, source.isEnded) = (numbers[...], numbers.count < source.batch)
        source.batch = min(2 * source.batch, Self.batch.upperBound)
        return !numbers.isEmpty
    }

    /// Moves a source down to where it belongs.
    private mutating func sink(_ start: Int) {
        var place = start
        while true {
            let children = 2 * place + 1..<min(2 * place + 3, max(heap.count, 2 * place + 1))
            guard let child = children.min(by: { comesFirst($0, $1) }), comesFirst(child, place) else { return }
            heap.swapAt(child, place)
            place = child
        }
    }

    private func comesFirst(_ one: Int, _ other: Int) -> Bool {
        isBackward ? heap[one].first > heap[other].first : heap[one].first < heap[other].first
    }
}
