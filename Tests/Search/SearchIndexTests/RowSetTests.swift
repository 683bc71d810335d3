// SPDX-License-Identifier: MIT

import RandomTesting
import Testing

@testable import SearchIndex

@Suite struct RowSetTests {
    @Test("a row set behaves like a set of numbers", arguments: [0, 1, 63, 64, 65, 1_000, 5_000])
    func behavesAsASet(capacity: Int) {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<30 {
            // Few rows are a list, many a bitmap: all combinations come up.
            let (dense, sparse) = (Int.random(in: 1...60, using: &random), Int.random(in: 1...60, using: &random))
            let left = Set((0..<capacity).filter { _ in Int.random(in: 0..<dense, using: &random) == 0 })
            let right = Set((0..<capacity).filter { _ in Int.random(in: 0..<sparse, using: &random) == 0 })
            func make(_ rows: Set<Int>) -> RowSet {
                var builder = RowSetBuilder(capacity: capacity)
                for row in rows { builder.insert(UInt32(row)) }
                return builder.finish()
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
            var (grouped, sizes): ([Int], [Int]) = ([], [])
            make(left).forEachGroup(of: 7) { group in
                grouped += group
                sizes.append(group.count)
                return sizes.count < 5
            }
            #expect(grouped == Array(left.sorted().prefix(35)), "seed \(testSeed)")
            #expect(sizes.dropLast().allSatisfy { $0 == 7 })
            #expect(members(difference) == left.subtracting(right))
            #expect(members(make(left).intersection(make(right))) == left.intersection(right))
            #expect(members(complement) == Set(0..<capacity).subtracting(left))
            #expect(make(left).count == left.count && make(left).isEmpty == left.isEmpty)
            #expect(members(make(left).union(make(right))) == left.union(right))
            #expect(members(make(left).subtracting(make(right))) == left.subtracting(right))
            #expect(left.allSatisfy { make(left).contains($0) })
            let limit = Int.random(in: 0...9, using: &random)
            #expect(make(left).first(limit) == Array(left.sorted().prefix(limit)))
        }
    }

    @Test("rows that do not exist are neither added nor there")
    func rowsOutsideAreIgnored() {
        var builder = RowSetBuilder(capacity: 10)
        for row in [10, 64, UInt32.max] { builder.insert(row) }
        let set = builder.finish()
        #expect(set.isEmpty && [-1, 10, 64, Int.max, Int.min].allSatisfy { !set.contains($0) })
        #expect(RowSet(capacity: 70, full: true).count == 70)
    }
}
