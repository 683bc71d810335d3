// SPDX-License-Identifier: MIT

/// Finds the rows of a segment that have a word written as several, one after the other: `wi-fi` for `wifi`.
///
/// It goes once through rows that have a first part and one that may follow, with all ways to write the word at once.
struct SplitFinder {
    /// The maximum number of rows that are read in vain for a word that other rows have as typed.
    ///
    /// They are the first ones in the index's own order.
    private static let maxVainRows = 256
    /// The number of rows with a first part above which the rows with a following one are looked up before rows are read.
    private static let few = 16

    /// A part of the word that the segment has: its terms, and where in the word it ends.
    private struct Step {
        let terms: Range<Int>
        let end: Int
        /// A bit of its own; those beyond 63 share the last.
        let bit: UInt64
        /// Its terms as numbers of the forward index.
        let low: UInt32
        let count: UInt32

        init(_ terms: Range<Int>, end: Int, number: Int) {
            (self.terms, self.end, bit) = (terms, end, 1 << UInt64(min(number, 63)))
            (low, count) = (UInt32(terms.lowerBound) + ForwardIndex.firstTerm, UInt32(terms.count))
        }
    }

    /// The number of rows that are brought from memory at once before they are read one after another.
    private static let together = 16

    private let segment: Segment
    private let length: Int
    /// The parts that begin at each place of the word.
    private var steps: [[Step]]
    private var firstNumbers: UInt64 = 0

    /// Looks the parts of a word up.
    init(_ word: QueryWord, _ split: WordSplit, in segment: Segment) {
        self.segment = segment
        length = word.word.count
        steps = Array(repeating: [], count: length)
        var count = 0
        for part in split.parts {
            guard let term = segment.terms.number(of: Array(word.word[part.start..<part.end])) else { continue }
            steps[part.start].append(Step(term..<term + 1, end: part.end, number: count))
            count += 1
        }
        for start in split.endings {
            let terms = segment.terms.range(withPrefix: Array(word.word[start...]))
            if !terms.isEmpty { steps[start].append(Step(terms, end: length, number: count)) }
            count += 1
        }
        for step in steps.first ?? [] { firstNumbers |= 1 << UInt64(step.low & 63) }
    }

    /// The rows that have the word written as several.
    ///
    /// - Parameters:
    ///   - known: Rows that need not be looked at.
    ///   - ranks: The ranks of the attributes that count, as bits.
    ///   - budget: What pays for it; once it is spent, rows are missing.
    ///   - rows: Gives the rows that have one of some terms, which begin at a place of the word.
    /// - Returns: The rows, and the terms that are parts of the word in one of them.
    func rows(
        without known: RowSet,
        ranks: UInt64,
        _ budget: WorkBudget,
        _ rows: (_ terms: Range<Int>, _ start: Int) -> RowSet
    ) -> (rows: RowSet, parts: [Range<Int>]) {
        var found = RowSetBuilder(capacity: segment.rowCount)
        var runs = Runs(length: length)
        var done = known
        // Two halves are the likeliest way to write a word, and letters alone the least.
        let firsts = steps[0].sorted { min($0.end, length - $0.end) > min($1.end, length - $1.end) }
        // A word that no row has otherwise is worth any search.
        var left = known.isEmpty ? Int.max : SplitFinder.maxVainRows
        for step in firsts where left > 0 && !steps[step.end].isEmpty && !budget.isSpent {
            var own = rows(step.terms, 0).subtracting(done)
            if own.count > SplitFinder.few {
                let following = steps[step.end].reduce(RowSet(capacity: segment.rowCount)) {
                    $0.union(rows($1.terms, step.end))
                }
                own = own.intersection(following)
            }
            guard !own.isEmpty else { continue }
            own.forEachGroup(of: SplitFinder.together) { group in
                segment.forward.fetch(group)
                for row in group {
                    guard left > 0, budget.spend(reading: row, of: segment.forward) else { return false }
                    if hasRun(row, ranks, &runs) { found.insert(UInt32(row: row)) } else { left -= 1 }
                }
                return true
            }
            done.formUnion(own)
        }
        return (found.finish(), steps.joined().filter { runs.used & $0.bit != 0 }.map(\.terms))
    }

    /// The beginnings of the word that the words before are, while a row is read.
    private struct Runs {
        /// The places of the word up to which they go, as bits, and the parts of each.
        var reached: UInt64 = 0
        var parts: [UInt64]
        /// The parts of all runs that were complete.
        var used: UInt64 = 0

        init(length: Int) { parts = Array(repeating: 0, count: length + 1) }
    }

    /// Whether words of a row that stand one after the other are the word.
    private func hasRun(_ row: Int, _ ranks: UInt64, _ runs: inout Runs) -> Bool {
        let forward = segment.forward
        var isIn = true
        runs.reached = 0
        for place in forward.range(of: row) {
            let number = forward[place]
            guard number >= ForwardIndex.firstTerm else {
                runs.reached = 0
                if number < ForwardIndex.gap { isIn = ranks >> UInt64(number) & 1 != 0 }
                continue
            }
            guard isIn, runs.reached != 0 || firstNumbers >> UInt64(number & 63) & 1 != 0 else { continue }
            if goesOn(with: number, &runs) { return true }
        }
        return false
    }

    /// Takes one more word of a row; answers whether a run is complete with it.
    private func goesOn(with number: UInt32, _ runs: inout Runs) -> Bool {
        var (open, next) = (runs.reached | 1, UInt64(0))
        var isComplete = false
        // Parts lead forward, so that the places behind are done with before what leads to them is written.
        while open != 0 {
            let start = 63 - open.leadingZeroBitCount
            open &= ~(1 << UInt64(start))
            for step in steps[start] where number &- step.low < step.count {
                let parts = (start == 0 ? 0 : runs.parts[start]) | step.bit
                guard step.end < length else {
                    isComplete = true
                    runs.used |= parts
                    continue
                }
                runs.parts[step.end] = next >> UInt64(step.end) & 1 == 0 ? parts : runs.parts[step.end] | parts
                next |= 1 << UInt64(step.end)
            }
        }
        runs.reached = next
        return isComplete
    }
}
