// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The rows that have a word.
struct WordMatches: Sendable {
    /// Those that have it in the most important attribute.
    let title: RowSet
    /// Those that have it anywhere.
    let anywhere: RowSet
}

/// The rows of words asked for lately, within a budget of bytes; the one not asked for the longest goes first.
struct WordCache {
    /// A word, whole or as a beginning.
    struct Key: Hashable {
        let word: String
        let isPrefix: Bool
    }

    /// A row set in the form that takes less memory: most words are rare, a few are nearly everywhere.
    private enum Packed {
        case bits(RowSet)
        case list([UInt32], capacity: Int)

        init(_ rows: RowSet) {
            let count = rows.count
            guard count * 4 < rows.byteCount else {
                self = .bits(rows)
                return
            }
            var list: [UInt32] = []
            list.reserveCapacity(count)
            rows.forEach { list.append(UInt32(truncatingIfNeeded: $0)) }
            self = .list(list, capacity: rows.capacity)
        }

        var rows: RowSet {
            switch self {
            case .bits(let rows): return rows
            case .list(let list, let capacity):
                var rows = RowSet(capacity: capacity)
                for row in list { rows.insert(Int(row)) }
                return rows
            }
        }

        var byteCount: Int {
            switch self {
            case .bits(let rows): rows.byteCount
            case .list(let list, _): list.count * 4
            }
        }
    }

    private struct Entry {
        let title: Packed
        let anywhere: Packed
        var lastUse: Int

        /// What the entry takes, the cost of keeping it included.
        var byteCount: Int { title.byteCount + anywhere.byteCount + 192 }
    }

    private let budget: Int
    private var clock = 0
    private var entries: [Key: Entry] = [:]
    /// How many bytes the kept rows take.
    private(set) var byteCount = 0

    init(budget: Int) {
        self.budget = budget
    }

    /// How many words are kept.
    var count: Int { entries.count }

    /// The matches of a word, made with the closure where they are not kept.
    mutating func matches(for key: Key, make: () throws -> WordMatches) rethrows -> WordMatches {
        clock += 1
        if let index = entries.index(forKey: key) {
            entries.values[index].lastUse = clock
            let entry = entries.values[index]
            return WordMatches(title: entry.title.rows, anywhere: entry.anywhere.rows)
        }
        let matches = try make()
        let entry = Entry(title: Packed(matches.title), anywhere: Packed(matches.anywhere), lastUse: clock)
        guard entry.byteCount <= budget else { return matches }
        byteCount += entry.byteCount
        entries[key] = entry
        if byteCount > budget { evict() }
        return matches
    }

    /// Drops the entries not used for the longest, down to three quarters of the budget, so that it is seldom done.
    private mutating func evict() {
        for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard byteCount > budget / 4 * 3, entries.count > 1 else { return }
            entries[key] = nil
            byteCount -= entry.byteCount
        }
    }
}
