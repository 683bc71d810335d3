// SPDX-License-Identifier: MIT
// Part of SearchBus.

import RandomTesting
import Testing

@testable import SearchIndex

@Suite struct RowSetTests {
    @Test("a row set does what a set of numbers does", arguments: [0, 1, 63, 64, 65, 1_000])
    func behavesAsASet(capacity: Int) {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<50 {
            let left = Set((0..<capacity).filter { _ in Bool.random(using: &random) })
            let right = Set((0..<capacity).filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
            func make(_ rows: Set<Int>) -> RowSet {
                var set = RowSet(capacity: capacity)
                rows.forEach { set.insert($0) }
                return set
            }
            func members(_ set: RowSet) -> Set<Int> {
                var rows: Set<Int> = []
                set.forEach { rows.insert($0) }
                return rows
            }
            var union = make(left)
            union.formUnion(make(right))
            var difference = make(left)
            difference.subtract(make(right))
            var complement = make(left)
            complement.invert()
            #expect(members(union) == left.union(right), "seed \(testSeed)")
            #expect(members(difference) == left.subtracting(right))
            #expect(members(make(left).intersection(make(right))) == left.intersection(right))
            #expect(members(complement) == Set(0..<capacity).subtracting(left))
            #expect(make(left).count == left.count && make(left).isEmpty == left.isEmpty)
            let (offset, limit) = (Int.random(in: 0...capacity, using: &random), Int.random(in: 0...9, using: &random))
            #expect(
                make(left).rows(offset: offset, limit: limit) == Array(left.sorted().dropFirst(offset).prefix(limit))
            )
        }
    }

    @Test("rows that do not exist are neither added nor there")
    func rowsOutsideAreIgnored() {
        var set = RowSet(capacity: 10)
        for row in [-1, 10, 64, Int.max, Int.min] {
            set.insert(row)
            #expect(!set.contains(row))
        }
        #expect(set.isEmpty)
        #expect(RowSet(capacity: 70, full: true).count == 70)
    }
}
