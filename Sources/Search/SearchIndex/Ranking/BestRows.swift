// SPDX-License-Identifier: MIT

/// The best of the rows seen so far: those with the lowest keys, and among equals the first rows.
struct BestRows {
    struct Entry: Sendable {
        let key: UInt64
        let row: Int

        @inline(__always)
        func precedes(_ other: Entry) -> Bool { key != other.key ? key < other.key : row < other.row }
    }

    let wanted: Int
    /// A heap with the worst of the best first.
    private var heap: [Entry] = []

    init(limit: Int) { wanted = limit }

    var count: Int { heap.count }

    /// A row with a higher key than this is not kept.
    @inline(__always)
    var worst: UInt64 { heap.count == wanted ? heap.first?.key ?? 0 : .max }

    /// Whether neither a row nor any behind it would be kept, if none had a lower key than one.
    @inline(__always)
    func excludes(_ key: UInt64, from row: Int) -> Bool {
        guard heap.count == wanted else { return false }
        return wanted == 0 || heap[0].key < key || heap[0].key == key && heap[0].row < row
    }

    mutating func add(_ key: UInt64, _ row: Int) {
        let entry = Entry(key: key, row: row)
        guard heap.count == wanted else {
            heap.append(entry)
            var place = heap.count - 1
            while place > 0, heap[(place - 1) / 2].precedes(heap[place]) {
                heap.swapAt(place, (place - 1) / 2)
                place = (place - 1) / 2
            }
            return
        }
        guard wanted > 0, entry.precedes(heap[0]) else { return }
        heap[0] = entry
        var place = 0
        while true {
            var worst = place
            for child in [place * 2 + 1, place * 2 + 2] where child < heap.count && heap[worst].precedes(heap[child]) {
                worst = child
            }
            guard worst != place else { return }
            heap.swapAt(place, worst)
            place = worst
        }
    }

    var sorted: [Entry] { heap.sorted { $0.precedes($1) } }
}
