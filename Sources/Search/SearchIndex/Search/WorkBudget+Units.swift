// SPDX-License-Identifier: MIT

import SearchModel

/// The prices of a search's steps, in units.
extension WorkBudget {
    /// The price of comparing one term of a dictionary with a word that has errors.
    static let fuzzyTerm = 128
    /// The price of finding a string in a sorted dictionary, or a record by its identifier.
    package static let lookup = 1_024
    /// The price of opening a posting list, beside its rows.
    static let postings = 16
    /// The price of ranking a row, beside its words.
    static let rankedRow = 128
    /// The price of keeping a row in a list.
    static let listedRow = 32
    /// The price of testing the distance of a row's point.
    static let distance = 64
    /// The price of a value in a column that is joined of those of several segments, once for each version of an index.
    static let joinedValue = 50
    /// The price of folding a value of a facet or of putting it in the order of names, once for each version of an index.
    static let namedValue = 100
    /// The price of comparing one word of a facet's value with a word that has errors.
    static let fuzzyValue = 64
    /// The price of a byte of a record that is read, checked and cut.
    package static let recordByte = 4
    /// The price of a byte of a record that is written into an answer with what was found marked in it.
    package static let answerByte = 32
    /// The price of reading the parameters of a query and of planning its words.
    package static let preparation = 200_000
    /// The price of reading what all indexes of a directory, or all synonyms of an index, tell of themselves: never done inline.
    package static let listing = 2 * Limits.inline.units

    /// Spends the price of reading rows of a segment word by word, as ranking and phrases do.
    @inline(__always)
    @discardableResult
    func spend(reading row: Int, of forward: ForwardIndex) -> Bool {
        spend(Self.rankedRow + forward.range(of: row).count * 2)
    }

    /// Spends the price of counting the values of rows.
    func spend(counting column: AttributeColumn, in rows: [RowSet]) -> Bool {
        // For most of the rows the missing ones are read; the rest follows from the lists of values.
        let looked = rows.reduce(0) { sum, rows in
            // Counting the rows goes through the whole set.
            let count = rows.count
            return sum + rows.cost + min(count, rows.capacity - count) * 3
        }
        return spend(looked + column.valueCount * 8)
    }
}

extension RowSet {
    /// The price of going through the set once, in units.
    var cost: Int {
        switch storage {
        case .list(let rows): rows.count + 8
        case .bits(let bits): bits.count + 8
        }
    }
}

extension Postings {
    /// The price of going through the list once, in units.
    @inline(__always)
    func cost(of capacity: Int) -> Int {
        WorkBudget.postings + (Postings.isBitmap(count, of: capacity) ? capacity / 64 : count * 2)
    }
}

extension FacetCount {
    /// The size of the value in results, no more than its JSON takes, in bytes.
    var byteCount: Int { 20 + value.label.utf8.count }
}
