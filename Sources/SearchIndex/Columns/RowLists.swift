// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// For each row a list of elements, end to end in one array: those of row `r` stand at `offsets[r]..<offsets[r + 1]`.
struct RowLists<Element: Sendable>: Sendable {
    private(set) var offsets: [UInt32] = [0]
    private(set) var elements: [Element] = []

    init() {}

    /// Takes lists that were stored.
    ///
    /// - Returns: `nil` where the offsets do not cut the elements into `rowCount` lists.
    init?(offsets: [UInt32], elements: [Element], rowCount: Int) {
        guard offsets.count == rowCount + 1, offsets.first == 0, Int(offsets[rowCount]) == elements.count else {
            return nil
        }
        var previous: UInt32 = 0
        for offset in offsets {
            guard offset >= previous else { return nil }
            previous = offset
        }
        self.offsets = offsets
        self.elements = elements
    }

    /// How many rows there are.
    var rowCount: Int { offsets.count - 1 }

    /// Adds the list of the next row.
    mutating func append(_ list: some Sequence<Element>) {
        elements.append(contentsOf: list)
        offsets.append(UInt32(elements.count))
    }

    /// The elements of a row.
    subscript(row: Int) -> ArraySlice<Element> { elements[Int(offsets[row])..<Int(offsets[row + 1])] }

    /// The same lists for rows in another order: row `r` of the result is row `order[r]` of this.
    func permuted(by order: [Int]) -> RowLists {
        var result = RowLists()
        result.offsets.reserveCapacity(order.count + 1)
        result.elements.reserveCapacity(elements.count)
        for row in order { result.append(self[row]) }
        return result
    }

    /// The same lists with each element replaced.
    func map<Other: Sendable>(_ transform: (Element) -> Other) -> RowLists<Other> {
        var result = RowLists<Other>()
        result.offsets = offsets
        result.elements = elements.map(transform)
        return result
    }

    /// The rows that have an element which the closure names.
    func rows(where matches: (Element) -> Bool) -> RowSet {
        // Sixty-four rows at a time.
        var words: [UInt64] = []
        words.reserveCapacity((rowCount + 63) / 64)
        offsets.withUnsafeBufferPointer { offsets in
            elements.withUnsafeBufferPointer { elements in
                var start = 0
                var word: UInt64 = 0
                for row in 0..<offsets.count - 1 {
                    let end = Int(offsets[row + 1])
                    var isFound = false
                    while start < end {
                        if matches(elements[start]) { isFound = true }
                        start += 1
                    }
                    if isFound { word |= 1 << UInt64(row & 63) }
                    if row & 63 == 63 {
                        words.append(word)
                        word = 0
                    }
                }
                if (offsets.count - 1) & 63 != 0 { words.append(word) }
            }
        }
        return RowSet(capacity: rowCount, words: words)
    }

    /// Calls the closure with every element of the rows in a set.
    @inline(__always)
    func forEachElement(of rows: RowSet, _ body: (Element) -> Void) {
        offsets.withUnsafeBufferPointer { offsets in
            elements.withUnsafeBufferPointer { elements in
                rows.forEach { row in
                    guard row + 1 < offsets.count else { return }
                    var index = Int(offsets[row])
                    let end = Int(offsets[row + 1])
                    while index < end {
                        body(elements[index])
                        index += 1
                    }
                }
            }
        }
    }
}
