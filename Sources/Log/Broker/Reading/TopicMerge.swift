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
        var first: SequenceNumber { numbers.first ?? SequenceNumber(rawValue: .max) }
    }

    private let last: SequenceNumber
    /// A heap: each source's first number is below those of its two children.
    private var heap: [Source] = []
    private(set) var count = 0

    /// Begins after a sequence number.
    ///
    /// About how many numbers are wanted decides how many are read at a time. Each topic is named once, by its row.
    init(
        of topics: [Int64],
        after: SequenceNumber,
        upTo last: SequenceNumber,
        wanted: Int,
        _ db: Database
    ) throws {
        self.last = last
        let batch = min(max(wanted / max(topics.count, 1) + 1, Self.batch.lowerBound), Self.batch.upperBound)
        for topic in topics {
            var source = Source(topic: topic, numbers: [], batch: batch, isEnded: false)
            if try fill(&source, after: after, db) { heap.append(source) }
        }
        for place in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(place) }
    }

    /// The next sequence number; `nil` at the end.
    mutating func next(_ db: Database) throws -> SequenceNumber? {
        guard !heap.isEmpty else { return nil }
        let number = heap[0].numbers.removeFirst()
        if heap[0].numbers.isEmpty {
            var source = heap[0]
            if try !fill(&source, after: number, db) { source = heap.removeLast() }
            if !heap.isEmpty { heap[0] = source }
        }
        sink(0)
        return number
    }

    /// Reads on; answers whether there was anything.
    private mutating func fill(_ source: inout Source, after: SequenceNumber, _ db: Database) throws -> Bool {
        guard !source.isEnded else { return false }
        let numbers = try EventTable.numbers(ofTopic: source.topic, after: after, upTo: last, limit: source.batch, db)
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
            guard let child = children.min(by: { heap[$0].first < heap[$1].first }),
                heap[child].first < heap[place].first
            else { return }
            heap.swapAt(child, place)
            place = child
        }
    }
}
